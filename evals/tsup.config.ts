import { defineConfig } from "tsup";
import { libraryBuild } from "../scripts/tsup-package.js";

export default defineConfig(
  libraryBuild({
    entry: ["src/main.ts", "src/self.ts", "src/driver/recorder.ts", "src/scripted/agent.ts"],
    dts: false,
  }),
);
