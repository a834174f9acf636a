/** Facts for tests of rules: a quiet repository, and what a test changes in it. */
import type {
  BranchFacts,
  CommitSpan,
  Facts,
  TodoFacts,
  WorktreeFacts,
} from "../../src/git/facts.js";

export const NOW = "2026-06-30T12:00:00.000Z";

const NOTHING = { items: [], moreCount: 0 } as const;

export const QUIET_WORKTREE: WorktreeFacts = {
  stagedCount: 0,
  unstagedCount: 0,
  untrackedCount: 0,
  unmergedPaths: NOTHING,
  conflictMarkerPaths: NOTHING,
  changedFileCount: 0,
  changedLineCount: 0,
  oldestChangeAt: null,
  newestChangeAt: null,
};

export function factsWith(parts: Partial<Facts> = {}): Facts {
  return {
    repository: {
      name: "repo",
      root: "/repo",
      gitDir: "/repo/.git",
      commonDir: "/repo/.git",
      isBare: false,
      isShallow: false,
      objectFormat: "sha1",
      remotes: ["origin"],
      head: { type: "branch", branch: "main", commit: commitOf("main") },
    },
    worktree: QUIET_WORKTREE,
    operations: [],
    branches: branchesOf([]),
    todos: NOTHING,
    secrets: NOTHING,
    stashes: NOTHING,
    gaps: [],
    ...parts,
  };
}

export function branchesOf(items: readonly BranchFacts[], moreCount = 0): Facts["branches"] {
  return {
    defaultBranch: "main",
    list: { items, moreCount },
    allNames: ["main", ...items.map(({ name }) => name)],
  };
}

/** A pushed branch, one commit ahead of main, committed to yesterday. */
export function branchWith(parts: Partial<BranchFacts> & { readonly name: string }): BranchFacts {
  return {
    tip: commitOf(parts.name),
    committedAt: "2026-06-29T12:00:00.000Z",
    isCurrent: false,
    isDefault: false,
    upstream: { type: "live", name: `origin/${parts.name}`, aheadCount: 0, behindCount: 0 },
    unpushed: { count: 0, isCut: false, oldestAt: null, newestAt: null },
    aheadCount: 1,
    behindCount: 0,
    isMerged: false,
    isAtDefault: false,
    change: { fileCount: 1, lineCount: 10 },
    formerNames: [],
    ...parts,
  };
}

export function unpushed(count: number, oldestAt: string): CommitSpan {
  return { count, isCut: false, oldestAt, newestAt: oldestAt };
}

export function todoWith(parts: Partial<TodoFacts> = {}): TodoFacts {
  return {
    path: "src/a.ts",
    line: 1,
    word: "TODO",
    text: "measure",
    branch: null,
    at: "2026-06-29T00:00:00.000Z",
    ...parts,
  };
}

/** A commit id that depends on a text alone. */
export function commitOf(text: string): string {
  return Buffer.from(text, "utf8").toString("hex").padEnd(40, "0").slice(0, 40);
}
