// The page for hosts does what it says: its programs print what stands below them, and its commands work, in
// the order in which they stand there.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { execa } from "execa";
import { describe, expect, onTestFinished, test } from "vitest";
import { LANGUAGES } from "../src/languages.js";
import { PACKAGE, ROOT, sourceIn } from "./support/sources.js";

describe.each(LANGUAGES)("%s", (language) => {
  const { blocks } = sourceIn(language).host;
  const programs = blocks.flatMap((block, index) => {
    if (block.type !== "example" || block.example.kind !== "js") return [];
    const printed = blocks[index + 1];
    const text = printed?.type === "text" ? printed.text : "";
    return [{ id: block.example.id, code: block.example.code, printed: fencedIn(text) }];
  });

  test.each(programs)("$id prints what it says", async ({ id, code, printed }) => {
    // Inside node_modules, where a program finds the packages as an installed one would.
    const folder = join(ROOT, "node_modules", ".docs-examples");
    mkdirSync(folder, { recursive: true });
    const program = join(folder, `${id}.${language}.mjs`);
    writeFileSync(program, code);
    const { stdout } = await execa(process.execPath, [program, join(temporary(), "store")]);
    expect(printed).not.toBe("");
    expect(`${stdout}\n`).toBe(printed);
  });

  test("its commands work one after the other", async () => {
    const script = blocks.find((block) => block.type === "text" && block.text.startsWith("```sh"));
    const lines = fencedIn(script?.type === "text" ? script.text : "")
      .trim()
      .split("\n");
    expect(lines.length).toBeGreaterThan(3);
    const project = temporary();
    for (const line of lines) {
      const [, words = ""] = /^npx fold-guide ([^#]*?) *(#.*)?$/.exec(line) ?? [];
      expect(words, line).toContain("../my-project");
      const args = words.split(" ").map((word) => (word === "../my-project" ? project : word));
      const bin = join(PACKAGE, "bin", "fold-guide.js");
      await execa(process.execPath, [bin, ...args]);
    }
  });
});

function temporary(): string {
  const folder = mkdtempSync(join(tmpdir(), "fold-guide-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** What stands in a fenced block. */
function fencedIn(text: string): string {
  return /^```\w+\n(.*?)```$/s.exec(text)?.[1] ?? "";
}
