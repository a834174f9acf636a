import { defineConfig } from "tsup";
import { libraryBuild } from "../../../scripts/tsup-package.js";

export default defineConfig(
  libraryBuild({
    entry: { index: "src/index.ts", testing: "src/testing/index.ts" },
    // The few values that the kernel needs travel inside it, so that at run time it depends on
    // nothing. Its types still name @fold/contracts, which is why that is a dependency.
    noExternal: ["@fold/contracts/values"],
    // No shared chunk: `dist/index.js` is one file without a single import.
    splitting: false,
  }),
);
