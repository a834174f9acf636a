import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readFacts } from "../../src/git/read-facts.js";
import {
  clonedRepository,
  environment,
  gitIn,
  initRepository,
  NOW,
  repositoryAt,
  tempFolder,
} from "./temp-repository.js";

describe("where the repository is", () => {
  it("says that a folder which is not there is missing", async () => {
    const path = join(tempFolder(), "nowhere");
    const reading = await readFacts({ path, now: NOW, environment: environment() });
    expect(reading).toEqual({ ok: false, error: { code: "path_missing", path } });
  });

  it("says that a plain folder is no repository", async () => {
    const reading = await readFacts({ path: tempFolder(), now: NOW, environment: environment() });
    expect(reading).toMatchObject({ ok: false, error: { code: "not_a_repository" } });
  });

  it("says that git is missing", async () => {
    const { path } = initRepository();
    const reading = await readFacts({ path, now: NOW, environment: { PATH: "/nonexistent" } });
    expect(reading).toEqual({ ok: false, error: { code: "git_missing" } });
  });

  it("finds the root from a folder inside, with spaces and line breaks in its name", async () => {
    const outer = tempFolder();
    const path = join(outer, "a repo\nwith 线");
    mkdirSync(join(path, "inner"), { recursive: true });
    gitIn(path, ["init", "--quiet", "--initial-branch=main"]);
    writeFileSync(join(path, 'odd\nname "q" ünï.txt'), "x\n");
    const { repository, worktree } = await repositoryAt(join(path, "inner")).facts();
    expect(repository).toMatchObject({ root: path, name: "a repo\nwith 线" });
    expect(worktree).toMatchObject({ untrackedCount: 1, changedLineCount: 1 });
  });

  it("reads a repository without commits", async () => {
    const repository = initRepository();
    repository.write("a.txt", "one\ntwo\n");
    repository.git("add", "a.txt");
    const facts = await repository.facts();
    expect(facts.repository.head).toEqual({ type: "unborn", branch: "main" });
    expect(facts.worktree).toMatchObject({ stagedCount: 1, changedLineCount: 2 });
    expect(facts.branches.defaultBranch).toBeNull();
    expect(facts.gaps).toEqual([]);
  });

  it("reads a repository that hashes with SHA-256", async () => {
    const repository = initRepository("--object-format=sha256");
    const tip = repository.commit("begin");
    repository.write("a.txt", "// TODO: measure\n");
    repository.git("add", "a.txt");
    const facts = await repository.facts();
    expect(tip).toHaveLength(64);
    expect(facts.repository.objectFormat).toBe("sha256");
    expect(facts.todos.items).toMatchObject([{ path: "a.txt", line: 1, text: "measure" }]);
    expect(facts.gaps).toEqual([]);
  });

  it("reads a bare repository", async () => {
    const { origin } = clonedRepository();
    const facts = await repositoryAt(origin).facts();
    expect(facts.worktree).toBeNull();
    expect(facts.branches.list.items).toMatchObject([{ name: "main", isDefault: true }]);
    expect(facts.gaps).toMatchObject([{ area: "branches", code: "push_unknown" }]);
  });

  it("reads a linked work tree, whose operations are its own", async () => {
    const main = initRepository();
    main.commit("begin");
    const linked = join(tempFolder(), "linked");
    main.git("worktree", "add", "--quiet", "-b", "side", linked);
    const facts = await repositoryAt(linked).facts();
    expect(facts.repository).toMatchObject({ root: linked, commonDir: join(main.path, ".git") });
    expect(facts.repository.head).toMatchObject({ type: "branch", branch: "side" });
  });

  it("does not look into a submodule, but sees that it moved", async () => {
    const inner = initRepository();
    inner.commit("begin");
    const outer = initRepository();
    outer.commit("begin");
    gitIn(outer.path, ["submodule", "--quiet", "add", inner.path, "sub"]);
    outer.commit("with a submodule");
    const submodule = repositoryAt(join(outer.path, "sub"));
    submodule.write("new.txt", "x\n");
    expect((await outer.facts()).worktree).toMatchObject({ changedFileCount: 0 });
    submodule.commit("moved");
    expect((await outer.facts()).worktree).toMatchObject({ unstagedCount: 1 });
  });

  it("reads a shallow clone without taking all its lines for new", async () => {
    const seed = initRepository();
    seed.write("a.txt", "// TODO: old\n");
    seed.commit("old", "2026-06-28T00:00:00Z");
    seed.write("b.txt", "b\n");
    seed.commit("new", "2026-06-29T00:00:00Z");
    const path = tempFolder();
    gitIn(path, ["clone", "--quiet", "--depth=1", `file://${seed.path}`, "."]);
    const facts = await repositoryAt(path).facts();
    expect(facts.repository.isShallow).toBe(true);
    expect(facts.todos.items).toEqual([]);
    expect(facts.gaps).toEqual([]);
  });

  it("counts commits that only a detached HEAD has", async () => {
    const repository = initRepository();
    repository.commit("begin");
    repository.git("checkout", "--quiet", "--detach");
    repository.commit("lonely", "2026-06-01T00:00:00Z");
    const { head } = (await repository.facts()).repository;
    expect(head).toMatchObject({
      type: "detached",
      lonely: { count: 1, oldestAt: "2026-06-01T00:00:00.000Z" },
    });
  });
});
