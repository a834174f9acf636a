import { defineConfig } from "tsup";
import { libraryBuild } from "../../../scripts/tsup-package.js";

export default defineConfig([
  libraryBuild({ entry: ["src/index.ts", "src/bin.ts"], dts: { entry: ["src/index.ts"] } }),
  // What `npm run guide` runs; it is not published. Its libraries are found where they are installed.
  libraryBuild({
    entry: ["scripts/generate.ts"],
    outDir: "dist/generator",
    dts: false,
    sourcemap: false,
    clean: false,
    external: ["gpt-tokenizer", "mdast-util-from-markdown"],
  }),
]);
