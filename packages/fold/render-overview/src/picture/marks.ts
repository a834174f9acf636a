/** What a diff says about single entries. */
import type { EntryView, StateDiff, Tier } from "@fold/contracts";
import { shareOf } from "@fold/contracts/values";

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
  | { readonly mark: "inside" }
  | { readonly mark: "note_new" }
  | { readonly mark: "note_acknowledged" };

const TEXTS = ["title", "summary", "kind", "sources"] as const;
const DATES = ["due_at", "stale_after"] as const;

/** By id the marks of each entry that has any, the weightiest first. */
export function marksOf(diff: StateDiff | null): ReadonlyMap<string, readonly Mark[]> {
  const found = new Map<string, Mark[]>();
  const add = (id: string, ...marks: readonly Mark[]): void => {
    found.set(id, [...(found.get(id) ?? []), ...marks]);
  };
  if (diff === null) return found;
  for (const { id, declared_seq } of diff.opened) {
    add(id, { mark: declared_seq > diff.from.event_seq ? "new" : "back" });
  }
  for (const change of diff.changed) add(change.id, ...changeMarks(change));
  for (const note of diff.annotations.saved) {
    const id = note.shown_on ?? note.entry_id;
    if (id !== null && !found.get(id)?.some(({ mark }) => mark === "note_new")) {
      add(id, { mark: "note_new" });
    }
  }
  for (const note of diff.annotations.acknowledged) {
    const id = note.shown_on ?? note.entry_id;
    if (id !== null && !found.get(id)?.some(({ mark }) => mark === "note_acknowledged")) {
      add(id, { mark: "note_acknowledged" });
    }
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
  if ("child_budget" in after) marks.push({ mark: "inside" });
  return marks;
}

/** The changes of entries that are not drawn with their text, for a manifest. */
export function leftOut(
  marks: ReadonlyMap<string, readonly Mark[]>,
  shown: readonly EntryView[],
): readonly { readonly id: string; readonly changes: readonly Mark["mark"][] }[] {
  const drawn = new Set(shown.map(({ id }) => id));
  return [...marks]
    .filter(([id]) => !drawn.has(id))
    .map(([id, of]) => ({ id, changes: of.map(({ mark }) => mark) }))
    .sort((a, b) => (a.id < b.id ? -1 : 1));
}
