/** Counts commits and finds the oldest and the newest of them. */
import type { CommitSpan } from "./facts.js";
import { instantOfSeconds, type Look } from "./look.js";

export const NO_COMMITS: CommitSpan = { count: 0, isCut: false, oldestAt: null, newestAt: null };

/** `revisions` as `git log` takes them: what to count, and after `--not` what to leave out. */
export async function readSpan(look: Look, revisions: readonly string[]): Promise<CommitSpan> {
  const max = look.limits.commitsCountedMax;
  const text = await look.ask("branches", [
    "log",
    "--format=%ct",
    `--max-count=${max + 1}`,
    ...revisions,
    "--",
  ]);
  const seconds = (text ?? "")
    .split("\n")
    .filter((line) => line !== "")
    .map(Number);
  if (seconds.length === 0) return NO_COMMITS;
  return {
    count: Math.min(seconds.length, max),
    isCut: seconds.length > max,
    oldestAt: instantOfSeconds(Math.min(...seconds)),
    newestAt: instantOfSeconds(Math.max(...seconds)),
  };
}
