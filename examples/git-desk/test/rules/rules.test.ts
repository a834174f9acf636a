import { readFileSync } from "node:fs";
import { LIMITS } from "@fold/contracts";
import { describe, expect, it } from "vitest";
import type { BranchFacts, Facts } from "../../src/git/facts.js";
import type { Matter } from "../../src/rules/matter.js";
import { RULE_TABLE, THRESHOLDS } from "../../src/rules/rule-table.js";
import { wantMatters } from "../../src/rules/want-matters.js";
import {
  branchesOf,
  branchWith,
  factsWith,
  NOW,
  QUIET_WORKTREE,
  todoWith,
  unpushed,
} from "./facts-builder.js";

function matters(parts: Partial<Facts>): readonly Matter[] {
  return wantMatters(factsWith(parts), NOW).matters;
}

function only(parts: Partial<Facts>): Matter {
  const found = matters(parts);
  const [first] = found;
  if (first === undefined || found.length > 1) throw new Error(JSON.stringify(found));
  return first;
}

function ofBranch(parts: Partial<BranchFacts>): Matter {
  return only({ branches: branchesOf([branchWith({ name: "side", ...parts })]) });
}

describe("the table of rules", () => {
  it("speaks of the thresholds that are used", () => {
    const text = RULE_TABLE.map(({ sentence }) => sentence).join("\n");
    const spoken = new Set((text.match(/\d+/g) ?? []).map(Number));
    const { uncommittedStaleDays, ungroupedMax, ...rest } = THRESHOLDS;
    expect(uncommittedStaleDays + ungroupedMax).toBeGreaterThan(0);
    for (const number of Object.values(rest)) expect(spoken).toContain(number);
  });

  it("stands in the README, row by row", () => {
    const readme = readFileSync(new URL("../../README.md", import.meta.url), "utf8");
    for (const { name, tier, kind, sentence } of RULE_TABLE) {
      expect(readme).toContain(`| \`${name}\` | ${tier} | ${kind} | ${sentence} |`);
    }
  });
});

describe("the work tree", () => {
  const changed = { ...QUIET_WORKTREE, changedFileCount: 2, changedLineCount: 30 };

  it("is no matter while it is clean", () => {
    expect(matters({})).toEqual([]);
  });

  it("is S while changes are young, and due 3 days after the oldest", () => {
    const worktree = {
      ...changed,
      unstagedCount: 2,
      oldestChangeAt: "2026-06-29T12:00:00.000Z",
      newestChangeAt: "2026-06-30T00:00:00.000Z",
    };
    expect(only({ worktree })).toMatchObject({
      id: "worktree:changes",
      title: "Work tree: 2 files not committed",
      tier: "S",
      kind: "commitment",
      dueAt: "2026-07-02T12:00:00.000Z",
      staleAfter: "2026-07-07T00:00:00.000Z",
    });
  });

  it.each([
    ["2026-06-27T12:00:00.000Z", "S"],
    ["2026-06-27T11:59:59.000Z", "M"],
  ])("with an oldest change of %s is %s", (oldestChangeAt, tier) => {
    expect(only({ worktree: { ...changed, unstagedCount: 1, oldestChangeAt } }).tier).toBe(tier);
  });

  it.each([
    [400, "S"],
    [401, "M"],
  ])("with %i changed lines is %s", (changedLineCount, tier) => {
    expect(only({ worktree: { ...changed, stagedCount: 1, changedLineCount } }).tier).toBe(tier);
  });

  it("is XS and never due with untracked files alone", () => {
    const worktree = { ...changed, untrackedCount: 2, oldestChangeAt: "2026-01-01T00:00:00.000Z" };
    expect(only({ worktree })).toMatchObject({ tier: "XS", kind: "progress", dueAt: null });
  });

  it("is blocked by conflicts, each path named once", () => {
    const worktree = {
      ...QUIET_WORKTREE,
      unmergedPaths: { items: ["a"], moreCount: 0 },
      conflictMarkerPaths: { items: ["a", "b"], moreCount: 0 },
    };
    expect(only({ worktree })).toMatchObject({
      id: "worktree:conflicts",
      tier: "L",
      kind: "blocker",
      title: "Conflicts: 1 unmerged path",
      summary: "1 file with conflict markers. In a, b.",
    });
  });

  it.each([
    ["2026-06-29T12:00:00.000Z", "M"],
    ["2026-06-29T11:00:00.000Z", "L"],
  ])("has a merge since %s at %s", (startedAt, tier) => {
    const operations = [{ operation: "merge", startedAt, branch: null }] as const;
    expect(only({ operations })).toMatchObject({ id: "operation:merge", tier, kind: "blocker" });
  });
});

describe("branches", () => {
  it("pushed and young, is only open", () => {
    expect(ofBranch({})).toMatchObject({
      id: "branch:side",
      title: "side: 1 commit ahead of main",
      tier: "XXS",
      kind: "progress",
      staleAfter: "2026-07-29T12:00:00.000Z",
    });
  });

  it("with commits not pushed is S, after 7 days M, and due on that day", () => {
    const young = ofBranch({ unpushed: unpushed(2, "2026-06-28T00:00:00.000Z") });
    const old = ofBranch({ unpushed: unpushed(2, "2026-06-01T00:00:00.000Z") });
    expect(young).toMatchObject({ tier: "S", dueAt: "2026-07-05T00:00:00.000Z" });
    expect(old).toMatchObject({
      tier: "M",
      kind: "risk",
      title: "side: 2 commits not pushed since 2026-06-01",
    });
  });

  it("of a repository without remotes is not called unpushed", () => {
    const branches = branchesOf([
      branchWith({ name: "side", upstream: null, unpushed: unpushed(2, NOW) }),
    ]);
    const { repository } = factsWith();
    const found = matters({ branches, repository: { ...repository, remotes: [] } });
    expect(found).toMatchObject([
      { id: "branch:side", title: "side: 2 commits that main lacks", tier: "S", dueAt: null },
      { id: "repository:no-remote", tier: "XXS" },
    ]);
  });

  it("without a commit for 30 days is stale, and not going to be", () => {
    const stale = ofBranch({ committedAt: "2026-05-30T00:00:00.000Z" });
    expect(stale).toMatchObject({ tier: "XS", kind: "decision", staleAfter: null });
  });

  it("ahead of and behind its upstream needs a decision", () => {
    const upstream = { type: "live", name: "origin/side", aheadCount: 2, behindCount: 3 } as const;
    expect(ofBranch({ upstream })).toMatchObject({
      tier: "M",
      kind: "decision",
      title: "side: diverged from origin/side, 2 ahead and 3 behind",
    });
  });

  it("with a deleted upstream needs a decision", () => {
    const upstream = { type: "gone", name: "origin/side" } as const;
    expect(ofBranch({ upstream })).toMatchObject({ tier: "XS", kind: "decision" });
  });

  it.each([
    [400, "XXS"],
    [401, "M"],
  ])("with %i changed lines is %s", (lineCount, tier) => {
    expect(ofBranch({ change: { fileCount: 3, lineCount } }).tier).toBe(tier);
  });

  it.each([
    [49, "XXS"],
    [50, "S"],
  ])("%i commits behind is %s", (behindCount, tier) => {
    expect(ofBranch({ behindCount }).tier).toBe(tier);
  });

  it("merged is a finding that takes the place of the branch", () => {
    expect(ofBranch({ isMerged: true, formerNames: ["old"] })).toMatchObject({
      id: "merged:side",
      tier: "XXS",
      kind: "finding",
      isSequel: false,
      replaces: ["branch:side", "branch:old", "merged:old"],
    });
  });

  it("without commits of its own is at most a sequel", () => {
    expect(ofBranch({ isMerged: true, isAtDefault: true }).isSequel).toBe(true);
  });

  it("up to date with everything is no matter", () => {
    expect(
      matters({ branches: branchesOf([branchWith({ name: "side", aheadCount: 0 })]) }),
    ).toEqual([]);
  });

  it("stand in a layer of their own if they are more than 3", () => {
    const named = (count: number) =>
      Array.from({ length: count }, (_, index) => branchWith({ name: `b${index}` }));
    expect(matters({ branches: branchesOf(named(3)) }).every(({ parent }) => parent === null)).toBe(
      true,
    );
    const big = branchWith({ name: "big", change: { fileCount: 1, lineCount: 999 } });
    const [group, ...members] = matters({ branches: branchesOf([...named(3), big], 2) });
    expect(group).toMatchObject({ id: "branches", title: "Branches: 6 branches", tier: "M" });
    expect(members.map(({ parent }) => parent)).toEqual(Array(4).fill("branches"));
  });

  it("keep their name in the id if it fits, and a hash of it if not", () => {
    const ids = ["feat/a_b+1", "修复", "a#2", "x".repeat(200), "it's"].map(
      (name) => ofBranch({ name }).id,
    );
    expect(ids[0]).toBe("branch:feat/a_b+1");
    for (const id of ids.slice(1)) expect(id).toMatch(/^branch::[0-9a-f]{16}$/);
    expect(new Set(ids).size).toBe(ids.length);
  });
});

describe("files", () => {
  it("that look secret weigh by evidence, and most if they are staged", () => {
    const secret = { path: "a/.env", changedAt: null, isStaged: false, evidence: "name" } as const;
    const tierOf = (parts: object): string =>
      only({ secrets: { items: [{ ...secret, ...parts }], moreCount: 0 } }).tier;
    expect(tierOf({})).toBe("M");
    expect(tierOf({ evidence: "header" })).toBe("L");
    expect(tierOf({ isStaged: true })).toBe("XL");
  });

  it("with new TODO lines are grouped, and the line number is no part of an id", () => {
    const items = [todoWith(), todoWith({ line: 9 }), todoWith({ word: "FIXME" })];
    const moved = items.map((todo) => ({ ...todo, line: todo.line + 100 }));
    const ids = (list: typeof items) =>
      matters({ todos: { items: list, moreCount: 0 } }).map(({ id }) => id);
    expect(new Set(ids(items)).size).toBe(4);
    expect(ids(moved)).toEqual(ids(items));
    expect(matters({ todos: { items, moreCount: 4 } })).toMatchObject([
      { id: "todos", title: "New FIXME, TODO: 7 lines", tier: "XS" },
      { tier: "XXS", parent: "todos", title: "TODO in src/a.ts: measure" },
      { tier: "XXS", parent: "todos" },
      { tier: "XS", parent: "todos" },
    ]);
  });
});

describe("the rest", () => {
  it.each([
    ["2026-06-01T00:00:00.000Z", "XS"],
    ["2026-05-01T00:00:00.000Z", "S"],
  ])("a stash of %s is %s", (at, tier) => {
    const stashes = { items: [{ commit: "c", at, subject: "On main: x" }], moreCount: 0 };
    expect(only({ stashes })).toMatchObject({ id: "stashes", tier, kind: "decision" });
  });

  it("commits on no branch are a risk", () => {
    const { repository } = factsWith();
    const lonely = unpushed(3, NOW);
    const head = { type: "detached", commit: "c", lonely } as const;
    expect(only({ repository: { ...repository, head } })).toMatchObject({
      tier: "M",
      kind: "risk",
    });
  });

  it("what was not looked at is said", () => {
    const gaps = [{ area: "branches", code: "cut", detail: "5 more branches" }] as const;
    expect(only({ gaps })).toMatchObject({ id: "desk:gaps", tier: "XXS" });
  });

  it("says once, and of no branch, that what is pushed is not known", () => {
    const gaps = [{ area: "branches", code: "push_unknown", detail: "x" }] as const;
    const { repository } = factsWith();
    const bare = { ...repository, isBare: true };
    const main = branchWith({ name: "main", isDefault: true, aheadCount: 0, unpushed: null });
    const side = branchWith({ name: "side", isCurrent: true, unpushed: null });
    const found = matters({ gaps, repository: bare, branches: branchesOf([main, side]) });
    expect(found.map(({ title }) => title)).toEqual([
      "side: 1 commit ahead of main",
      "git-desk: what is pushed is not known",
    ]);
    expect(JSON.stringify(found)).not.toMatch(/not pushed|checked out/);
  });

  it("no text of a repository can make a title or summary unfit", () => {
    const evil = "a\u202e\u0000\nb\ud800 \u001b[2J".repeat(60);
    const { title, summary } = ofBranch({ name: evil });
    for (const text of [title, summary]) {
      expect(text).not.toMatch(/[\p{Control}\p{Surrogate}\u202a-\u202e]/u);
      expect(text).toBe(text.trim());
    }
    expect([...title].length).toBeLessThanOrEqual(LIMITS.titleCharacters);
  });
});
