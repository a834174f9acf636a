/** The layers as they were, worked out backwards: what is now, less what happened since. */
import type { Entry, EntryFields, EntryView, LayerView, StateDiff, Tier } from "@fold/contracts";
import { shareOf } from "@fold/contracts/values";
import type { Baseline } from "../layout/lay-out.js";

/** What places an entry in its layer. */
interface Place {
  readonly id: string;
  readonly share: number;
  readonly parent: string | null;
  readonly due_at: string | null;
  readonly declared_seq: number;
}

/**
 * The baseline of a layer, for its layout; undefined where there was no such layer. An entry that left
 * it for a layer that the view does not show is not known here. Where what closed did not fit, because
 * it was smaller at the time, it is left out: places are then those of a nearby state.
 */
export function baselineOf(
  layer: LayerView,
  diff: StateDiff,
  everyEntry: ReadonlyMap<string, EntryView>,
): Baseline | undefined {
  const opened = new Set(diff.opened.map(({ id }) => id));
  if (layer.id !== null && opened.has(layer.id)) return undefined;
  const budget = budgetThen(layer, diff);
  if (budget === null) return undefined;
  const before = new Map(diff.changed.map((change) => [change.id, change.before]));
  const stayed = [...everyEntry.values()]
    .filter(({ id }) => !opened.has(id))
    .map((entry) => placeThen(entry, before.get(entry.id)));
  const closed = diff.closed.map((entry) => placeThen(entry, undefined));
  const inLayer = [...stayed, ...closed].filter(({ parent }) => parent === layer.id);
  let left = budget;
  const then = inLayer
    .filter(({ share }) => {
      if (share > left) return false;
      left -= share;
      return true;
    })
    .sort(byRank);
  const index = new Map(then.map(({ id }, at) => [id, at]));
  return {
    budget,
    shares: then.map(({ share }) => share),
    was: layer.entries.map(({ id }) => index.get(id) ?? null),
  };
}

/** Null where the entry carried no layer at the time. */
function budgetThen(layer: LayerView, diff: StateDiff): number | null {
  if (layer.id === null) return diff.root_budget?.before ?? layer.budget;
  const before = diff.changed.find(({ id }) => id === layer.id)?.before.child_budget;
  return before === undefined ? layer.budget : before;
}

function placeThen(
  entry: Pick<Entry, "id" | "tier" | "parent" | "due_at" | "declared_seq">,
  before: EntryFields | undefined,
): Place {
  const tier: Tier = before?.tier ?? entry.tier;
  return {
    id: entry.id,
    share: shareOf(tier),
    parent: before?.parent === undefined ? entry.parent : before.parent,
    due_at: before?.due_at === undefined ? entry.due_at : before.due_at,
    declared_seq: entry.declared_seq,
  };
}

/** By share falling, then what is due first, then what was declared first, then by id. */
function byRank(a: Place, b: Place): number {
  return (
    b.share - a.share ||
    compare(a.due_at ?? "~", b.due_at ?? "~") ||
    a.declared_seq - b.declared_seq ||
    compare(a.id, b.id)
  );
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
