import { defineConfig } from "tsup";

// Bundled flat beside the sources, so that `../cases/` is the same place from both.
export default defineConfig({
  entry: ["src/main.ts"],
  format: ["esm"],
  platform: "node",
  target: "node20",
  clean: true,
  removeNodeProtocol: false,
});
