import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { main } from "../src/main.js";

const folder = mkdtempSync(join(tmpdir(), "fold-runner-"));
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

async function run(...argv: readonly string[]): Promise<{ code: number; text: string }> {
  let text = "";
  const code = await main(argv, (more) => {
    text += more;
  });
  return { code, text };
}

/** A program of one line. */
function program(name: string, source: string): string {
  const path = join(folder, `${name}.mjs`);
  writeFileSync(path, source);
  return `"${process.execPath}" "${path}"`;
}

test("the kernel in memory passes, and the table says what it could not do", async () => {
  const { code, text } = await run("--driver", "memory", "--case", "damage");
  expect(code).toBe(0);
  expect(text).toMatch(
    /^driver +passed +failed +skipped +steps skipped\nmemory +\d+ +0 +\d+ +\d+\n$/,
  );
});

test("a program that always says the same fails", async () => {
  const yes = program("yes", `console.log('{"outcome":"accepted"}')`);
  const { code, text } = await run("--cmd", yes, "--case", "exactly full");
  expect(code).toBe(1);
  expect(text).toContain("budgets: exactly full, and one unit more\n  step 1 (commit): /duplicate");
});

test("a program that answers no JSON fails", async () => {
  const words = program("words", `console.log("all is well")`);
  const { code, text } = await run("--cmd", words, "--case", "exactly full");
  expect(code).toBe(1);
  expect(text).toContain("standard output is not one JSON document");
});

test("a program that is not there fails", async () => {
  const { code, text } = await run("--cmd", join(folder, "nothing"), "--case", "exactly full");
  expect(code).toBe(1);
  expect(text).toContain("ENOENT");
});

test("a command line that makes no sense is told so", async () => {
  for (const argv of [["--driver", "x"], ["--case", "no such case"], ["--what"], ["--cmd", ""]]) {
    const { code, text } = await run(...argv);
    expect(code).toBe(2);
    expect(text).toContain("node run.mjs");
  }
});

test("the cases can be listed", async () => {
  const { code, text } = await run("--list", "--case", "retries");
  expect(code).toBe(0);
  expect(text).toContain("retries: a repetition gets the saved receipt\n");
});
