/** Deferred entries whose time has come: those longest due, and how many there are. */
import type { Deferred, DueBack, Instant, State } from "@fold/contracts";
import { elapsedBetween, LIMITS } from "@fold/contracts/values";
import { isPast } from "../is-past.js";
import { compareText } from "../order.js";

export function dueBack(
  state: State,
  now: Instant,
): { readonly due_back: readonly DueBack[]; readonly due_back_total: number } {
  const sorted = byUntil(state.deferred);
  const due_back = sorted
    .slice(0, LIMITS.dueBack)
    .filter(({ until }) => isPast(until, now))
    .map(({ id, title, until, closed_at }) => ({
      id,
      title,
      until,
      closed_at,
      since_until: elapsedBetween(until, now),
    }));
  return { due_back, due_back_total: countPast(sorted, now) };
}

const known = new WeakMap<State["deferred"], readonly Deferred[]>();

/** As the map never changes, its order is found once. */
function byUntil(deferred: State["deferred"]): readonly Deferred[] {
  const found = known.get(deferred);
  if (found !== undefined) return found;
  const sorted = [...deferred.values()].sort(
    (left, right) => compareText(left.until, right.until) || compareText(left.id, right.id),
  );
  known.set(deferred, sorted);
  return sorted;
}

/** By halving: what is past stands before what is not. */
function countPast(sorted: readonly Deferred[], now: Instant): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isPast(sorted[middle]?.until ?? null, now)) low = middle + 1;
    else high = middle;
  }
  return low;
}
