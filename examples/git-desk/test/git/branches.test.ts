import { describe, expect, it } from "vitest";
import type { BranchFacts, Facts } from "../../src/git/facts.js";
import { clonedRepository, gitIn, initRepository } from "./temp-repository.js";

function branch(facts: Facts, name: string): BranchFacts {
  const found = facts.branches.list.items.find((item) => item.name === name);
  if (found === undefined) throw new Error(`no branch ${name}`);
  return found;
}

describe("branches and their upstream", () => {
  it("counts commits that were not pushed, from the oldest to the newest", async () => {
    const repository = clonedRepository();
    repository.commit("one", "2026-06-01T00:00:00Z");
    repository.commit("two", "2026-06-03T00:00:00Z");
    const main = branch(await repository.facts(), "main");
    expect(main.upstream).toEqual({
      type: "live",
      name: "origin/main",
      aheadCount: 2,
      behindCount: 0,
    });
    expect(main.unpushed).toEqual({
      count: 2,
      isCut: false,
      oldestAt: "2026-06-01T00:00:00.000Z",
      newestAt: "2026-06-03T00:00:00.000Z",
    });
  });

  it("counts commits that no remote has on a branch without an upstream", async () => {
    const repository = clonedRepository();
    repository.git("checkout", "--quiet", "-b", "side");
    repository.commit("one");
    const side = branch(await repository.facts(), "side");
    expect(side).toMatchObject({ upstream: null, unpushed: { count: 1 }, aheadCount: 1 });
  });

  it("counts what the default branch lacks where there is no remote", async () => {
    const repository = initRepository();
    repository.commit("begin");
    repository.git("checkout", "--quiet", "-b", "side");
    repository.commit("one");
    const facts = await repository.facts();
    expect(branch(facts, "main").unpushed?.count).toBe(0);
    expect(branch(facts, "side").unpushed?.count).toBe(1);
  });

  it("does not know what is pushed in a bare clone, nor before the first push", async () => {
    const seed = initRepository();
    seed.commit("begin");
    const clone = initRepository("--bare");
    clone.git("remote", "add", "origin", seed.path);
    clone.git("fetch", "--quiet", seed.path, "main:main");
    seed.git("remote", "add", "origin", clone.path);
    for (const facts of [await clone.facts(), await seed.facts()]) {
      expect(branch(facts, "main").unpushed).toBeNull();
      expect(facts.gaps).toMatchObject([{ area: "branches", code: "push_unknown" }]);
    }
    seed.git("fetch", "--quiet");
    const known = await seed.facts();
    expect(branch(known, "main").unpushed?.count).toBe(0);
    expect(known.gaps).toEqual([]);
  });

  it("sees that a branch and its upstream diverged", async () => {
    const repository = clonedRepository();
    repository.commit("ours");
    repository.git("push", "--quiet");
    repository.git("reset", "--quiet", "--hard", "HEAD~1");
    repository.commit("others");
    expect(branch(await repository.facts(), "main").upstream).toMatchObject({
      aheadCount: 1,
      behindCount: 1,
    });
  });

  it("sees that an upstream was deleted", async () => {
    const repository = clonedRepository();
    repository.git("checkout", "--quiet", "-b", "side");
    repository.commit("one");
    repository.git("push", "--quiet", "-u", "origin", "side");
    repository.git("push", "--quiet", "origin", ":side");
    const { upstream } = branch(await repository.facts(), "side");
    expect(upstream).toEqual({ type: "gone", name: "origin/side" });
  });

  it("takes the default branch from origin's HEAD before any usual name", async () => {
    const repository = clonedRepository();
    repository.git("branch", "--move", "main", "trunk");
    gitIn(repository.origin, ["branch", "--move", "main", "trunk"]);
    repository.git("fetch", "--quiet", "--prune");
    repository.git("remote", "set-head", "origin", "trunk");
    repository.git("branch", "main", "HEAD");
    expect((await repository.facts()).branches.defaultBranch).toBe("trunk");
  });
});

describe("branches and the default branch", () => {
  it("tells a merged branch from one that was just made", async () => {
    const repository = initRepository();
    repository.commit("begin");
    repository.git("checkout", "--quiet", "-b", "done");
    repository.commit("work");
    repository.git("checkout", "--quiet", "main");
    repository.git("merge", "--quiet", "--no-ff", "-m", "merge", "done");
    repository.git("branch", "fresh");
    const facts = await repository.facts();
    expect(branch(facts, "done")).toMatchObject({ isMerged: true, isAtDefault: false });
    expect(branch(facts, "fresh")).toMatchObject({ isMerged: true, isAtDefault: true });
  });

  it("knows a branch merged that only the remote's default branch has", async () => {
    const repository = clonedRepository();
    repository.git("checkout", "--quiet", "-b", "side");
    repository.commit("work");
    repository.git("push", "--quiet", "origin", "side:main");
    repository.git("fetch", "--quiet");
    expect(branch(await repository.facts(), "side").isMerged).toBe(true);
  });

  it("measures a change without its lock files", async () => {
    const repository = initRepository();
    repository.commit("begin");
    repository.git("checkout", "--quiet", "-b", "side");
    repository.write("a.txt", "1\n2\n3\n");
    repository.write("pnpm-lock.yaml", "x\n".repeat(900));
    repository.commit("work");
    const { change } = branch(await repository.facts(), "side");
    expect(change).toEqual({ fileCount: 1, lineCount: 3 });
  });

  it("has no size for histories without a common commit", async () => {
    const repository = initRepository();
    repository.commit("begin");
    repository.git("checkout", "--quiet", "--orphan", "other");
    repository.commit("alone");
    const facts = await repository.facts();
    expect(branch(facts, "other")).toMatchObject({ change: null, aheadCount: 1, behindCount: 1 });
    expect(facts.gaps).toEqual([]);
  });

  it("remembers the names that a branch had", async () => {
    const repository = initRepository();
    repository.commit("begin");
    repository.git("branch", "one");
    repository.git("branch", "--move", "one", "two");
    repository.git("branch", "--move", "two", "three/of+them");
    expect(branch(await repository.facts(), "three/of+them").formerNames).toEqual(["two", "one"]);
  });

  it("keeps names apart that other programs would trip over", async () => {
    const repository = initRepository();
    repository.commit("begin");
    const names = ["修复/登录", "a#2", "x=y", "d---q", "it's", "HEAD/x"];
    for (const name of names) repository.git("branch", name);
    const { allNames } = (await repository.facts()).branches;
    expect(allNames).toEqual(expect.arrayContaining(names));
  });

  it("says how many branches it did not look at, and still knows their names", async () => {
    const repository = initRepository();
    repository.commit("begin");
    for (const index of [1, 2, 3, 4]) repository.git("branch", `b${index}`);
    const facts = await repository.facts({ branchesMax: 3 });
    expect(facts.branches.list).toMatchObject({ moreCount: 2 });
    expect(facts.branches.allNames).toHaveLength(5);
    expect(facts.gaps).toMatchObject([{ area: "branches", code: "cut" }]);
  });
});

describe("stashes", () => {
  it("lists them with their time, the newest first", async () => {
    const repository = initRepository();
    repository.write("a.txt", "1\n");
    repository.commit("begin");
    repository.write("a.txt", "22\n");
    gitIn(repository.path, ["stash", "push", "-m", "first"], "2026-01-02T00:00:00Z");
    repository.write("a.txt", "333\n");
    gitIn(repository.path, ["stash", "push", "-m", "second"], "2026-06-02T00:00:00Z");
    expect((await repository.facts()).stashes.items).toMatchObject([
      { at: "2026-06-02T00:00:00.000Z", subject: "On main: second" },
      { at: "2026-01-02T00:00:00.000Z", subject: "On main: first" },
    ]);
  });
});
