/**
 * Nobody gets in while a process holds the store, however long it is stopped; and whoever is
 * impatient is sent away when its timeout is over.
 */
import type { Finding } from "./findings.js";
import { firstWhere, type Interval, overlaps } from "./intervals.js";
import type { Call, ProcessHistory } from "./read-history.js";
import { turnsOf } from "./turns.js";

interface Hold extends Interval {
  readonly process: string;
}

export function checkHolds(histories: readonly ProcessHistory[]): readonly Finding[] {
  const holds = histories
    .flatMap(({ process, holds: own }) => own.map((hold): Hold => ({ process, ...hold })))
    .sort((a, b) => a.from - b.from);
  const writes = histories
    .flatMap(({ calls }) => calls.filter(({ answer }) => isWriting(answer)))
    .sort((a, b) => a.from - b.from);
  const findings: Finding[] = [];
  for (const [index, hold] of holds.entries()) {
    const before = holds[index - 1];
    if (before !== undefined && before.process !== hold.process && overlaps(before, hold)) {
      findings.push({ code: "two_holders", processes: [before.process, hold.process] });
    }
    findings.push(...writesPast(hold, writes));
    if (isEndured(hold, histories)) findings.push({ code: "nobody_refused", holder: hold.process });
  }
  return findings;
}

function isWriting(answer: Call["answer"]): boolean {
  return answer?.outcome === "accepted" && !answer.duplicate;
}

/** Records that were asked for and accepted within a hold of another process. */
function writesPast(hold: Hold, writes: readonly Call[]): readonly Finding[] {
  const findings: Finding[] = [];
  for (let at = firstWhere(writes, ({ from }) => from > hold.from); at < writes.length; at += 1) {
    const write = writes[at];
    if (write === undefined || write.from >= hold.to) break;
    const { process, call, to, answer } = write;
    if (to >= hold.to || process === hold.process || answer?.outcome !== "accepted") continue;
    const { event_seq } = answer;
    const holder = hold.process;
    findings.push({ code: "wrote_past_holder", holder, process, call, event_seq });
  }
  return findings;
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
