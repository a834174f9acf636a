/** What a diff says about single entries. */
import type { EntryView, StateDiff, Tier } from "@fold/contracts";
import { shareOf } from "@fold/contracts/values";
import { type Whereabouts, whereaboutsOf } from "./whereabouts.js";

/** One change of an entry since the baseline. A box that lies elsewhere is none. */
export type Mark =
  | { readonly mark: "new" }
  /** Active again after it had been withdrawn. */
  | { readonly mark: "back" }
  | { readonly mark: "up"; readonly from: Tier }
  | { readonly mark: "down"; readonly from: Tier }
  /** Out of another layer; null is the root. */
  | { readonly mark: "moved_layer"; readonly from: string | null }
  | { readonly mark: "text" }
  | { readonly mark: "dates" }
  /** The budget of the layer that it carries; null where it carried none, or carries none now. */
  | { readonly mark: "budget"; readonly from: number | null; readonly to: number | null }
  /** Something in the layer that it carries, or further down. */
  | { readonly mark: "inside" }
  | { readonly mark: "note_new" }
  | { readonly mark: "note_acknowledged" };

export type Marks = ReadonlyMap<string, readonly Mark[]>;

/** Of the entry itself: one in whose layer something changed is not itself another one. */
export function isOwn({ mark }: Mark): boolean {
  return mark !== "inside";
}

const TEXTS = ["title", "summary", "kind", "sources"] as const;
const DATES = ["due_at", "stale_after"] as const;

/** By id the marks of each entry that has any, the weightiest first. */
export function marksOf(diff: StateDiff | null, everyEntry: ReadonlyMap<string, EntryView>): Marks {
  const found = new Map<string, Mark[]>();
  if (diff === null) return found;
  const add = (id: string, ...marks: readonly Mark[]): void => {
    const had = found.get(id) ?? [];
    const isOther = ({ mark }: Mark): boolean => had.every((one) => one.mark !== mark);
    if (marks.some(isOther)) found.set(id, [...had, ...marks.filter(isOther)]);
  };
  for (const { id, declared_seq } of diff.opened) {
    add(id, { mark: declared_seq > diff.from.event_seq ? "new" : "back" });
  }
  for (const change of diff.changed) add(change.id, ...changeMarks(change));
  for (const id of changedInside(diff, whereaboutsOf(everyEntry, diff))) {
    const isNew = found.get(id)?.[0]?.mark === "new";
    if (everyEntry.has(id) && !isNew) add(id, { mark: "inside" });
  }
  for (const note of diff.annotations.saved) {
    const id = note.shown_on ?? note.entry_id;
    if (id !== null) add(id, { mark: "note_new" });
  }
  for (const note of diff.annotations.acknowledged) {
    const id = note.shown_on ?? note.entry_id;
    if (id !== null) add(id, { mark: "note_acknowledged" });
  }
  return found;
}

function changeMarks({ before, after }: StateDiff["changed"][number]): readonly Mark[] {
  const marks: Mark[] = [];
  if (before.tier !== undefined && after.tier !== undefined) {
    const isUp = shareOf(after.tier) > shareOf(before.tier);
    marks.push({ mark: isUp ? "up" : "down", from: before.tier });
  }
  if (before.parent !== undefined) marks.push({ mark: "moved_layer", from: before.parent });
  if (TEXTS.some((field) => field in after)) marks.push({ mark: "text" });
  if (DATES.some((field) => field in after)) marks.push({ mark: "dates" });
  if (before.child_budget !== undefined && after.child_budget !== undefined) {
    marks.push({ mark: "budget", from: before.child_budget, to: after.child_budget });
  }
  return marks;
}

/** The entries that carry a layer in which, or below which, something is not as it was. */
function changedInside(diff: StateDiff, places: Whereabouts): ReadonlySet<string> {
  const touched = [
    ...[...diff.opened, ...diff.closed].map(({ parent }) => places.layersFrom(parent)),
    ...diff.changed.flatMap(({ id, before }) => [
      places.layersAbove(id),
      ...(before.parent === undefined ? [] : [places.layersFrom(before.parent)]),
    ]),
    ...[...diff.annotations.saved, ...diff.annotations.acknowledged].map((note) => {
      const id = note.shown_on ?? note.entry_id;
      return id === null ? [] : places.layersAbove(id);
    }),
  ];
  return new Set(touched.flat().filter((id) => id !== null));
}

/** A change that is not drawn: of an entry, or, with the id null, of the budget of the whole. */
export interface ChangeLeftOut {
  readonly id: string | null;
  readonly changes: readonly (Mark["mark"] | "closed")[];
}
