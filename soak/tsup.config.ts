import { defineConfig } from "tsup";
import { libraryBuild } from "../scripts/tsup-package.js";

export default defineConfig(
  libraryBuild({ entry: ["src/main.ts", "src/worker/worker.ts"], dts: false }),
);
