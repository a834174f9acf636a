/** The repository as a whole: HEAD, remotes, stashes, and what was not looked at. */
import type { Facts, Gap } from "../git/facts.js";
import { isOlder } from "./instants.js";
import { type Finding, type Matter, matterOf } from "./matter.js";
import { counted, dayOf, listed } from "./one-line.js";
import { THRESHOLDS } from "./rule-table.js";

export function repositoryMatters(facts: Facts, now: string): readonly (Matter | null)[] {
  return [detachedMatter(facts), stashMatter(facts, now), remoteMatter(facts), gapMatter(facts)];
}

function detachedMatter({ repository }: Facts): Matter | null {
  const { head } = repository;
  if (head.type !== "detached" || head.lonely.count === 0) return null;
  const { count, oldestAt } = head.lonely;
  return matterOf({
    id: "head:detached",
    area: "branches",
    subject: "Detached HEAD",
    findings: [{ rule: "detached-commits", phrase: `${counted(count, "commit")} on no branch` }],
    remarks: [
      "git switch -c NAME keeps them.",
      ...(oldestAt === null ? [] : [`The oldest is of ${dayOf(oldestAt)}.`]),
    ],
    sources: [{ id: "tip", origin: "git", ref: head.commit }],
  });
}

function stashMatter({ stashes }: Facts, now: string): Matter | null {
  const { items, moreCount } = stashes;
  const oldest = items.at(-1);
  if (oldest === undefined) return null;
  const phrase = `${counted(items.length + moreCount, "stash", "stashes")} put aside`;
  const isOld = isOlder(oldest.at, { days: THRESHOLDS.stashOldDays, now });
  const finding: Finding = isOld
    ? { rule: "stash-old", phrase: `${phrase} since ${dayOf(oldest.at)}` }
    : { rule: "stash", phrase };
  const subjects = items.map(({ subject, at }) => `${dayOf(at)} ${subject}`);
  return matterOf({
    id: "stashes",
    area: "stashes",
    subject: "Stash",
    findings: [finding],
    remarks: [`${listed(subjects, { shown: 4, moreCount })}.`],
    sources: [{ id: "stash", origin: "git", ref: "git stash list" }],
  });
}

function remoteMatter({ repository }: Facts): Matter | null {
  if (repository.remotes.length > 0 || repository.isBare) return null;
  if (repository.head.type === "unborn") return null;
  return matterOf({
    id: "repository:no-remote",
    area: "branches",
    subject: "Repository",
    findings: [{ rule: "no-remote", phrase: "no remote, so this is the only copy" }],
    sources: [{ id: "remotes", origin: "git", ref: "git remote" }],
  });
}

function gapMatter({ gaps }: Facts): Matter | null {
  const isSeen = (gap: Gap): boolean => gap.code === "push_unknown";
  const areas = [...new Set(gaps.filter((gap) => !isSeen(gap)).map(({ area }) => area))];
  const findings: Finding[] = [];
  if (areas.length > 0) {
    findings.push({ rule: "gap", phrase: `not everything was looked at: ${areas.join(", ")}` });
  }
  if (gaps.some(isSeen)) findings.push({ rule: "gap", phrase: "what is pushed is not known" });
  return matterOf({
    id: "desk:gaps",
    area: "worktree",
    subject: "git-desk",
    findings,
    remarks: gaps.map(({ area, detail }) => `${area}: ${detail}.`),
  });
}
