/**
 * Nobody gets in while a process holds the store, however long it is stopped; and whoever is
 * impatient is sent away when its timeout is over.
 */
import type { Finding } from "./findings.js";
import { type Interval, overlaps } from "./intervals.js";
import type { ProcessHistory } from "./read-history.js";
import { turnsOf } from "./turns.js";

interface Hold extends Interval {
  readonly process: string;
}

export function checkHolds(histories: readonly ProcessHistory[]): readonly Finding[] {
  const holds = histories
    .flatMap(({ process, holds: own }) => own.map((hold): Hold => ({ process, ...hold })))
    .sort((a, b) => a.from - b.from);
  const findings: Finding[] = [];
  for (const [index, hold] of holds.entries()) {
    const before = holds[index - 1];
    if (before !== undefined && before.process !== hold.process && overlaps(before, hold)) {
      findings.push({ code: "two_holders", processes: [before.process, hold.process] });
    }
    findings.push(...histories.flatMap((history) => writesPast(hold, history)));
    if (isEndured(hold, histories)) findings.push({ code: "nobody_refused", holder: hold.process });
  }
  return findings;
}

/** A record that was asked for and accepted within a hold of another process. */
function writesPast(hold: Hold, { process, calls }: ProcessHistory): readonly Finding[] {
  if (process === hold.process) return [];
  return calls.flatMap(({ call, from, to, answer }): readonly Finding[] => {
    const isWithin = from > hold.from && to < hold.to;
    if (!isWithin || answer?.outcome !== "accepted" || answer.duplicate) return [];
    const { event_seq } = answer;
    return [{ code: "wrote_past_holder", holder: hold.process, process, call, event_seq }];
  });
}

/** Whether an impatient process asked in vain for twice its timeout, and was not sent away. */
function isEndured(hold: Hold, histories: readonly ProcessHistory[]): boolean {
  return histories.some(({ role, lockTimeoutMs, process, calls }) => {
    const enoughUs = 2000 * lockTimeoutMs;
    if (role !== "impatient" || process === hold.process || hold.to - hold.from < enoughUs) {
      return false;
    }
    // A turn that began within the hold, and early enough, can have had no other end.
    return turnsOf(calls).some(({ call, from }) => {
      const isBound = from > hold.from && from < hold.to - enoughUs;
      const { answer } = call;
      const isRefused = answer?.outcome === "unavailable" && answer.reason === "lock_timeout";
      return isBound && !isRefused;
    });
  });
}
