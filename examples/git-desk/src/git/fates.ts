/** What became of commits whose branch is gone. */
import type { DefaultBranch } from "./default-branch.js";
import { inPool, type Look } from "./look.js";

/** `merged`: the default branch has it. `unknown`: git could not say. */
export type Fate = "merged" | "unmerged" | "unknown";
export type Fates = ReadonlyMap<string, Fate>;

export async function readFates(
  look: Look,
  commits: readonly string[],
  defaultBranch: DefaultBranch | null,
): Promise<Fates> {
  const fates = await inPool(commits, async (commit): Promise<readonly [string, Fate]> => {
    if (defaultBranch === null) return [commit, "unknown"];
    const answers = await inPool(defaultBranch.commits, (base) => isAncestor(look, commit, base));
    if (answers.includes("merged")) return [commit, "merged"];
    return [commit, answers.includes("unknown") ? "unknown" : "unmerged"];
  });
  return new Map(fates);
}

async function isAncestor(look: Look, commit: string, base: string): Promise<Fate> {
  const outcome = await look.tryRun(["merge-base", "--is-ancestor", commit, base], {
    okExitCodes: [0, 1],
  });
  if (!outcome.ok) return "unknown";
  return outcome.exitCode === 0 ? "merged" : "unmerged";
}
