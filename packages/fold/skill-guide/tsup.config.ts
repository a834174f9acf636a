import { defineConfig } from "tsup";
import { libraryBuild } from "../../../scripts/tsup-package.js";

export default defineConfig(
  libraryBuild({
    entry: {
      index: "src/index.ts",
      bin: "src/bin.ts",
      // What `npm run guide` runs. It is not published.
      "generator/generate": "scripts/generate.ts",
    },
    dts: { entry: { index: "src/index.ts" } },
    // The generator's libraries are found where they are installed.
    external: ["gpt-tokenizer", "mdast-util-from-markdown"],
  }),
);
