import { defineConfig } from "tsup";
import { libraryBuild } from "../../../scripts/tsup-package.js";

export default defineConfig(
  libraryBuild({
    entry: { index: "src/index.ts", "layout/index": "src/layout/index.ts", bench: "src/bench.ts" },
  }),
);
