/** Each local branch against its upstream, the remotes and the default branch. */
import { DIFF_FLAGS } from "./added-lines.js";
import { NO_COMMITS, readSpan } from "./commit-span.js";
import type { DefaultBranch } from "./default-branch.js";
import type {
  BranchesFacts,
  BranchFacts,
  ChangeSize,
  CommitSpan,
  Head,
  UpstreamFacts,
} from "./facts.js";
import { inPool, type Look } from "./look.js";
import { parseNumstat, totalLines } from "./numstat.js";
import { branchName, isLocalBranch, type Ref } from "./refs.js";

const REMOTES = "refs/remotes/";

interface Setting {
  readonly look: Look;
  readonly head: Head;
  readonly defaultBranch: DefaultBranch;
  /** Commits by the full names of their refs. */
  readonly commits: ReadonlyMap<string, string>;
  readonly hasRemotes: boolean;
  readonly isPushKnown: boolean;
  /** Commits that are on the default branch already. */
  readonly merged: ReadonlySet<string>;
}

export async function readBranches({
  look,
  refs,
  head,
  defaultBranch,
  hasRemotes,
}: {
  readonly look: Look;
  readonly refs: readonly Ref[];
  readonly head: Head;
  readonly defaultBranch: DefaultBranch | null;
  readonly hasRemotes: boolean;
}): Promise<BranchesFacts> {
  if (defaultBranch === null) {
    return { defaultBranch: null, list: { items: [], moreCount: 0 }, allNames: [] };
  }
  const locals = refs.filter(isLocalBranch);
  const isFirst = ({ refname }: Ref): boolean => {
    const name = branchName(refname);
    return name === defaultBranch.name || (head.type === "branch" && name === head.branch);
  };
  const ordered = [...locals.filter(isFirst), ...locals.filter((ref) => !isFirst(ref))];
  const shown = ordered.slice(0, look.limits.branchesMax);
  const moreCount = ordered.length - shown.length;
  if (moreCount > 0) {
    look.note({ area: "branches", code: "cut", detail: `${moreCount} more branches` });
  }
  const isPushKnown = !hasRemotes || refs.some(({ refname }) => refname.startsWith(REMOTES));
  if (!isPushKnown) {
    const detail = "there is a remote, and none of its branches is known here";
    look.note({ area: "branches", code: "push_unknown", detail });
  }
  const setting: Setting = {
    look,
    head,
    defaultBranch,
    hasRemotes,
    isPushKnown,
    commits: new Map(refs.map(({ refname, commit }) => [refname, commit])),
    merged: await mergedCommits(look, defaultBranch),
  };
  const items = await inPool(shown, (ref) => readBranch(setting, ref));
  const allNames = locals.map(({ refname }) => branchName(refname));
  return { defaultBranch: defaultBranch.name, list: { items, moreCount }, allNames };
}

async function readBranch(setting: Setting, ref: Ref): Promise<BranchFacts> {
  const { look, head, defaultBranch, merged } = setting;
  const name = branchName(ref.refname);
  const isDefault = name === defaultBranch.name;
  const upstream = await readUpstream(setting, ref);
  const isContained = !isDefault && merged.has(ref.commit);
  const isOpen = !isDefault && !isContained;
  return {
    name,
    tip: ref.commit,
    committedAt: ref.committedAt,
    isCurrent: head.type === "branch" && head.branch === name,
    isDefault,
    upstream,
    unpushed: await readUnpushed(setting, ref, { isDefault }),
    aheadCount: isOpen
      ? await countCommits(look, [ref.commit, "--not", ...defaultBranch.commits])
      : 0,
    behindCount: isDefault
      ? 0
      : await countCommits(look, [...defaultBranch.commits, "--not", ref.commit]),
    isMerged: isContained,
    isAtDefault: !isDefault && defaultBranch.commits.includes(ref.commit),
    change: isOpen ? await readChange(setting, ref) : null,
    formerNames: await readFormerNames(look, ref.refname),
  };
}

async function mergedCommits(look: Look, { commits }: DefaultBranch): Promise<ReadonlySet<string>> {
  const texts = await inPool(commits, (commit) =>
    look.ask("branches", [
      "for-each-ref",
      "--format=%(objectname)",
      `--merged=${commit}`,
      "refs/heads",
    ]),
  );
  return new Set(texts.flatMap((text) => (text ?? "").split("\n")));
}

async function readUpstream(
  { look, commits }: Setting,
  { upstream, commit }: Ref,
): Promise<UpstreamFacts | null> {
  if (upstream === null) return null;
  const name = upstream.replace(/^refs\/(?:heads|remotes)\//, "");
  const target = commits.get(upstream);
  if (target === undefined) return { type: "gone", name };
  const text = await look.ask("branches", [
    "rev-list",
    "--left-right",
    "--count",
    `${commit}...${target}`,
  ]);
  const [aheadCount, behindCount] = (text ?? "0\t0").trim().split("\t").map(Number);
  return { type: "live", name, aheadCount: aheadCount ?? 0, behindCount: behindCount ?? 0 };
}

/** Commits at risk: those which only this repository has. */
async function readUnpushed(
  { look, commits, hasRemotes, isPushKnown, defaultBranch }: Setting,
  { upstream, commit }: Ref,
  { isDefault }: { readonly isDefault: boolean },
): Promise<CommitSpan | null> {
  if (!isPushKnown) return null;
  const target = upstream?.startsWith(REMOTES) ? commits.get(upstream) : undefined;
  if (target !== undefined) return readSpan(look, [commit, "--not", target]);
  if (hasRemotes) return readSpan(look, [commit, "--not", "--remotes"]);
  if (isDefault) return NO_COMMITS;
  return readSpan(look, [commit, "--not", ...defaultBranch.commits]);
}

async function countCommits(look: Look, revisions: readonly string[]): Promise<number> {
  const text = await look.ask("branches", ["rev-list", "--count", ...revisions, "--"]);
  return Number(text ?? 0);
}

async function readChange(
  { look, defaultBranch }: Setting,
  { commit }: Ref,
): Promise<ChangeSize | null> {
  const base = await look.tryRun(["merge-base", defaultBranch.commit, commit], {
    okExitCodes: [0, 1],
  });
  // Histories that have no commit in common have no size against each other.
  if (!base.ok || base.text === "") return null;
  const args = ["diff", "--numstat", "-z", ...DIFF_FLAGS, base.text.trim(), commit, "--"];
  const text = await look.ask("branches", args);
  return text === null ? null : totalLines(parseNumstat(text));
}

const RENAMED = /^Branch: renamed refs\/heads\/(.+) to refs\/heads\/.+$/;

/** The names under which the branch's reflog, which moves along with it, knew it before. */
async function readFormerNames(look: Look, refname: string): Promise<readonly string[]> {
  const args = ["log", "-g", "--max-count=50", "--format=%gs", refname, "--"];
  const outcome = await look.tryRun(args);
  // A branch without a reflog has no former names that anyone knows of.
  if (!outcome.ok) return [];
  const names = outcome.text.split("\n").flatMap((line) => RENAMED.exec(line)?.[1] ?? []);
  return [...new Set(names)];
}
