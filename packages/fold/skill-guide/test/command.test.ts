// The command line in this process, and the built command as a real one.

import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { execa } from "execa";
import { describe, expect, onTestFinished, test } from "vitest";
import { agentsSection, referenceTexts, skillText } from "../src/index.js";
import { WORDS } from "../src/words/languages.js";
import { project } from "./install/projects.js";
import { PACKAGE } from "./support/sources.js";

describe("print", () => {
  test.each(["en", "zh"] as const)("gives the texts in %s", (language) => {
    const { run } = project(onTestFinished);
    expect(run("print", "--lang", language).stdout).toBe(skillText(language));
    expect(run("print", "agents", "--lang", language).stdout).toBe(agentsSection(language));
    expect(referenceTexts(language).size).toBeGreaterThan(8);
    for (const [name, text] of referenceTexts(language)) {
      expect(run("print", name, "--lang", language).stdout).toBe(text);
    }
  });
});

describe("a command line that is wrong", () => {
  test.each([
    [[], "no_command"],
    [["instal"], "unknown_command"],
    [["install", "--fro", "claude"], "unknown_option"],
    [["install", "--for"], "no_value"],
    [["install", "--for", "cursor"], "not_one_of"],
    [["install", "--lang", "de"], "not_one_of"],
    [["install", "--user=yes"], "takes_no_value"],
    [["install", "there"], "surplus"],
    [["install", "--user", "--dir", "."], "dir_and_user"],
    [["install", "--dir", "nowhere"], "no_folder"],
    [["print", "tears"], "nothing_named"],
  ])("%j is %s", (args, reason) => {
    const { run, snapshot } = project(onTestFinished);
    const { exit, stdout, stderr } = run(...args, "--json");
    expect(exit).toBe(2);
    expect(JSON.parse(stdout)).toMatchObject({ outcome: "usage", reason });
    expect(stderr).toContain("fold-guide --help");
    expect(snapshot()).toEqual({});
  });

  test("is told in Chinese where that is asked for", () => {
    const { run } = project(onTestFinished);
    expect(run("instal", "--lang", "zh").stderr).toContain("没有命令");
  });
});

test("--help says every option and exit code in both languages", () => {
  for (const { help } of Object.values(WORDS)) {
    for (const word of ["--for", "--dir", "--user", "--lang", "--force", "--dry-run", "--json"]) {
      expect(help).toContain(word);
    }
    for (const code of [0, 1, 2, 3, 4, 5]) expect(help).toMatch(new RegExp(`^ {3}${code} `, "m"));
    expect(help.split("\n").every((line) => line.length <= 110)).toBe(true);
  }
  const { run } = project(onTestFinished);
  expect(run("--help", "--lang", "zh").stdout).toBe(WORDS.zh.help);
});

describe("the built command", () => {
  const program = join(PACKAGE, "bin", "fold-guide.js");

  test("installs, checks and removes, as a process", async () => {
    expect(existsSync(join(PACKAGE, "dist", "bin.js")), "npm run build").toBe(true);
    const dir = mkdtempSync(join(tmpdir(), "fold-guide-"));
    onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
    const run = (...args: readonly string[]) =>
      execa(process.execPath, [program, ...args], { cwd: dir, reject: false });
    const installed = await run("install", "--for", "claude", "--json");
    expect(JSON.parse(installed.stdout)).toMatchObject({ outcome: "done", dir });
    expect(existsSync(join(dir, ".claude/skills/fold/SKILL.md"))).toBe(true);
    expect((await run("check", "--for", "claude")).exitCode).toBe(0);
    expect((await run("check")).exitCode).toBe(4);
    expect((await run("uninstall", "--for", "claude")).exitCode).toBe(0);
    expect(existsSync(join(dir, ".claude"))).toBe(false);
    expect((await run("nonsense")).exitCode).toBe(2);
  });
});
