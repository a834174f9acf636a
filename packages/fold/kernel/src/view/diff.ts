/** What separates two states of one store, in a form that can be replayed on the first. */
import type { Between, Entry, EntryFields, State, StateDiff } from "@fold/contracts";
import { DECLARED_FIELDS } from "@fold/contracts/values";
import { copyOf } from "../copy.js";
import { byId } from "../order.js";
import { isSame } from "../same.js";

const COMPARED = [...DECLARED_FIELDS, "updated_at", "annotations"] as const;

/** `between` is what happened from `base` to `current`. */
export function diff(base: State, current: State, between: Between): StateDiff {
  const entries = [...current.entries.values()].sort(byId);
  const wasActive = (entry: Entry): boolean => base.entries.has(entry.id);
  const { root_budget: before } = base;
  const { root_budget: after } = current;
  // Readers may change what they are given: nothing in it is part of a state.
  return copyOf<StateDiff>({
    schema: "fold.diff/1",
    from: { event_seq: base.event_seq, revision: base.revision },
    to: { event_seq: current.event_seq, revision: current.revision },
    opened: entries.filter((entry) => !wasActive(entry)),
    closed: between.closed.filter((closed) => base.entries.has(closed.id)),
    changed: entries.flatMap((entry) => changedEntry(base.entries.get(entry.id), entry)),
    root_budget: before === after ? null : { before, after },
    annotations: { saved: between.saved, acknowledged: between.acknowledged },
    transient: between.closed.filter((closed) => !base.entries.has(closed.id)).length,
  });
}

function changedEntry(before: Entry | undefined, after: Entry): StateDiff["changed"] {
  if (before === undefined || before === after) return [];
  const fields = COMPARED.filter((field) => !isSame(before[field], after[field]));
  if (fields.length === 0) return [];
  const pick = (entry: Entry): EntryFields =>
    Object.fromEntries(fields.map((field) => [field, entry[field]]));
  return [{ id: after.id, before: pick(before), after: pick(after) }];
}
