/** What a look at a repository finds, as plain data. Times are instants: ISO 8601 in UTC. */

/** A list that may have been cut, and how many more there are. */
export interface Capped<T> {
  readonly items: readonly T[];
  readonly moreCount: number;
}

/** Parts of the picture that can be looked at, or fail to be, on their own. */
export const AREAS = ["worktree", "branches", "todos", "secrets", "stashes"] as const;
export type Area = (typeof AREAS)[number];

/** Something that was not looked at. What it hides is unknown, which is not the same as gone. */
export interface Gap {
  readonly area: Area;
  /**
   * `cut`: more than the limit. `unreadable`: git failed. `out_of_time`: the look took too long.
   * `push_unknown`: all was seen, but nothing tells what is pushed.
   */
  readonly code: "cut" | "unreadable" | "out_of_time" | "push_unknown";
  readonly detail: string;
}

export interface Facts {
  readonly repository: RepositoryFacts;
  /** Null where there is no work tree, as in a bare repository. */
  readonly worktree: WorktreeFacts | null;
  readonly operations: readonly OperationFacts[];
  readonly branches: BranchesFacts;
  readonly todos: Capped<TodoFacts>;
  readonly secrets: Capped<SecretFacts>;
  readonly stashes: Capped<StashFacts>;
  readonly gaps: readonly Gap[];
}

export interface RepositoryFacts {
  /** The last part of the root's path. */
  readonly name: string;
  readonly root: string;
  readonly gitDir: string;
  /** Where refs and objects are; other than `gitDir` in a linked work tree. */
  readonly commonDir: string;
  readonly isBare: boolean;
  readonly isShallow: boolean;
  readonly objectFormat: "sha1" | "sha256";
  readonly remotes: readonly string[];
  readonly head: Head;
}

export type Head =
  | { readonly type: "branch"; readonly branch: string; readonly commit: string }
  | { readonly type: "unborn"; readonly branch: string }
  | {
      readonly type: "detached";
      readonly commit: string;
      /** Commits that no branch and no remote has. */
      readonly lonely: CommitSpan;
    };

export interface CommitSpan {
  readonly count: number;
  /** There are more than were counted. */
  readonly isCut: boolean;
  readonly oldestAt: string | null;
  readonly newestAt: string | null;
}

export interface WorktreeFacts {
  readonly stagedCount: number;
  readonly unstagedCount: number;
  readonly untrackedCount: number;
  readonly unmergedPaths: Capped<string>;
  readonly conflictMarkerPaths: Capped<string>;
  /** Files of which anything differs from HEAD, untracked ones included. */
  readonly changedFileCount: number;
  /** Added and removed lines against HEAD, lines of untracked text files included. */
  readonly changedLineCount: number;
  readonly oldestChangeAt: string | null;
  readonly newestChangeAt: string | null;
}

export const OPERATIONS = ["merge", "rebase", "am", "cherry-pick", "revert", "bisect"] as const;
export type Operation = (typeof OPERATIONS)[number];

export interface OperationFacts {
  readonly operation: Operation;
  readonly startedAt: string | null;
  /** The branch that is being rebased. */
  readonly branch: string | null;
}

export interface BranchesFacts {
  /** Null where there is no commit yet. */
  readonly defaultBranch: string | null;
  readonly list: Capped<BranchFacts>;
  /** Every local branch, those included that were not looked at. */
  readonly allNames: readonly string[];
}

export interface BranchFacts {
  readonly name: string;
  readonly tip: string;
  readonly committedAt: string;
  readonly isCurrent: boolean;
  readonly isDefault: boolean;
  readonly upstream: UpstreamFacts | null;
  /**
   * Commits that no remote has; without any remote, those that the default branch lacks. Null: there
   * is a remote, and not one of its branches is known here, as in a bare clone.
   */
  readonly unpushed: CommitSpan | null;
  /** Commits that the default branch lacks, and those that it has more. Zero for itself. */
  readonly aheadCount: number;
  readonly behindCount: number;
  /** The default branch has every commit of this one, and others. */
  readonly isMerged: boolean;
  /** Both point at one commit. */
  readonly isAtDefault: boolean;
  /** What it changes since it left the default branch, lock files aside. */
  readonly change: ChangeSize | null;
  /** Names that it had before, the latest first, as far as the reflog tells. */
  readonly formerNames: readonly string[];
}

export interface ChangeSize {
  readonly fileCount: number;
  readonly lineCount: number;
}

export type UpstreamFacts =
  | { readonly type: "gone"; readonly name: string }
  | {
      readonly type: "live";
      readonly name: string;
      readonly aheadCount: number;
      readonly behindCount: number;
    };

export type TodoWord = "TODO" | "FIXME" | "XXX" | "HACK";

export interface TodoFacts {
  readonly path: string;
  readonly line: number;
  readonly word: TodoWord;
  /** The rest of the line, shortened. */
  readonly text: string;
  /** Null: in the work tree or the history of HEAD. Else the branch that adds it. */
  readonly branch: string | null;
  readonly at: string | null;
}

/** A file that looks like a secret. What is in it is never part of a fact. */
export interface SecretFacts {
  readonly path: string;
  readonly isStaged: boolean;
  /** `header`: its first line announces a private key. `name`: only its name looks like one. */
  readonly evidence: "name" | "header";
  readonly changedAt: string | null;
}

export interface StashFacts {
  /** The commit of the stash: its number changes, this does not. */
  readonly commit: string;
  readonly at: string;
  readonly subject: string;
}
