/** From facts to wanted matters: pure, and the same for the same facts and `now`. */
import type { Facts } from "../git/facts.js";
import { branchMatters } from "./branch-rules.js";
import { secretMatters, todoMatters } from "./file-rules.js";
import type { Wanted } from "./matter.js";
import { repositoryMatters } from "./repository-rules.js";
import { worktreeMatters } from "./worktree-rules.js";

export function wantMatters(facts: Facts, now: string): Wanted {
  const matters = [
    ...worktreeMatters(facts, now),
    ...secretMatters(facts),
    ...branchMatters(facts, now),
    ...todoMatters(facts),
    ...repositoryMatters(facts, now),
  ];
  return {
    matters: matters.filter((matter) => matter !== null),
    unseenAreas: new Set(
      facts.gaps.flatMap(({ area, code }) => (code === "push_unknown" ? [] : [area])),
    ),
    isPushKnown: facts.gaps.every(({ code }) => code !== "push_unknown"),
    branchNames: new Set(facts.branches.allNames),
    defaultBranch: facts.branches.defaultBranch,
  };
}
