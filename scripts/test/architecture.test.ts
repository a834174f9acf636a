// The table of arrows holds in the real tree, and each rule is seen to fail in a small one.

import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { execa } from "execa";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

type Violation = {
  readonly from: string;
  readonly to: string;
  readonly rule: { readonly name: string };
};

type Dependency = { readonly resolved: string; readonly dependencyTypes: readonly string[] };

type Module = { readonly source: string; readonly dependencies: readonly Dependency[] };

type Cruise = {
  readonly modules: readonly Module[];
  readonly summary: {
    readonly violations: readonly Violation[];
    readonly ruleSetUsed: { readonly forbidden: readonly { readonly name: string }[] };
  };
};

const root = fileURLToPath(new URL("../..", import.meta.url));
const depcruise = join(root, "node_modules", ".bin", "depcruise");

const packageNames = [
  "contracts",
  "kernel",
  "store-fs",
  "sdk",
  "brief",
  "render-overview",
  "cli",
  "skill-guide",
  "mcp",
] as const;
type PackageName = (typeof packageNames)[number];

/** The table once more, by hand, so that a slip in the configuration does not carry over. */
const allowedArrows: Readonly<
  Record<PackageName | "example" | "soak" | "evals", readonly PackageName[]>
> = {
  contracts: [],
  kernel: ["contracts"],
  "store-fs": ["contracts"],
  brief: ["contracts"],
  "render-overview": ["contracts"],
  sdk: ["contracts", "kernel", "store-fs"],
  cli: ["contracts", "sdk", "brief"],
  "skill-guide": ["contracts", "kernel", "sdk"],
  mcp: ["contracts", "sdk", "brief"],
  example: ["contracts", "sdk", "brief"],
  soak: ["contracts", "kernel", "store-fs", "sdk"],
  evals: ["contracts", "sdk"],
};

const importers = [...packageNames, "example", "soak", "evals"] as const;
type Importer = (typeof importers)[number];

const arrows = importers.flatMap((from) =>
  packageNames
    .filter((to) => to !== from)
    .map((to) => ({ from, to, isAllowed: allowedArrows[from].includes(to) })),
);

const valuesEntry = "packages/fold/contracts/src/values.ts";

/** Files that break one rule each, apart from the arrows. */
const offences = [
  {
    rule: "contracts-zod-only",
    path: "packages/fold/contracts/src/reads-files.ts",
    text: 'import { readFileSync } from "node:fs";\nexport const read = readFileSync;\n',
  },
  {
    rule: "contracts-zod-only",
    path: "packages/fold/contracts/src/takes-a-package.ts",
    text: 'import serialize from "canonicalize";\nexport const text = serialize({});\n',
  },
  {
    rule: "kernel-runtime-values-only",
    path: "packages/fold/kernel/src/takes-a-schema.ts",
    text: 'import { one } from "@fold/contracts";\nexport const two = one + one;\n',
  },
  {
    rule: "kernel-without-dependencies",
    path: "packages/fold/kernel/src/reads-files.ts",
    text: 'import { readFileSync } from "node:fs";\nexport const read = readFileSync;\n',
  },
  {
    rule: "kernel-without-dependencies",
    path: "packages/fold/kernel/src/takes-a-package.ts",
    text: 'import { z } from "zod";\nexport const schema = z;\n',
  },
  {
    rule: "skill-guide-stands-alone",
    path: "packages/fold/skill-guide/src/takes-a-package.ts",
    text: 'import { z } from "zod";\nexport const schema = z;\n',
  },
  {
    rule: "skill-guide-stands-alone",
    path: "packages/fold/skill-guide/src/takes-the-sdk.ts",
    text: 'import { one } from "@fold/sdk";\nexport const two = one + one;\n',
  },
  {
    rule: "no-path-into-a-package",
    path: "packages/fold/brief/src/takes-a-path.ts",
    text: 'export { one } from "../../contracts/src/index.js";\n',
  },
  {
    rule: "no-path-into-a-package",
    path: "examples/desk/src/takes-a-path.ts",
    text: 'export { one } from "../../../packages/fold/sdk/src/index.js";\n',
  },
  {
    rule: "no-unresolvable",
    path: "packages/fold/brief/src/takes-a-private-file.ts",
    text: 'export { one } from "@fold/contracts/src/index.js";\n',
  },
  {
    rule: "no-cycle",
    // A cycle is reported once, at the file that comes first in the alphabet.
    path: "packages/fold/sdk/src/cycle-end.ts",
    text: 'export { start as end } from "./cycle-start.js";\n',
  },
] as const;

const innocentFiles = [
  {
    path: valuesEntry,
    text: 'export { schema } from "./schema.js";\n',
  },
  {
    path: "packages/fold/contracts/src/schema.ts",
    text: 'import { z } from "zod";\nexport const schema = z;\n',
  },
  {
    path: "packages/fold/kernel/src/takes-values.ts",
    text: 'import { schema } from "@fold/contracts/values";\nexport const values = schema;\n',
  },
  {
    path: "packages/fold/kernel/src/takes-types.ts",
    text: 'import type { One } from "@fold/contracts";\nexport type Two = readonly [One, One];\n',
  },
] as const;

/** One fixture tree serves all cases: a cruise costs more than the files. */
let folder: string;
let fixture: Cruise;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "fold-arrows-"));
  writeFixture();
  fixture = await cruise(folder, ["packages", "examples", "soak", "evals"]);
});

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

describe("the real tree", () => {
  let modules: readonly Module[];
  let summary: Cruise["summary"];

  beforeAll(async () => {
    ({ modules, summary } = await cruise(root, [
      "packages",
      "conformance",
      "examples",
      "soak",
      "evals",
    ]));
  });

  test("breaks no rule, and was really cruised", () => {
    expect(summary.violations.map(inWords)).toEqual([]);
    const cruisedPackages = new Set(modules.map(({ source }) => packageOf(source)));
    expect([...cruisedPackages]).toEqual(expect.arrayContaining([...packageNames]));
    expect(crossings(modules).length).toBeGreaterThan(0);
  });

  test("keeps zod out of the values of the contracts", () => {
    expect(neededAtRunTime(modules, valuesEntry).filter(isZod)).toEqual([]);
  });
});

describe("the fixture tree", () => {
  test.each(arrows)("$from to $to: allowed is $isAllowed", ({ from, to, isAllowed }) => {
    const path = arrowPath(from, to);
    const module = fixture.modules.find(({ source }) => source === path);
    const target = `packages/fold/${to}/src/index.ts`;

    expect(module?.dependencies.map(({ resolved }) => resolved)).toEqual([target]);
    const rule = from === "example" ? "arrow-examples" : `arrow-${from}`;
    expect(rulesBrokenBy(path).includes(rule)).toBe(!isAllowed);
  });

  test.each(offences)("$path breaks $rule", ({ rule, path }) => {
    expect(rulesBrokenBy(path)).toContain(rule);
  });

  test.each(innocentFiles)("$path breaks no rule", ({ path }) => {
    expect(rulesBrokenBy(path)).toEqual([]);
  });

  // The configuration cannot say this: its rule on what is reachable follows type imports, too.
  test("shows zod among the values when it is reached at run time", () => {
    expect(neededAtRunTime(fixture.modules, valuesEntry).filter(isZod)).toHaveLength(1);
  });

  test("shows every rule of the configuration failing", () => {
    const { violations, ruleSetUsed } = fixture.summary;
    const names = ruleSetUsed.forbidden.map(({ name }) => name);
    const brokenNames = new Set(violations.map(({ rule }) => rule.name));
    expect([...brokenNames].sort()).toEqual([...names].sort());
  });
});

async function cruise(cwd: string, paths: readonly string[]): Promise<Cruise> {
  const { stdout } = await execa(
    depcruise,
    ["--config", ".dependency-cruiser.cjs", "--output-type", "json", ...paths],
    { cwd, reject: false },
  );
  return JSON.parse(stdout);
}

function rulesBrokenBy(path: string): readonly string[] {
  return fixture.summary.violations
    .filter(({ from }) => from === path)
    .map(({ rule }) => rule.name);
}

/** Everything that `start` imports, itself or through others, other than for types. */
function neededAtRunTime(modules: readonly Module[], start: string): readonly string[] {
  const bySource = new Map(modules.map((module) => [module.source, module]));
  const found = new Set([start]);
  // A set takes in what is added while it is walked.
  for (const source of found) {
    for (const { resolved, dependencyTypes } of bySource.get(source)?.dependencies ?? []) {
      if (!dependencyTypes.includes("type-only")) found.add(resolved);
    }
  }
  expect(bySource.has(start)).toBe(true);
  return [...found];
}

function isZod(path: string): boolean {
  return path.includes("node_modules/zod/");
}

function crossings(modules: readonly Module[]): readonly Dependency[] {
  return modules.flatMap(({ source, dependencies }) =>
    dependencies.filter(({ resolved }) => {
      const target = packageOf(resolved);
      return target !== undefined && target !== packageOf(source);
    }),
  );
}

function packageOf(path: string): string | undefined {
  return /^packages\/fold\/([^/]+)\//.exec(path)?.[1];
}

function inWords({ rule, from, to }: Violation): string {
  return `${rule.name}: ${from} -> ${to}`;
}

function arrowPath(from: Importer, to: PackageName): string {
  const importers = { example: "examples/desk", soak: "soak", evals: "evals" } as const;
  const importer =
    from in importers ? importers[from as keyof typeof importers] : `packages/fold/${from}`;
  return `${importer}/src/arrow-to-${to}.ts`;
}

function writeFixture(): void {
  for (const file of [
    "package.json",
    "tsconfig.json",
    "tsconfig.base.json",
    ".dependency-cruiser.cjs",
  ]) {
    cpSync(join(root, file), join(folder, file));
  }
  for (const name of packageNames) writePackage(name);
  for (const name of ["zod", "canonicalize"]) writeInstalledPackage(name);
  for (const { from, to } of arrows) {
    write(
      arrowPath(from, to),
      `import { one } from "@fold/${to}";\nexport const two = one + one;\n`,
    );
  }
  for (const { path, text } of [...offences, ...innocentFiles]) write(path, text);
  write("packages/fold/sdk/src/cycle-start.ts", 'export { end as start } from "./cycle-end.js";\n');
}

/** A package as small as can be. */
function writePackage(name: PackageName): void {
  const path = `packages/fold/${name}`;
  const manifest = {
    name: `@fold/${name}`,
    type: "module",
    exports: {
      ".": { "@fold/source": "./src/index.ts" },
      "./values": { "@fold/source": "./src/values.ts" },
    },
  };
  write(`${path}/package.json`, JSON.stringify(manifest));
  write(`${path}/src/index.ts`, "export type One = 1;\nexport const one = 1;\n");
  link(path, `node_modules/@fold/${name}`);
}

function writeInstalledPackage(name: string): void {
  const manifest = { name, version: "1.0.0", type: "module", exports: "./index.js" };
  write(`node_modules/${name}/package.json`, JSON.stringify(manifest));
  write(`node_modules/${name}/index.js`, "export const z = 1;\nexport default () => '';\n");
}

function write(path: string, text: string): void {
  const absolute = join(folder, path);
  mkdirSync(dirname(absolute), { recursive: true });
  writeFileSync(absolute, text);
}

function link(target: string, path: string): void {
  const absolute = join(folder, path);
  mkdirSync(dirname(absolute), { recursive: true });
  symlinkSync(join(folder, target), absolute, "junction");
}
