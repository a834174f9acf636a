/** The branches of a repository and of its remotes, as `git for-each-ref` lists them. */
import { instantOfSeconds, type Look } from "./look.js";

export interface Ref {
  /** Full name: `refs/heads/…` or `refs/remotes/…`. */
  readonly refname: string;
  readonly commit: string;
  readonly committedAt: string;
  /** Full name of the upstream, which need not exist any more. */
  readonly upstream: string | null;
  /** Full name of the ref that this one stands for. */
  readonly target: string | null;
}

const FORMAT = [
  "%(refname)",
  "%(objectname)",
  "%(committerdate:unix)",
  "%(upstream)",
  "%(symref)",
].join("%00");

/** For a commit that claims a year which no calendar has. */
const UNKNOWN_TIME = "1970-01-01T00:00:00.000Z";

/** The newest first. */
export async function readRefs(look: Look): Promise<readonly Ref[]> {
  const text = await look.ask("branches", [
    "for-each-ref",
    `--format=${FORMAT}`,
    "--sort=-committerdate",
    "refs/heads",
    "refs/remotes",
  ]);
  return (text ?? "").split("\n").flatMap((line) => {
    const [refname, commit, seconds, upstream, target] = line.split("\0");
    if (refname === undefined || commit === undefined || target === undefined) return [];
    // A ref that points at something else than a commit is no branch.
    if (seconds === undefined || seconds === "") return [];
    const committedAt = instantOfSeconds(seconds) ?? UNKNOWN_TIME;
    return [{ refname, commit, committedAt, upstream: upstream || null, target: target || null }];
  });
}

export function branchName(refname: string): string {
  return refname.replace(/^refs\/heads\//, "");
}

export function isLocalBranch({ refname, target }: Ref): boolean {
  return refname.startsWith("refs/heads/") && target === null;
}
