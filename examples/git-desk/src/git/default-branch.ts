/** Finds the branch that the others are measured against. */
import type { Head } from "./facts.js";
import { branchName, isLocalBranch, type Ref } from "./refs.js";

export interface DefaultBranch {
  readonly name: string;
  /** Commits that are on the default branch, here or on the remote; at least one. */
  readonly commits: readonly string[];
  /** The commit to measure a change against. */
  readonly commit: string;
}

const USUAL_NAMES = ["main", "master", "trunk", "develop"];

/**
 * In this order: what `origin/HEAD` stands for, a usual name that exists here or on origin, the
 * current branch, the newest branch. Null where there is no commit.
 */
export function findDefaultBranch(refs: readonly Ref[], head: Head): DefaultBranch | null {
  const byName = new Map(refs.map((ref) => [ref.refname, ref]));
  const exists = (name: string): boolean =>
    byName.has(`refs/heads/${name}`) || byName.has(`refs/remotes/origin/${name}`);
  const originHead = byName.get("refs/remotes/origin/HEAD")?.target;
  const candidates = [
    originHead?.replace(/^refs\/remotes\/origin\//, ""),
    ...USUAL_NAMES,
    head.type === "branch" ? head.branch : undefined,
    newestBranch(refs),
  ];
  const name = candidates.find((candidate) => candidate !== undefined && exists(candidate));
  if (name === undefined) return null;

  const local = byName.get(`refs/heads/${name}`);
  const upstream = local?.upstream ?? `refs/remotes/origin/${name}`;
  const remote = byName.get(upstream);
  const commits = [local, remote].flatMap((ref) => (ref === undefined ? [] : [ref.commit]));
  const [commit] = commits;
  return commit === undefined ? null : { name, commits: [...new Set(commits)], commit };
}

function newestBranch(refs: readonly Ref[]): string | undefined {
  const newest = refs.find(isLocalBranch);
  return newest === undefined ? undefined : branchName(newest.refname);
}
