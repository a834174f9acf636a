/** The work tree: conflicts, operations that were not ended, and changes that are not committed. */
import type { Facts, OperationFacts, WorktreeFacts } from "../git/facts.js";
import { daysAfter, isOlder } from "./instants.js";
import { type Finding, type Matter, matterOf } from "./matter.js";
import { counted, dayOf, listed } from "./one-line.js";
import { THRESHOLDS } from "./rule-table.js";

export function worktreeMatters(facts: Facts, now: string): readonly (Matter | null)[] {
  const { worktree, operations } = facts;
  const ofOperations = operations.map((operation) => operationMatter(operation, now));
  if (worktree === null) return ofOperations;
  return [conflictMatter(worktree), ...ofOperations, changesMatter(worktree, now)];
}

function conflictMatter(worktree: WorktreeFacts): Matter | null {
  const { unmergedPaths, conflictMarkerPaths } = worktree;
  const unmergedCount = unmergedPaths.items.length + unmergedPaths.moreCount;
  const onlyMarked = conflictMarkerPaths.items.filter(
    (path) => !unmergedPaths.items.includes(path),
  );
  const markedCount = onlyMarked.length + conflictMarkerPaths.moreCount;
  const findings: Finding[] = [];
  if (unmergedCount > 0) {
    findings.push({ rule: "conflict-open", phrase: `${counted(unmergedCount, "unmerged path")}` });
  }
  if (markedCount > 0) {
    const phrase = `${counted(markedCount, "file")} with conflict markers`;
    findings.push({ rule: "conflict-open", phrase });
  }
  const paths = [...unmergedPaths.items, ...onlyMarked];
  const moreCount = unmergedPaths.moreCount + conflictMarkerPaths.moreCount;
  return matterOf({
    id: "worktree:conflicts",
    area: "worktree",
    subject: "Conflicts",
    findings,
    remarks: [`In ${listed(paths, { shown: 5, moreCount })}.`],
    sources: [{ id: "status", origin: "git", ref: "git status" }],
  });
}

function operationMatter(facts: OperationFacts, now: string): Matter | null {
  const { operation, startedAt, branch } = facts;
  const days = THRESHOLDS.operationOldDays;
  const since = startedAt === null ? "" : ` since ${dayOf(startedAt)}`;
  const rule = isOlder(startedAt, { days, now }) ? "operation-old" : "operation-open";
  const dueAt = daysAfter(startedAt, days);
  return matterOf({
    id: `operation:${operation}`,
    area: "worktree",
    subject: branch === null ? `Half-done ${operation}` : `Half-done ${operation} of ${branch}`,
    findings: [{ rule, phrase: `not ended${since}`, dueAt }],
    remarks: [`git status says how to go on, or how to give it up.`],
    sources: [{ id: "status", origin: "git", ref: "git status" }],
  });
}

function changesMatter(worktree: WorktreeFacts, now: string): Matter | null {
  const { stagedCount, unstagedCount, untrackedCount, changedFileCount } = worktree;
  if (changedFileCount === 0) return null;
  const { changedLineCount, oldestChangeAt, newestChangeAt } = worktree;
  const { uncommittedOldDays, uncommittedStaleDays, bigLines } = THRESHOLDS;
  const hasTrackedChanges = stagedCount + unstagedCount > 0;
  const files = `${counted(changedFileCount, "file")} not committed`;
  const dueAt = hasTrackedChanges ? daysAfter(oldestChangeAt, uncommittedOldDays) : null;
  const findings: Finding[] = [
    hasTrackedChanges
      ? { rule: "uncommitted", phrase: files, dueAt }
      : { rule: "untracked-only", phrase: `${counted(untrackedCount, "untracked file")}` },
  ];
  if (hasTrackedChanges && isOlder(oldestChangeAt, { days: uncommittedOldDays, now })) {
    const day = dayOf(oldestChangeAt ?? now);
    findings.push({ rule: "uncommitted-old", phrase: `uncommitted changes since ${day}` });
  }
  if (changedLineCount > bigLines) {
    findings.push({
      rule: "uncommitted-big",
      phrase: `${counted(changedLineCount, "changed line")} not committed`,
    });
  }
  return matterOf({
    id: "worktree:changes",
    area: "worktree",
    subject: "Work tree",
    findings,
    remarks: [
      `Staged ${stagedCount}, unstaged ${unstagedCount}, untracked ${untrackedCount};`,
      `${counted(changedLineCount, "line")}.`,
      ...(oldestChangeAt === null ? [] : [`Oldest change of ${dayOf(oldestChangeAt)}.`]),
    ],
    staleAfter: daysAfter(newestChangeAt, uncommittedStaleDays),
    sources: [{ id: "status", origin: "git", ref: "git status" }],
  });
}
