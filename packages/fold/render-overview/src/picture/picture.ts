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
import { leftOut, type Mark, marksOf } from "./marks.js";
import { EVERYTHING, selected } from "./select.js";

export interface Picture {
  readonly view: StateView;
  readonly diff: StateDiff | null;
  readonly selection: OverviewSelection;
  /** The layer asked for, then the layers within it, each after the one above it. */
  readonly layers: readonly PictureLayer[];
  /** Complete before anything is left out, so that what is not shown can be told. */
  readonly changesLeftOut: ReturnType<typeof leftOut>;
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
  readonly hidden: { readonly count: number; readonly units: number };
  /** The budget at the baseline, where it was another one. */
  readonly budgetThen: number | null;
  /** What closed here since the baseline. */
  readonly closed: readonly ClosedEntry[];
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
  const marks = marksOf(diff);
  const everyEntry = new Map(entriesBelow(view.root).map((entry) => [entry.id, entry]));
  const layers: PictureLayer[] = [];
  addLayer(view.root, null);
  const shown = layers.flatMap(({ entries }) => entries.filter(({ isShown }) => isShown));
  return {
    view,
    diff,
    selection,
    layers,
    changesLeftOut: leftOut(
      marks,
      shown.map(({ entry }) => entry),
    ),
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
      },
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
