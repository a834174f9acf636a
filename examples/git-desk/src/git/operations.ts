/** Operations that were begun and not ended, by the files that git keeps for them. */
import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Operation, OperationFacts } from "./facts.js";
import { instantOfMs } from "./look.js";

const SIGNS: readonly (readonly [operation: Operation, file: string])[] = [
  ["rebase", "rebase-merge"],
  ["am", "rebase-apply/applying"],
  ["rebase", "rebase-apply"],
  ["merge", "MERGE_HEAD"],
  ["cherry-pick", "CHERRY_PICK_HEAD"],
  ["revert", "REVERT_HEAD"],
  ["bisect", "BISECT_LOG"],
];

/** A rebase stops with a CHERRY_PICK_HEAD of its own, which is no operation besides it. */
const PARTS_OF_A_REBASE: readonly Operation[] = ["cherry-pick", "revert", "merge"];

export async function readOperations(gitDir: string): Promise<readonly OperationFacts[]> {
  const found: OperationFacts[] = [];
  for (const [operation, file] of SIGNS) {
    const startedAt = await timeOf(join(gitDir, file));
    if (startedAt === undefined) continue;
    const isRebasing = found.some((other) => other.operation === "rebase");
    const isKnown = found.some((other) => other.operation === operation);
    const isApplying = operation === "rebase" && found.some((other) => other.operation === "am");
    if (isKnown || isApplying) continue;
    if (isRebasing && PARTS_OF_A_REBASE.includes(operation)) continue;
    found.push({ operation, startedAt, branch: await rebasedBranch(operation, gitDir) });
  }
  return found;
}

/** Undefined if there is no such file. */
async function timeOf(path: string): Promise<string | null | undefined> {
  try {
    const status = await stat(path);
    const isBirthKnown = status.birthtimeMs > 0 && status.birthtimeMs <= status.mtimeMs;
    return instantOfMs(isBirthKnown ? status.birthtimeMs : status.mtimeMs);
  } catch {
    return undefined;
  }
}

async function rebasedBranch(operation: Operation, gitDir: string): Promise<string | null> {
  if (operation !== "rebase") return null;
  for (const folder of ["rebase-merge", "rebase-apply"]) {
    const text = await textOf(join(gitDir, folder, "head-name"));
    const branch = /^refs\/heads\/(.+)$/.exec(text?.trim() ?? "")?.[1];
    if (branch !== undefined) return branch;
  }
  return null;
}

async function textOf(path: string): Promise<string | null> {
  try {
    return await readFile(path, "utf8");
  } catch {
    return null;
  }
}
