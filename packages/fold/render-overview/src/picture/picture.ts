/** What is drawn, in numbers and data: one sheet for each layer of the view. No text is shaped here. */
import type {
  ClosedEntry,
  EntryView,
  LayerView,
  OverviewSelection,
  RenderRequest,
  StateDiff,
  StateView,
} from "@fold/contracts";
import { type Layout, layOut, type Placed } from "../layout/lay-out.js";
import { baselineOf } from "./baseline.js";
import { type ChangeLeftOut, isOwn, type Mark, marksOf } from "./marks.js";
import {
  changesLeftOut,
  closedElsewhere,
  type LayerNotDrawn,
  layersNotDrawn,
  type NotesBeside,
  notesBeside,
} from "./not-drawn.js";
import { EVERYTHING, selected } from "./select.js";

export interface Picture {
  readonly view: StateView;
  readonly diff: StateDiff | null;
  readonly selection: OverviewSelection;
  /** The layer asked for, then the layers within it, each after the one above it. */
  readonly layers: readonly PictureLayer[];
  /** Complete before anything is left out, so that what is not shown can be told. */
  readonly changesLeftOut: readonly ChangeLeftOut[];
  /** Those of them that are no box on any sheet: below the depth, or beside the layer asked for. */
  readonly changesElsewhere: number;
  /** What closed in layers that are gone or not drawn. */
  readonly closedElsewhere: readonly ClosedEntry[];
  readonly notesBeside: NotesBeside;
}

export interface PictureLayer {
  /** Safe as the id of an element, unlike the id of an entry. */
  readonly key: string;
  readonly layer: LayerView;
  /** The entry that carries it; null for the root and for a layer that was asked for by itself. */
  readonly carrier: EntryView | null;
  readonly layout: Layout;
  /** All of them, in rank order. */
  readonly entries: readonly PictureEntry[];
  readonly hidden: Hidden;
  /** Carried by its entries and not drawn. */
  readonly layersNotDrawn: readonly LayerNotDrawn[];
  /** The budget at the baseline, where it was another one. */
  readonly budgetThen: number | null;
  /** What closed here since the baseline. */
  readonly closed: readonly ClosedEntry[];
}

/** What a selection leaves out of a layer. */
export interface Hidden {
  readonly count: number;
  readonly units: number;
  /** How many of them are new or changed since the baseline; not those that changed inside alone. */
  readonly changed: number;
  readonly overdue: number;
}

export interface PictureEntry {
  readonly entry: EntryView;
  readonly box: Placed;
  readonly isShown: boolean;
  readonly marks: readonly Mark[];
}

export function pictureOf(
  request: Pick<RenderRequest, "view" | "diff"> & Partial<Pick<RenderRequest, "selection">>,
): Picture {
  const { view, diff, selection = EVERYTHING } = request;
  const everyEntry = new Map(entriesBelow(view.root).map((entry) => [entry.id, entry]));
  const marks = marksOf(diff, everyEntry);
  const layers: PictureLayer[] = [];
  addLayer(view.root, null);
  const boxes = layers.flatMap(({ entries }) => entries);
  const shown = boxes.filter(({ isShown }) => isShown).map(({ entry }) => entry);
  const drawnLayers = new Set(layers.map(({ layer }) => layer.id));
  const closed =
    diff === null
      ? { within: [], beside: [] }
      : closedElsewhere(view, diff, { everyEntry, drawnLayers });
  const listed = [...layers.flatMap((layer) => layer.closed), ...closed.within];
  const left = changesLeftOut(view, diff, {
    marks,
    drawn: new Set([...shown, ...listed].map(({ id }) => id)),
    closedBeside: closed.beside,
  });
  const boxIds = new Set(boxes.map(({ entry }) => entry.id));
  return {
    view,
    diff,
    selection,
    layers,
    changesLeftOut: left,
    changesElsewhere: left.filter(({ id }) => id === null || !boxIds.has(id)).length,
    closedElsewhere: closed.within,
    notesBeside: notesBeside(view, diff, shown),
  };

  function addLayer(layer: LayerView, carrier: EntryView | null): void {
    const chosen = selected(layer.entries, selection);
    const baseline = diff === null ? undefined : baselineOf(layer, diff, everyEntry);
    const layout = layOut({
      budget: layer.budget,
      shares: layer.entries.map(({ share }) => share),
      baseline,
    });
    const entries = layer.entries.map((entry, index): PictureEntry => {
      const box = layout.boxes[index];
      if (box === undefined) throw new RangeError(`no box for entry ${entry.id}`);
      return { entry, box, isShown: chosen.has(entry.id), marks: marks.get(entry.id) ?? [] };
    });
    const hidden = entries.filter(({ isShown }) => !isShown);
    layers.push({
      key: `layer-${layers.length + 1}`,
      layer,
      carrier,
      layout,
      entries,
      hidden: {
        count: hidden.length,
        units: hidden.reduce((sum, { entry }) => sum + entry.share, 0),
        changed: hidden.filter(({ marks: of }) => of.some(isOwn)).length,
        overdue: hidden.filter(({ entry }) => entry.overdue).length,
      },
      layersNotDrawn: layersNotDrawn(layer, chosen),
      budgetThen:
        baseline === undefined || baseline.budget === layer.budget ? null : baseline.budget,
      closed: (diff?.closed ?? []).filter(({ parent }) => parent === layer.id),
    });
    for (const { entry, isShown } of entries) {
      if (isShown && entry.layer !== null && "entries" in entry.layer) addLayer(entry.layer, entry);
    }
  }
}

function entriesBelow(layer: LayerView): readonly EntryView[] {
  return layer.entries.flatMap((entry) => [
    entry,
    ...(entry.layer !== null && "entries" in entry.layer ? entriesBelow(entry.layer) : []),
  ]);
}
