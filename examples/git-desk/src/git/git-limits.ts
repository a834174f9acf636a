/**
 * How much of a repository is read. Whatever is left out is a fact of its own: a count of the rest,
 * or a gap.
 */
export interface GitLimits {
  /** Branches that are looked at one by one, the newest first. */
  readonly branchesMax: number;
  /** Branches other than the current one whose diff is searched for new TODO lines. */
  readonly searchedBranchesMax: number;
  readonly todosMax: number;
  readonly secretsMax: number;
  readonly stashesMax: number;
  readonly pathsMax: number;
  /** Files whose lines are dated with `git blame`. */
  readonly datedFilesMax: number;
  /** Changed files whose time of change is read. */
  readonly timedFilesMax: number;
  /** Untracked files that are opened. */
  readonly openedFilesMax: number;
  readonly openedFileBytesMax: number;
  readonly openedBytesMax: number;
  /** Output of one diff. */
  readonly diffBytesMax: number;
  /** Output of any other command. */
  readonly outputBytesMax: number;
  readonly commitsCountedMax: number;
  readonly commandTimeoutMs: number;
  /** After so long no further command is started. */
  readonly lookTimeoutMs: number;
  /** How old a commit may be for the TODO lines it adds to count as new. */
  readonly recentDays: number;
}

export const DEFAULT_GIT_LIMITS: GitLimits = {
  branchesMax: 200,
  searchedBranchesMax: 20,
  todosMax: 200,
  secretsMax: 50,
  stashesMax: 50,
  pathsMax: 50,
  datedFilesMax: 50,
  timedFilesMax: 2000,
  openedFilesMax: 500,
  openedFileBytesMax: 256 * 1024,
  openedBytesMax: 2 * 1024 * 1024,
  diffBytesMax: 5 * 1024 * 1024,
  outputBytesMax: 16 * 1024 * 1024,
  commitsCountedMax: 1000,
  commandTimeoutMs: 30_000,
  lookTimeoutMs: 60_000,
  recentDays: 14,
};
