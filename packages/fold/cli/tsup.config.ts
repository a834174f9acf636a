import { defineConfig } from "tsup";

// One CommonJS file with everything in it: node starts it faster than a tree of modules. A module
// that is reached only through `import()` is wrapped, and runs when it is first asked for.
export default defineConfig({
  entry: ["src/main.ts"],
  format: ["cjs"],
  platform: "node",
  target: "node20",
  tsconfig: "tsconfig.build.json",
  splitting: false,
  // Inline all but the package with a native addon, which has to find its own prebuilt files.
  noExternal: [/^(?!fs-native-extensions$)/],
  external: ["fs-native-extensions"],
  removeNodeProtocol: false,
  minify: true,
  sourcemap: false,
  clean: true,
});
