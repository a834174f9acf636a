/** Branches: what was not pushed, what diverged, what was forgotten, what is done. */
import type { BranchFacts, Facts } from "../git/facts.js";
import { daysAfter, isOlder } from "./instants.js";
import { type Finding, groupOf, type Matter, type MatterSource, matterOf } from "./matter.js";
import { matterId } from "./matter-id.js";
import { counted, dayOf } from "./one-line.js";
import { THRESHOLDS } from "./rule-table.js";

interface Setting {
  readonly now: string;
  readonly defaultBranch: string;
  readonly hasRemotes: boolean;
  readonly isBare: boolean;
}

export const BRANCH_GROUP = "branches";

export function branchMatters({ branches, repository }: Facts, now: string): readonly Matter[] {
  const { defaultBranch, list } = branches;
  if (defaultBranch === null) return [];
  const { remotes, isBare } = repository;
  const setting: Setting = { now, defaultBranch, hasRemotes: remotes.length > 0, isBare };
  const matters = list.items.flatMap((branch) => branchMatter(branch, setting) ?? []);
  // A sequel that may come to nothing does not decide how the others stand.
  const certain = matters.filter(({ isSequel }) => !isSequel);
  if (certain.length <= THRESHOLDS.ungroupedMax) return matters;
  return groupOf(matters, {
    id: BRANCH_GROUP,
    title: `Branches: ${counted(certain.length + list.moreCount, "branch", "branches")}`,
  });
}

function branchMatter(branch: BranchFacts, setting: Setting): Matter | null {
  return branch.isMerged ? mergedMatter(branch, setting) : openMatter(branch, setting);
}

/**
 * A branch that was just made at the default branch has no commits either. It counts as merged only
 * if it is known to have had some: then it takes the place of the entry that said so.
 */
function mergedMatter(branch: BranchFacts, { defaultBranch }: Setting): Matter | null {
  const { name, isAtDefault, isCurrent, committedAt } = branch;
  return matterOf({
    id: matterId("merged", name),
    area: "branches",
    subject: name,
    findings: [{ rule: "merged", phrase: `merged into ${defaultBranch}` }],
    remarks: [`Last commit of ${dayOf(committedAt)}. git branch -d deletes it.`],
    sources: branchSources(branch),
    replaces: [
      ...[name, ...branch.formerNames].map((known) => matterId("branch", known)),
      ...branch.formerNames.map((former) => matterId("merged", former)),
    ],
    isSequel: isAtDefault || isCurrent,
  });
}

function openMatter(branch: BranchFacts, setting: Setting): Matter | null {
  const { name, tip, committedAt, formerNames } = branch;
  const staleAt = daysAfter(committedAt, THRESHOLDS.branchStaleDays);
  const isStaleNow = staleAt !== null && staleAt <= setting.now;
  const findings = [
    ...unpushedFindings(branch, setting),
    ...upstreamFindings(branch),
    ...(branch.isDefault ? [] : ownFindings(branch, setting)),
  ];
  return matterOf({
    id: matterId("branch", name),
    area: "branches",
    subject: name,
    findings,
    remarks: [
      ...distances(branch, setting),
      `Last commit of ${dayOf(committedAt)}.`,
      ...(branch.isCurrent && !setting.isBare ? ["It is checked out."] : []),
    ],
    // From then on the branch counts as forgotten, which this entry does not say.
    staleAfter: branch.isDefault || isStaleNow ? null : staleAt,
    sources: branchSources(branch),
    replaces: formerNames.map((former) => matterId("branch", former)),
    tip,
  });
}

function unpushedFindings(branch: BranchFacts, setting: Setting): readonly Finding[] {
  if (branch.unpushed === null || branch.unpushed.count === 0) return [];
  const { count, isCut, oldestAt } = branch.unpushed;
  const commits = isCut ? `more than ${count} commits` : counted(count, "commit");
  if (!setting.hasRemotes) {
    return [{ rule: "local-only", phrase: `${commits} that ${setting.defaultBranch} lacks` }];
  }
  const days = THRESHOLDS.unpushedOldDays;
  const phrase = `${commits} not pushed`;
  const dueAt = daysAfter(oldestAt, days);
  if (oldestAt !== null && isOlder(oldestAt, { days, now: setting.now })) {
    return [{ rule: "unpushed-old", phrase: `${phrase} since ${dayOf(oldestAt)}`, dueAt }];
  }
  return [{ rule: "unpushed", phrase, dueAt }];
}

function upstreamFindings({ upstream, isDefault }: BranchFacts): readonly Finding[] {
  if (upstream === null) return [];
  const { name } = upstream;
  if (upstream.type === "gone") {
    if (isDefault) return [];
    return [{ rule: "upstream-gone", phrase: `its upstream ${name} was deleted` }];
  }
  const { aheadCount, behindCount } = upstream;
  if (behindCount === 0) return [];
  if (aheadCount === 0) {
    return [{ rule: "behind", phrase: `${counted(behindCount, "commit")} behind ${name}` }];
  }
  const phrase = `diverged from ${name}, ${aheadCount} ahead and ${behindCount} behind`;
  return [{ rule: "diverged", phrase }];
}

function ownFindings(branch: BranchFacts, { now, defaultBranch }: Setting): readonly Finding[] {
  const { aheadCount, behindCount, change, committedAt } = branch;
  const { bigLines, branchStaleDays, farBehindCommits } = THRESHOLDS;
  if (aheadCount === 0) return [];
  const findings: Finding[] = [
    { rule: "open", phrase: `${counted(aheadCount, "commit")} ahead of ${defaultBranch}` },
  ];
  if (change !== null && change.lineCount > bigLines) {
    const size = `${change.lineCount} changed lines in ${counted(change.fileCount, "file")}`;
    findings.push({ rule: "big", phrase: `${size} to review` });
  }
  if (behindCount >= farBehindCommits) {
    findings.push({ rule: "far-behind", phrase: `${behindCount} commits behind ${defaultBranch}` });
  }
  if (isOlder(committedAt, { days: branchStaleDays, now })) {
    findings.push({ rule: "stale", phrase: `no commit since ${dayOf(committedAt)}` });
  }
  return findings;
}

function distances(branch: BranchFacts, { defaultBranch }: Setting): readonly string[] {
  const { behindCount, isDefault } = branch;
  if (isDefault || behindCount === 0 || behindCount >= THRESHOLDS.farBehindCommits) return [];
  return [`${counted(behindCount, "commit")} behind ${defaultBranch}.`];
}

function branchSources({ name, tip, committedAt }: BranchFacts): readonly MatterSource[] {
  return [
    { id: "branch", origin: "git", ref: `refs/heads/${name}` },
    { id: "tip", origin: "git", ref: tip, event_at: committedAt },
  ];
}
