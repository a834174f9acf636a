/**
 * What is not drawn with its text, and what of it changed. Whatever a diff holds is either drawn or
 * counted here; nothing is lost between the two.
 */
import type {
  AnnotationView,
  ClosedEntry,
  EntryView,
  LayerView,
  StateDiff,
  StateView,
} from "@fold/contracts";
import type { ChangeLeftOut, Marks } from "./marks.js";
import { whereaboutsOf } from "./whereabouts.js";

/** What closed since the baseline and has no sheet of its own. */
export interface ClosedElsewhere {
  /** In layers below the one asked for that are gone, or not drawn. */
  readonly within: readonly ClosedEntry[];
  /** In layers beside the one asked for. */
  readonly beside: readonly ClosedEntry[];
}

export function closedElsewhere(
  { root }: StateView,
  diff: StateDiff,
  {
    everyEntry,
    drawnLayers,
  }: {
    readonly everyEntry: ReadonlyMap<string, EntryView>;
    readonly drawnLayers: ReadonlySet<string | null>;
  },
): ClosedElsewhere {
  const places = whereaboutsOf(everyEntry, diff);
  const rest = diff.closed.filter(({ parent }) => !drawnLayers.has(parent));
  const isWithin = ({ parent }: ClosedEntry): boolean =>
    root.id === null || places.layersFrom(parent).includes(root.id);
  return { within: rest.filter(isWithin), beside: rest.filter((one) => !isWithin(one)) };
}

/** The changes that no sheet tells, for a manifest; sorted by id. */
export function changesLeftOut(
  { root }: StateView,
  diff: StateDiff | null,
  {
    marks,
    drawn,
    closedBeside,
  }: {
    readonly marks: Marks;
    /** The ids of what is drawn with its text, and of what closed and is listed. */
    readonly drawn: ReadonlySet<string>;
    readonly closedBeside: readonly ClosedEntry[];
  },
): readonly ChangeLeftOut[] {
  const budget: readonly ChangeLeftOut[] =
    diff !== null && diff.root_budget !== null && root.id !== null
      ? [{ id: null, changes: ["budget"] }]
      : [];
  const closed = new Set(closedBeside.map(({ id }) => id));
  const ids = [...marks.keys()].filter((id) => !drawn.has(id) && !closed.has(id));
  const entries = [...ids, ...closed].sort().map((id): ChangeLeftOut => {
    const changes = (marks.get(id) ?? []).map(({ mark }) => mark);
    return { id, changes: closed.has(id) ? ["closed", ...changes] : changes };
  });
  return [...budget, ...entries];
}

/** A layer that an entry carries and that has no sheet. */
export interface LayerNotDrawn {
  readonly id: string;
  readonly entries: number;
  /** Below the depth asked for, or carried by an entry that the selection leaves out. */
  readonly because: "depth" | "selection";
}

export function layersNotDrawn(
  { entries }: LayerView,
  shown: ReadonlySet<string>,
): readonly LayerNotDrawn[] {
  return entries.flatMap(({ id, layer }): LayerNotDrawn[] => {
    if (layer === null) return [];
    const isOpen = "entries" in layer;
    if (shown.has(id) && isOpen) return [];
    const count = isOpen ? layer.entries.length : layer.entry_count;
    return [{ id, entries: count, because: isOpen ? "selection" : "depth" }];
  });
}

/** Notes that stand on no entry that is drawn with its text. */
export interface NotesBeside {
  /** On the whole, waiting, as far as the view lists them. */
  readonly onTheWhole: number;
  /** All that wait, with those on the whole. */
  readonly count: number;
  /** Those of them that the view, or the diff, tells. */
  readonly pending: readonly AnnotationView[];
  /** Acknowledged since the baseline. */
  readonly acknowledged: readonly AnnotationView[];
}

export function notesBeside(
  { pending_annotations, pending_total }: StateView,
  diff: StateDiff | null,
  shown: readonly EntryView[],
): NotesBeside {
  const ids = new Set(shown.map(({ id }) => id));
  const drawn = new Set(
    shown.flatMap(({ annotations }) => annotations.map((note) => note.annotation_id)),
  );
  const isBeside = ({ annotation_id, entry_id, shown_on }: AnnotationView): boolean =>
    !drawn.has(annotation_id) && !ids.has(shown_on ?? entry_id ?? "");
  const listed = new Set(pending_annotations.map((note) => note.annotation_id));
  const saved = (diff?.annotations.saved ?? []).filter(
    (note) => note.status === "saved" && !listed.has(note.annotation_id),
  );
  const pending = [...pending_annotations, ...saved].filter(isBeside);
  const onEntries = shown.reduce((sum, entry) => sum + entry.annotations_pending, 0);
  return {
    onTheWhole: pending.filter(({ entry_id }) => entry_id === null).length,
    count: Math.max(pending.length, pending_total - onEntries),
    pending,
    acknowledged: (diff?.annotations.acknowledged ?? []).filter(isBeside),
  };
}
