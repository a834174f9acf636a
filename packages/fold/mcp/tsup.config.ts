import { defineConfig } from "tsup";

// One CommonJS file with everything in it, as the command is built: node starts it faster than a tree
// of modules. What only HTTP needs is reached through `import()` and runs when it is asked for.
export default defineConfig({
  entry: { main: "src/bin.ts" },
  format: ["cjs"],
  platform: "node",
  target: "node20",
  tsconfig: "tsconfig.build.json",
  splitting: false,
  // Inline all but the package with a native addon, which has to find its own prebuilt files.
  noExternal: [/^(?!fs-native-extensions$)/],
  external: ["fs-native-extensions"],
  esbuildOptions(options) {
    options.conditions = ["@fold/source"];
    options.alias = { "@modelcontextprotocol/server/_shims": "./scripts/shims.ts" };
  },
  define: { "import.meta.url": "undefined" },
  removeNodeProtocol: false,
  minify: true,
  sourcemap: false,
  clean: true,
});
