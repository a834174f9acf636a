import type { Entry } from "@fold/contracts";
import { shareOf } from "@fold/contracts/values";
import { compareText } from "../order.js";

const known = new WeakMap<readonly Entry[], readonly Entry[]>();

/** The entries of a layer by rank. As a layer never changes, its order is found once. */
export function ranked(entries: readonly Entry[]): readonly Entry[] {
  const found = known.get(entries);
  if (found !== undefined) return found;
  const sorted = [...entries].sort(byRank);
  known.set(entries, sorted);
  return sorted;
}

/**
 * The order of a layer: share descending, then the earlier due date with none last, then the event
 * that declared the entry, then the id. It is total and does not depend on `now`, so an entry keeps
 * its place until somebody changes something.
 */
export function byRank(left: Entry, right: Entry): number {
  return (
    shareOf(right.tier) - shareOf(left.tier) ||
    compareDue(left.due_at, right.due_at) ||
    left.declared_seq - right.declared_seq ||
    compareText(left.id, right.id)
  );
}

/** Instants compare as text, for they all have one form. */
function compareDue(left: string | null, right: string | null): number {
  if (left === right) return 0;
  if (left === null) return 1;
  return right === null ? -1 : compareText(left, right);
}
