import { chmodSync, readdirSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { fingerprint } from "./fingerprint.js";
import { initRepository, repositoryAt, tempFolder } from "./temp-repository.js";

describe("the repository that is looked at", () => {
  it("stays as it is to the byte, though its index is out of date", async () => {
    const repository = initRepository();
    repository.write("a.txt", "one\n// TODO: x\n");
    repository.write("b.txt", "two\n");
    repository.commit("begin");
    repository.git("branch", "side");
    repository.write("b.txt", "three\n");
    // Only the time differs: git would refresh the index if it were allowed to.
    const path = join(repository.path, "a.txt");
    utimesSync(path, new Date("2026-06-29T00:00:00Z"), new Date("2026-06-29T00:00:00Z"));
    const before = fingerprint(repository.path);
    const facts = await repository.facts();
    expect(fingerprint(repository.path)).toBe(before);
    expect(facts.worktree).toMatchObject({ changedFileCount: 1 });
  });

  it("starts no program of the repository's choice", async () => {
    const repository = initRepository();
    const marks = tempFolder();
    repository.write(".gitattributes", "*.txt filter=odd=name diff=odd\n");
    repository.write("a.txt", "one\n");
    repository.commit("begin");
    const program = join(marks, "program");
    repositoryAt(marks).write("program", `#!/bin/sh\necho started >> '${marks}/started'\ncat\n`);
    chmodSync(program, 0o755);
    for (const key of [
      "core.fsmonitor",
      "core.pager",
      "diff.external",
      "diff.odd.command",
      "diff.odd.textconv",
      "filter.odd=name.clean",
      "filter.odd=name.process",
      "gpg.program",
    ]) {
      repository.git("config", key, program);
    }
    repository.git("config", "filter.odd=name.required", "true");
    repository.git("config", "log.showSignature", "true");
    repository.git("config", "core.hooksPath", marks);
    repository.write("a.txt", "one\n// TODO: two\n");
    const facts = await repository.facts();
    expect(readdirSync(marks)).toEqual(["program"]);
    expect(facts.gaps).toEqual([]);
    expect(facts.todos.items).toMatchObject([{ text: "two" }]);
  });

  it("is asked the same whatever the caller's variables and settings say", async () => {
    const repository = initRepository();
    repository.write("a.ts", "x\n");
    repository.commit("begin", "2026-01-01T00:00:00Z");
    repository.write("a.ts", "x\n// TODO: y\n");
    const plain = await repository.facts();
    for (const [key, value] of [
      ["diff.noprefix", "true"],
      ["diff.mnemonicPrefix", "true"],
      ["diff.renames", "copies"],
      ["diff.context", "9"],
      ["diff.interHunkContext", "9"],
      ["color.ui", "always"],
      ["status.showUntrackedFiles", "no"],
      ["status.short", "true"],
      ["core.quotePath", "true"],
      ["log.decorate", "full"],
    ] as const) {
      repository.git("config", key, value);
    }
    expect(await repository.facts()).toEqual(plain);
  });
});
