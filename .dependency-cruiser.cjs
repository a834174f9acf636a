// Who may import whom. The table is the whole rule for workspace packages; everything below it says
// the same thing in the tool's words. scripts/test/architecture.test.ts sees each rule fail.

/** Each package and the workspace packages it may import. */
const arrows = {
  contracts: [],
  kernel: ["contracts"],
  "store-fs": ["contracts"],
  brief: ["contracts"],
  "render-overview": ["contracts"],
  sdk: ["contracts", "kernel", "store-fs"],
  cli: ["contracts", "sdk", "brief"],
  // Its tests alone: see skill-guide-stands-alone.
  "skill-guide": ["contracts", "kernel", "sdk"],
  mcp: ["contracts", "sdk", "brief"],
};

/** What an example may import: the door that a user of Fold has. */
const arrowsOfExamples = ["contracts", "sdk", "brief"];

/** What the soak may import: it puts the store together itself, to break it on purpose. */
const arrowsOfSoak = ["contracts", "kernel", "store-fs", "sdk"];

/** What the evals may import: they fill and read stores; agents use the command, as a program. */
const arrowsOfEvals = ["contracts", "sdk"];

const packagePath = (names) => `^packages/fold/(${names.join("|")})/`;

const arrowRules = Object.entries(arrows).map(([name, allowed]) => ({
  name: `arrow-${name}`,
  comment: `${name} may import: ${allowed.join(", ") || "no workspace package"}.`,
  severity: "error",
  from: { path: packagePath([name]) },
  to: {
    path: "^(packages|examples|conformance|soak|evals)/",
    pathNot: packagePath([name, ...allowed]),
  },
}));

const builtInTypes = ["core"];
const npmTypes = ["npm", "npm-dev", "npm-optional", "npm-peer", "npm-bundled", "npm-no-pkg"];

module.exports = {
  forbidden: [
    ...arrowRules,
    {
      name: "arrow-examples",
      comment: `An example may import: ${arrowsOfExamples.join(", ")}, and its own files.`,
      severity: "error",
      from: { path: "^examples/([^/]+)/" },
      to: {
        path: "^(packages|examples|conformance|soak|evals)/",
        pathNot: ["^examples/$1/", packagePath(arrowsOfExamples)],
      },
    },
    {
      name: "arrow-soak",
      comment: `The soak may import: ${arrowsOfSoak.join(", ")}, and its own files.`,
      severity: "error",
      from: { path: "^soak/" },
      to: {
        path: "^(packages|examples|conformance|soak|evals)/",
        pathNot: ["^soak/", packagePath(arrowsOfSoak)],
      },
    },
    {
      name: "arrow-evals",
      comment: `The evals may import: ${arrowsOfEvals.join(", ")}, and their own files.`,
      severity: "error",
      from: { path: "^evals/" },
      to: {
        path: "^(packages|examples|conformance|soak|evals)/",
        pathNot: ["^evals/", packagePath(arrowsOfEvals)],
      },
    },
    {
      name: "contracts-zod-only",
      comment: "The contracts stand on zod and on nothing else.",
      severity: "error",
      from: { path: "^packages/fold/contracts/src/" },
      to: { dependencyTypes: [...npmTypes, ...builtInTypes], pathNot: "node_modules/zod/" },
    },
    {
      name: "kernel-runtime-values-only",
      comment: "At run time the kernel takes only @fold/contracts/values; the rest is types.",
      severity: "error",
      from: { path: "^packages/fold/kernel/src/" },
      to: {
        path: packagePath(["contracts"]),
        pathNot: "^packages/fold/contracts/(src|dist)/values\\.",
        dependencyTypesNot: ["type-only"],
      },
    },
    {
      name: "kernel-without-dependencies",
      comment:
        "The kernel is pure: no package and no built-in module of Node. Its generators of histories " +
        "for other people's tests are another entry, which needs fast-check.",
      severity: "error",
      from: { path: "^packages/fold/kernel/src/", pathNot: "^packages/fold/kernel/src/testing/" },
      to: { dependencyTypes: [...npmTypes, ...builtInTypes], pathNot: "^packages/fold/" },
    },
    {
      name: "skill-guide-stands-alone",
      comment: "What the guide ships is texts and the command that installs them: Node alone.",
      severity: "error",
      from: { path: "^packages/fold/skill-guide/src/" },
      to: {
        path: "^(packages|node_modules)/",
        pathNot: "^packages/fold/skill-guide/src/",
      },
    },
    {
      name: "no-path-into-a-package",
      comment: "A package is imported by its name, not by a path into its folder.",
      severity: "error",
      from: { path: "^(packages/[^/]+/[^/]+|examples/[^/]+|conformance|soak|evals)/" },
      to: {
        path: "^(packages|examples|conformance|soak|evals)/",
        pathNot: "^$1/",
        dependencyTypes: ["local"],
      },
    },
    {
      name: "no-cycle",
      comment: "Two files that need each other are one idea or three.",
      severity: "error",
      from: {},
      to: { circular: true },
    },
    {
      name: "no-unresolvable",
      comment: "An import that cannot be found would escape every other rule.",
      severity: "error",
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: ["(^|/)dist/", "(^|/)coverage/"] },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      // The source condition comes first, so the cruise needs no build.
      conditionNames: ["@fold/source", "import", "require", "node", "default", "types"],
      extensions: [".ts", ".js", ".mjs", ".cjs", ".json"],
    },
  },
};
