import { defineConfig } from "tsup";
import { builtIns } from "./scripts/built-ins.js";

// For each program one CommonJS file with everything in it: node starts it faster than a tree of modules. A module
// that is reached only through `import()` is wrapped, and runs when it is first asked for.
export default defineConfig({
  entry: { main: "src/bin.ts", doctor: "src/doctor/bin.ts" },
  format: ["cjs"],
  platform: "node",
  target: "node20",
  tsconfig: "tsconfig.build.json",
  splitting: false,
  // Inline all but the package with a native addon, which has to find its own prebuilt files.
  noExternal: [/^(?!fs-native-extensions$)/],
  external: ["fs-native-extensions"],
  // From the sources of our own packages, file by file, only what is used comes along: a commit needs
  // the schemas of requests, and none of those of answers.
  esbuildOptions(options) {
    options.conditions = ["@fold/source"];
  },
  // The global `performance` loads a module of its own at its first use; the clock beneath does not.
  define: { "performance.now": "monotonicNowMs", "import.meta.url": "undefined" },
  // The function that `require` would make of the file: see `bin/fold.cjs`.
  banner: {
    js:
      '(function (exports, require, module, __filename, __dirname) { "use strict"; ' +
      "const monotonicNowMs = () => Number(process.hrtime.bigint()) / 1e6;",
  },
  footer: { js: "})" },
  esbuildPlugins: [builtIns()],
  removeNodeProtocol: false,
  minify: true,
  sourcemap: false,
  clean: true,
  onSuccess: "node scripts/save-code-cache.cjs",
});
