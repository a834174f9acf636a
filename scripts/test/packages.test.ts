// What would be published: each package is packed once, and its tarball is looked at from outside.
// The build must have run before.

import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { builtinModules } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { execa } from "execa";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));
const packagesFolder = join(root, "packages", "fold");
const timeoutMs = 60_000;

const packageNames = readdirSync(packagesFolder).filter((name) =>
  existsSync(join(packagesFolder, name, "package.json")),
);

let tarballs: string;

beforeAll(() => {
  tarballs = mkdtempSync(join(tmpdir(), "fold-packages-"));
});

afterAll(() => {
  rmSync(tarballs, { recursive: true, force: true });
});

describe.each(packageNames)("%s", (name) => {
  const tarball = () => join(tarballs, `${name}.tgz`);

  beforeAll(async () => {
    await tool("pnpm", ["pack", "--out", tarball()], join(packagesFolder, name));
  }, timeoutMs);

  test("is laid out as its manifest says", { timeout: timeoutMs }, async () => {
    await tool("publint", ["run", tarball(), "--strict"]);
  });

  // A command has no entry to import, so no types either.
  if (name !== "cli" && name !== "mcp") {
    test("has types that resolve for its importers", { timeout: timeoutMs }, async () => {
      await tool("attw", [tarball(), "--profile", "esm-only", "--no-emoji"]);
    });
  }

  test("depends on exact versions, none of them of this workspace only", async () => {
    const { stdout } = await execa("tar", ["-xOzf", tarball(), "package/package.json"]);
    const { dependencies = {} } = JSON.parse(stdout);
    for (const version of Object.values(dependencies)) expect(version).toMatch(/^\d+\.\d+\.\d+$/);
  });
});

describe("what the builds contain", () => {
  test("the kernel imports nothing at run time", () => {
    expect(importsOf("kernel/dist/index.js")).toEqual([]);
  });

  test("the values of the contracts do not reach zod", () => {
    expect(reachableImports("contracts/dist/values.js")).toEqual([]);
  });

  test("each command is one file that needs Node and the native lock alone", () => {
    // Beside one lies what V8 compiled of it: nothing depends on that but the time of a start.
    expect(readdirSync(join(packagesFolder, "cli", "dist")).sort()).toEqual([
      "doctor.cjs",
      "main.cjs",
      "main.cjs.read.cache",
      "main.cjs.write.cache",
    ]);
    for (const bundle of ["main.cjs", "doctor.cjs"]) {
      const foreign = importsOf(`cli/dist/${bundle}`).filter((name) => !isBuiltIn(name));
      expect(foreign.filter((name) => name !== "fs-native-extensions")).toEqual([]);
    }
  });

  test("fold-mcp is one file that needs Node and the native lock alone", () => {
    expect(readdirSync(join(packagesFolder, "mcp", "dist"))).toEqual(["main.cjs"]);
    // Sentences in it speak of imports, so only calls count.
    const text = readFileSync(join(packagesFolder, "mcp/dist/main.cjs"), "utf8");
    const calls = text.matchAll(/\b(?:require|import)\((["'`])(?<name>[^"'`]+)\1\)/g);
    const names = [...calls].map((match) => match.groups?.["name"] ?? "");
    expect(names).not.toEqual([]);
    const foreign = names.filter((name) => !isBuiltIn(name));
    expect(foreign.filter((name) => name !== "fs-native-extensions")).toEqual([]);
  });
});

/** Runs an installed tool; its output becomes the message if it fails. */
async function tool(
  name: string,
  toolArguments: readonly string[],
  cwd: string = root,
): Promise<void> {
  const result = await execa(name, toolArguments, {
    cwd,
    preferLocal: true,
    localDir: root,
    reject: false,
    all: true,
  });
  expect(result.exitCode, result.all).toBe(0);
}

/** The names that a built file imports, by any spelling of an import. */
function importsOf(path: string): readonly string[] {
  const text = readFileSync(join(packagesFolder, path), "utf8");
  const pattern = /(?:\bfrom\s*|\bimport\s*\(?\s*|\brequire\s*\(\s*)(["'`])(?<name>[^"'`\s]+)\1/g;
  return [...text.matchAll(pattern)].map((match) => match.groups?.["name"] ?? "");
}

/** The packages that a built file imports, itself or through files beside it. */
function reachableImports(path: string, seen: Set<string> = new Set()): readonly string[] {
  if (seen.has(path)) return [];
  seen.add(path);
  const folder = path.slice(0, path.lastIndexOf("/"));
  return importsOf(path).flatMap((name) =>
    name.startsWith("./") ? reachableImports(`${folder}/${name.slice(2)}`, seen) : [name],
  );
}

function isBuiltIn(name: string): boolean {
  return builtinModules.includes(name.replace(/^node:/, ""));
}
