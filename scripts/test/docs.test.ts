/** The examples of the how-to pages are run as a reader would run them, and print what they say. */
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { execa } from "execa";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { programsIn } from "./support/programs-in.js";

const root = fileURLToPath(new URL("../../", import.meta.url));
// Inside node_modules, where an example finds the packages as an installed program would.
const programs = join(root, "node_modules/.docs-examples");
let folder: string;

beforeAll(async () => {
  await mkdir(programs, { recursive: true });
  folder = await mkdtemp(join(tmpdir(), "fold-docs-"));
});

afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

interface Example {
  readonly code: string;
  readonly printed: string;
}

async function exampleOf(page: string): Promise<Example> {
  const text = await readFile(join(root, "docs/how-to", page), "utf8");
  const [, code = "", printed = ""] = /```js\n(.*?)```\s+```text\n(.*?)```/s.exec(text) ?? [];
  expect(code).not.toBe("");
  return { code, printed };
}

async function run(page: string, argument: string): Promise<void> {
  const { code, printed } = await exampleOf(page);
  const program = join(programs, `${page}.mjs`);
  await writeFile(program, code);
  const { stdout } = await execa(process.execPath, [program, argument]);
  expect(`${stdout}\n`).toBe(printed);
}

describe("how-to pages", () => {
  test("embed-in-an-agent-host.md", async () => {
    await run("embed-in-an-agent-host.md", join(folder, "store"));
  });

  test("depend-on-contracts-alone.md reads what the command prints", async () => {
    await run("embed-in-an-agent-host.md", join(folder, "printed"));
    const fold = join(root, "node_modules/.bin/fold");
    const { stdout } = await execa(fold, ["state", "--dir", join(folder, "printed")]);
    await writeFile(join(folder, "state.json"), stdout);
    await run("depend-on-contracts-alone.md", join(folder, "state.json"));
  });
});

/** A dozen programs, beside the other tests. */
const TIMEOUT_MS = 120_000;

describe("repair.md", { timeout: TIMEOUT_MS }, () => {
  test("its commands do what it says, one after the other in one shell", async () => {
    const cwd = join(folder, "clone");
    await programsIn(join(cwd, "node_modules/.bin"));
    const temporary = join(await realpath(folder), "temporary");
    await mkdir(temporary);
    const page = await readFile(join(root, "docs/how-to/repair.md"), "utf8");
    const steps = [...page.matchAll(/```sh\n(.*?)```(?:\s+```text\n(.*?)```)?/gs)];
    expect(steps.filter(([, , printed]) => printed !== undefined)).toHaveLength(2);
    const script = steps.map(([, block]) => `${block}printf '\\0'\n`).join("");
    const env = { TMPDIR: temporary, FOLD_DIR: "", npm_config_update_notifier: "false" };
    const ran = await execa("sh", ["-c", `${script}printf %s "$SCRATCH"`], { cwd, env });
    expect(ran.stderr).toBe("");
    const printed = ran.stdout.split("\0");
    const scratch = printed.at(-1) ?? "";
    for (const [at, [, , wanted]] of steps.entries()) {
      if (wanted === undefined) continue;
      expect(printed[at]?.replaceAll(scratch, "/tmp/tmp.Yk3vQm")).toBe(wanted);
    }
    const { stdout } = await execa(join(cwd, "node_modules/.bin/fold"), ["state"], {
      cwd,
      env: { FOLD_DIR: join(scratch, "my-store") },
    });
    expect(JSON.parse(stdout)).toMatchObject({ event_seq: 3, pending_total: 3 });
    // Nothing is left where it was tried.
    expect(await readdir(cwd)).toEqual(["node_modules"]);
  });
});

describe("links", () => {
  test("every relative link of a page leads to a file", async () => {
    const pages = await markdownPages();
    expect(pages.length).toBeGreaterThan(15);
    const broken: string[] = [];
    for (const page of pages) {
      const text = await readFile(page, "utf8");
      for (const [, target = ""] of text.matchAll(/\]\((?!https?:|#)([^)#\s]+)[^)]*\)/g)) {
        const exists = await readFile(join(page, "..", target)).then(
          () => true,
          (error: NodeJS.ErrnoException) => error.code === "EISDIR",
        );
        if (!exists) broken.push(`${page}: ${target}`);
      }
    }
    expect(broken).toEqual([]);
  });
});

describe("trials", () => {
  test("each row of reference/trials.md names a file that tries it", async () => {
    const page = join(root, "docs/reference/trials.md");
    const rows = (await readFile(page, "utf8")).matchAll(/^\| ([A-H]\d.*?) \|.*\]\((.*?)\) \|$/gm);
    const tried: string[] = [];
    for (const [, ids = "", target = ""] of rows) {
      const text = await readFile(join(page, "..", target), "utf8");
      for (const id of ids.split(" ")) {
        expect(text, `${target} tries ${id}`).toMatch(new RegExp(`\\b${id}\\b`));
        tried.push(id);
      }
    }
    expect(tried.length).toBeGreaterThan(60);
    expect(new Set(tried).size).toBe(tried.length);
  });
});

async function markdownPages(): Promise<readonly string[]> {
  const inDocs = await readdir(join(root, "docs"), { recursive: true });
  const packages = await readdir(join(root, "packages/fold"));
  return [
    ...inDocs.filter((name) => name.endsWith(".md")).map((name) => join(root, "docs", name)),
    ...packages
      .filter((name) => existsSync(join(root, "packages/fold", name, "package.json")))
      .map((name) => join(root, "packages/fold", name, "README.md")),
    ...[
      "README.md",
      "README.zh-CN.md",
      "CONTRIBUTING.md",
      "conformance/README.md",
      "evals/README.md",
    ].map((name) => join(root, name)),
  ];
}
