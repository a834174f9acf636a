import { defaultClientConditions, defaultServerConditions } from "vite";
import { defineConfig } from "vitest/config";

// The condition `@fold/source` leads from a package's name to its sources: tests need no build.
const sourceCondition = "@fold/source";

const neverTests = ["**/node_modules/**", "**/dist/**"];

export default defineConfig({
  resolve: { conditions: [sourceCondition, ...defaultClientConditions] },
  ssr: { resolve: { conditions: [sourceCondition, ...defaultServerConditions] } },
  test: {
    pool: "forks",
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 30_000,
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: ["packages/*/*/test/**/*.test.ts"],
          exclude: [...neverTests, "**/*.prop.test.ts"],
        },
      },
      {
        extends: true,
        test: {
          name: "property",
          include: ["packages/*/*/test/**/*.prop.test.ts", "evals/test/**/*.prop.test.ts"],
          exclude: neverTests,
        },
      },
      {
        extends: true,
        test: {
          name: "conformance",
          include: ["conformance/test/**/*.test.ts"],
          exclude: neverTests,
        },
      },
      {
        extends: true,
        test: { name: "examples", include: ["examples/*/test/**/*.test.ts"], exclude: neverTests },
      },
      {
        extends: true,
        test: { name: "soak", include: ["soak/test/**/*.test.ts"], exclude: neverTests },
      },
      {
        extends: true,
        test: {
          name: "evals",
          include: ["evals/test/**/*.test.ts"],
          exclude: [...neverTests, "**/*.prop.test.ts"],
        },
      },
      {
        extends: true,
        test: { name: "architecture", include: ["scripts/test/**/*.test.ts"], exclude: neverTests },
      },
    ],
  },
});
