/** Each outcome has a cause among the things that were done to the store. */
import type { Disturbance } from "../history/disturbances.js";
import type { Finding } from "./findings.js";
import { overlaps } from "./intervals.js";
import type { Call } from "./read-history.js";

/** A handle whose sync failed in a full disk says so at its next call, which may come later. */
const AFTER_FULL_US = 2_000_000;

/** What a full disk leads to. */
const OF_FULL_DISK = new Set(["no_space", "sync_failed", "reopen_needed"]);

export function checkOutcomes(
  calls: readonly Call[],
  disturbances: readonly Disturbance[],
): readonly Finding[] {
  return calls.flatMap((call): readonly Finding[] => {
    const outcome = unexplained(call, disturbances);
    if (outcome === null) return [];
    return [{ code: "unexpected_outcome", outcome, process: call.process, call: call.call }];
  });
}

/** The outcome in words if nothing explains it. */
function unexplained(call: Call, disturbances: readonly Disturbance[]): string | null {
  const { answer, process } = call;
  if (answer === null) return null;
  switch (answer.outcome) {
    case "accepted":
    case "rejected":
    case "conflict":
    case "page":
      return null;
    case "view":
      return answer.isReadOnly ? "a read without the lock" : null;
    case "unavailable": {
      const { reason, detail = answer.message } = answer;
      // Whether the wait was fair is judged with the waits.
      if (reason === "lock_timeout") return null;
      const isOfFullDisk = OF_FULL_DISK.has(reason) && wasFull(call, disturbances);
      return isOfFullDisk ? null : `unavailable, ${reason}: ${detail}`;
    }
    case "unknown":
      return wasFull(call, disturbances) ? null : `unknown: ${answer.detail ?? answer.message}`;
    case "no_answer":
      return wasKilled(process, disturbances) ? null : `no answer: ${answer.detail}`;
    default:
      return `${answer.outcome}: ${answer.message}`;
  }
}

function wasFull(call: Call, disturbances: readonly Disturbance[]): boolean {
  return disturbances.some(
    (done) =>
      done.kind === "disk_full" && overlaps(call, { from: done.from, to: done.to + AFTER_FULL_US }),
  );
}

function wasKilled(process: string, disturbances: readonly Disturbance[]): boolean {
  return disturbances.some((done) => done.kind === "kill" && done.process === process);
}
