/**
 * A process that asks several things at once is answered one after the other, so the turn of a call
 * begins when those that it asked before are answered.
 */
import type { Interval } from "./intervals.js";
import type { Call } from "./read-history.js";

export interface Turn extends Interval {
  readonly call: Call;
}

/** The turns of the calls of one process that were answered, in the order of the calls. */
export function turnsOf(calls: readonly Call[]): readonly Turn[] {
  let answeredAt = 0;
  return calls.flatMap((call): readonly Turn[] => {
    if (call.answer === null) return [];
    const from = Math.min(Math.max(call.from, answeredAt), call.to);
    answeredAt = Math.max(answeredAt, call.to);
    return [{ call, from, to: call.to }];
  });
}
