import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { initRepository } from "./temp-repository.js";

function begun() {
  const repository = initRepository();
  repository.write("a.txt", "one\ntwo\nthree\n");
  repository.commit("begin", "2026-01-01T00:00:00Z");
  return repository;
}

/** A merge that stopped at a conflict in a.txt. */
function conflicted() {
  const repository = begun();
  repository.git("checkout", "--quiet", "-b", "side");
  repository.write("a.txt", "one\nTHEIRS\nthree\n");
  repository.commit("theirs");
  repository.git("checkout", "--quiet", "main");
  repository.write("a.txt", "one\nOURS\nthree\n");
  repository.commit("ours");
  expect(() => repository.git("merge", "side")).toThrow();
  return repository;
}

describe("changes that are not committed", () => {
  it("counts staged, unstaged and untracked files and the lines of all", async () => {
    const repository = begun();
    repository.write("b.txt", "b\n", "2026-06-20T00:00:00Z");
    repository.git("add", "b.txt");
    repository.write("a.txt", "one\n2\nthree\n", "2026-06-25T00:00:00Z");
    repository.write("dir/c.txt", "c\nc\n", "2026-06-29T00:00:00Z");
    expect((await repository.facts()).worktree).toMatchObject({
      stagedCount: 1,
      unstagedCount: 1,
      untrackedCount: 1,
      changedFileCount: 3,
      changedLineCount: 1 + 2 + 2,
      oldestChangeAt: "2026-06-20T00:00:00.000Z",
      newestChangeAt: "2026-06-29T00:00:00.000Z",
    });
  });

  it("leaves ignored files alone", async () => {
    const repository = begun();
    repository.write(".gitignore", "*.log\n");
    repository.commit("ignore");
    repository.write("x.log", "noise\n");
    expect((await repository.facts()).worktree).toMatchObject({ changedFileCount: 0 });
  });

  it("does not follow links out of the work tree", async () => {
    const repository = begun();
    symlinkSync("/etc/passwd", join(repository.path, "link"));
    expect((await repository.facts()).worktree).toMatchObject({
      untrackedCount: 1,
      changedLineCount: 0,
    });
  });
});

describe("conflicts and half-done operations", () => {
  it("sees a merge that stopped at a conflict", async () => {
    const facts = await conflicted().facts();
    expect(facts.operations).toMatchObject([{ operation: "merge" }]);
    expect(facts.worktree?.unmergedPaths.items).toEqual(["a.txt"]);
    expect(facts.worktree?.conflictMarkerPaths.items).toEqual(["a.txt"]);
  });

  it("sees markers that were staged as if they were resolved", async () => {
    const repository = conflicted();
    repository.git("add", "a.txt");
    const { worktree } = await repository.facts();
    expect(worktree?.unmergedPaths.items).toEqual([]);
    expect(worktree?.conflictMarkerPaths.items).toEqual(["a.txt"]);
  });

  it("takes one kind of marker alone for a heading", async () => {
    const repository = begun();
    repository.write("a.txt", "one\n>>>>>>> quoted\n=======\nthree\n");
    expect((await repository.facts()).worktree?.conflictMarkerPaths.items).toEqual([]);
  });

  it("sees a rebase, and of which branch, as one operation", async () => {
    const repository = conflicted();
    repository.git("merge", "--abort");
    repository.git("checkout", "--quiet", "side");
    expect(() => repository.git("rebase", "main")).toThrow();
    const { operations } = await repository.facts();
    expect(operations).toMatchObject([{ operation: "rebase", branch: "side" }]);
  });

  it.each(["cherry-pick", "revert"] as const)("sees a %s", async (operation) => {
    const repository = conflicted();
    repository.git("merge", "--abort");
    const commit = operation === "revert" ? "HEAD~1" : "side";
    expect(() => repository.git(operation, commit)).toThrow();
    expect((await repository.facts()).operations).toMatchObject([{ operation }]);
  });

  it("sees a bisection", async () => {
    const repository = begun();
    repository.git("bisect", "start");
    expect((await repository.facts()).operations).toMatchObject([{ operation: "bisect" }]);
  });
});

describe("files that look like secrets", () => {
  it("names untracked ones, and never what is in them", async () => {
    const repository = begun();
    const secret = "hunter2-very-secret";
    repository.write(".env", `PASSWORD=${secret}\n# TODO: ${secret}\n`);
    repository.write("deploy/key.txt", `-----BEGIN RSA PRIVATE KEY-----\n${secret}\n`);
    repository.write(".env.example", "PASSWORD=\n");
    repository.write("cert.pem", "-----BEGIN CERTIFICATE-----\nMIIB\n");
    const facts = await repository.facts();
    expect(facts.secrets.items).toMatchObject([
      { path: ".env", isStaged: false, evidence: "name" },
      { path: "deploy/key.txt", isStaged: false, evidence: "header" },
    ]);
    expect(JSON.stringify(facts)).not.toContain(secret);
  });

  it("tells the staged from the untracked, and leaves out what is committed or ignored", async () => {
    const repository = begun();
    repository.write("old.p12", "x");
    repository.write(".gitignore", "id_rsa\n");
    repository.commit("old");
    repository.write("old.p12", "y");
    repository.write("id_rsa", "x");
    repository.write("credentials.json", "{}");
    repository.git("add", "credentials.json");
    const { secrets } = await repository.facts();
    expect(secrets.items).toMatchObject([{ path: "credentials.json", isStaged: true }]);
  });
});
