/** The blocks of both READMEs are pasted one after the other, as a newcomer would, and do what is said. */
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { execa } from "execa";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { programsIn, root } from "./support/programs-in.js";

const PAGES = ["README.md", "README.zh-CN.md"] as const;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "fold-readme-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Every block after the first, which sets all up and tests it. */
async function blocksOf(page: string): Promise<readonly string[]> {
  const text = await readFile(join(root, page), "utf8");
  const blocks = [...text.matchAll(/```sh\n(.*?)```/gs)].map(([, block = ""]) => block);
  expect(blocks[0]).toMatch(/^npm start .*\nnpm test /);
  return blocks.slice(1);
}

/** What git and npm see in a fresh clone, with what was built here. */
async function cloneIn(path: string): Promise<void> {
  await programsIn(join(path, "node_modules/.bin"));
  // As `npm start` does once all is built.
  const desk = join(root, "examples/git-desk/dist/main.js");
  const scripts = { start: `node '${desk}' --commands-from '${path}'` };
  await writeFile(join(path, "package.json"), JSON.stringify({ private: true, scripts }));
  await writeFile(join(path, ".gitignore"), "node_modules/\n");
  const author = ["-c", "user.name=ana", "-c", "user.email=ana@example.org"];
  await execa("git", ["init", "--quiet", "--initial-branch", "main"], { cwd: path });
  await execa("git", ["add", "."], { cwd: path });
  await execa("git", [...author, "commit", "--quiet", "--message", "First"], { cwd: path });
}

/** A dozen programs, one of them a browser, beside the other tests. */
const TIMEOUT_MS = 120_000;

describe.skipIf(process.platform === "win32")("the blocks of", { timeout: TIMEOUT_MS }, () => {
  test.each(PAGES)("%s run in order and do what is said", async (page) => {
    const cwd = join(folder, page);
    await mkdir(cwd);
    await cloneIn(cwd);
    const temporary = join(folder, `${page}-temporary`);
    await mkdir(temporary);
    const script = (await blocksOf(page)).join("\n");
    const { stdout } = await execa("bash", ["-eu", "-c", script], {
      cwd,
      env: { TMPDIR: temporary, FOLD_DIR: "", npm_config_update_notifier: "false" },
    });
    const isChinese = page === "README.zh-CN.md";
    expect(stdout).toContain(
      isChinese ? "关于 todos，你说：以后再说" : "You said about todos: not now",
    );
    expect(stdout).toMatch(/"type":"annotation"/);
    const [desk = ""] = await readdir(temporary);
    expect(await readdir(join(temporary, desk, "page"))).toContainEqual(
      expect.stringMatching(/\.html$/),
    );
    expect(await readdir(join(temporary, desk, "pictures"))).toContainEqual(
      expect.stringMatching(/\.png$/),
    );
    // Nothing is left in the clone.
    const { stdout: status } = await execa("git", ["status", "--porcelain"], { cwd });
    expect(status).toBe("");
  });

  test("both pages are the same but for the language", async () => {
    const [english = [], chinese = []] = await Promise.all(PAGES.map(blocksOf));
    const bare = (block: string): string =>
      block
        .replaceAll(/ +#.*/g, "")
        .replaceAll(" --lang zh", "")
        .replaceAll(/("TODO: |--text ").*?"/g, '$1…"');
    expect(chinese.map(bare)).toEqual(english.map(bare));
  });
});
