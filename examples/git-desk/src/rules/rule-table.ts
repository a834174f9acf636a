/**
 * The written rules: what git-desk finds worth a person's attention, and how much. They are listed
 * in order of precedence: of two rules with one tier the earlier gives an entry its title and kind.
 * The README shows this table; a test holds the two together.
 */
import type { Tier } from "@fold/contracts/values";

export interface Rule {
  readonly name: string;
  readonly tier: Tier;
  readonly kind: string;
  readonly sentence: string;
}

/** Numbers that the rules speak of. */
export const THRESHOLDS = {
  uncommittedOldDays: 3,
  uncommittedStaleDays: 7,
  unpushedOldDays: 7,
  operationOldDays: 1,
  branchStaleDays: 30,
  stashOldDays: 30,
  todoNewDays: 14,
  bigLines: 400,
  farBehindCommits: 50,
  /** Branches, or secrets, that stand in the root layer before they get a layer of their own. */
  ungroupedMax: 3,
} as const;

const RULES = {
  "secret-staged": {
    tier: "XL",
    kind: "risk",
    sentence: "A file that looks like a secret will be part of the next commit.",
  },
  "conflict-open": {
    tier: "L",
    kind: "blocker",
    sentence: "Paths are unmerged, or conflict markers were added to tracked files.",
  },
  "secret-key": {
    tier: "L",
    kind: "risk",
    sentence: "An untracked file begins as a private key does; one `git add .` would commit it.",
  },
  "operation-old": {
    tier: "L",
    kind: "blocker",
    sentence: "A merge, rebase or the like was begun more than 1 day ago and not ended.",
  },
  "operation-open": {
    tier: "M",
    kind: "blocker",
    sentence: "A merge, rebase, am, cherry-pick, revert or bisect was begun and not ended.",
  },
  "secret-name": {
    tier: "M",
    kind: "risk",
    sentence: "An untracked file has a name that usually means a secret.",
  },
  "detached-commits": {
    tier: "M",
    kind: "risk",
    sentence: "HEAD is detached and has commits that are on no branch.",
  },
  diverged: {
    tier: "M",
    kind: "decision",
    sentence: "A branch and its upstream each have commits that the other lacks.",
  },
  "uncommitted-big": {
    tier: "M",
    kind: "risk",
    sentence: "More than 400 changed lines are not committed.",
  },
  "uncommitted-old": {
    tier: "M",
    kind: "risk",
    sentence: "The oldest change that is not committed is more than 3 days old.",
  },
  "unpushed-old": {
    tier: "M",
    kind: "risk",
    sentence: "The oldest commit that was not pushed is more than 7 days old.",
  },
  big: {
    tier: "M",
    kind: "risk",
    sentence: "A branch changes more than 400 lines against the default branch, lock files aside.",
  },
  "far-behind": {
    tier: "S",
    kind: "risk",
    sentence: "A branch with commits of its own lacks 50 or more of the default branch.",
  },
  uncommitted: {
    tier: "S",
    kind: "commitment",
    sentence: "Tracked files have changes that are not committed; due 3 days after the oldest.",
  },
  unpushed: {
    tier: "S",
    kind: "commitment",
    sentence: "A branch has commits that its remote lacks; due 7 days after the oldest.",
  },
  "local-only": {
    tier: "S",
    kind: "progress",
    sentence: "There is no remote, and a branch has commits that the default branch lacks.",
  },
  "stash-old": {
    tier: "S",
    kind: "decision",
    sentence: "The oldest stash is more than 30 days old.",
  },
  stash: { tier: "XS", kind: "decision", sentence: "Work was put aside with `git stash`." },
  stale: {
    tier: "XS",
    kind: "decision",
    sentence: "The last commit of an unmerged branch is more than 30 days old.",
  },
  "upstream-gone": {
    tier: "XS",
    kind: "decision",
    sentence: "The upstream of a branch was deleted while the branch is not merged here.",
  },
  "untracked-only": {
    tier: "XS",
    kind: "progress",
    sentence: "There are untracked files, and nothing else is uncommitted.",
  },
  fixme: {
    tier: "XS",
    kind: "commitment",
    sentence: "A FIXME, XXX or HACK was added in the last 14 days or is not pushed.",
  },
  todo: {
    tier: "XXS",
    kind: "commitment",
    sentence: "A TODO was added in the last 14 days or is not pushed.",
  },
  behind: { tier: "XXS", kind: "info", sentence: "A branch lacks commits of its upstream." },
  open: {
    tier: "XXS",
    kind: "progress",
    sentence: "The default branch lacks commits of a branch, which is pushed as far as is known.",
  },
  merged: {
    tier: "XXS",
    kind: "finding",
    sentence: "The default branch has all of a branch, which can be deleted.",
  },
  "no-remote": {
    tier: "XXS",
    kind: "info",
    sentence: "The repository has commits and no remote: there is no other copy.",
  },
  gap: {
    tier: "XXS",
    kind: "info",
    sentence:
      "A part was not looked at, being too much or because git failed; or nothing tells what is pushed.",
  },
} as const satisfies Record<string, Omit<Rule, "name">>;

export type RuleName = keyof typeof RULES;

/** Each rule, in order of precedence. */
export const RULE_TABLE: readonly Rule[] = Object.entries(RULES).map(([name, rule]) => ({
  name,
  ...rule,
}));

export function ruleOf(name: RuleName): Rule {
  return { name, ...RULES[name] };
}

/** 0 is the highest. */
export function precedenceOf(name: string): number {
  return RULE_TABLE.findIndex((rule) => rule.name === name);
}
