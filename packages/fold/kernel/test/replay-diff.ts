import type { Entry, State, StateDiff } from "@fold/contracts";

/** What a reader gets who replays a diff on the state that it starts from. */
export function replayDiff(base: State, difference: StateDiff) {
  const entries = new Map<string, Entry>(base.entries);
  for (const closed of difference.closed) entries.delete(closed.id);
  for (const entry of difference.opened) entries.set(entry.id, entry);
  for (const { id, after } of difference.changed) {
    const entry = entries.get(id);
    if (entry !== undefined) entries.set(id, { ...entry, ...after });
  }
  const { saved, acknowledged } = difference.annotations;
  return {
    entries: [...entries.values()].sort((left, right) => (left.id < right.id ? -1 : 1)),
    root_budget: difference.root_budget?.after ?? base.root_budget,
    annotations_total: base.annotations_total + saved.length,
    pending_total: base.pending_total + saved.length - acknowledged.length,
  };
}
