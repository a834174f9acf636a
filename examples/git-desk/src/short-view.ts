/** A view to be read at a glance: long child layers are counted instead of listed. */
import type { EntryView, LayerView, StateView } from "@fold/contracts";

/** More entries than this in a child layer are for whoever asks with `fold state --layer`. */
const LISTED_MAX = 6;

export function shortView(view: StateView): StateView {
  return { ...view, root: shortLayer(view.root) };
}

function shortLayer(layer: LayerView): LayerView {
  return { ...layer, entries: layer.entries.map(shortEntry) };
}

function shortEntry(entry: EntryView): EntryView {
  const { layer } = entry;
  if (layer === null || layer.id === null || !("entries" in layer)) return entry;
  if (layer.entries.length <= LISTED_MAX) return { ...entry, layer: shortLayer(layer) };
  const { id, budget, used, free, entries } = layer;
  const counted = { id, budget, used, free, entry_count: entries.length, collapsed: true } as const;
  return { ...entry, layer: counted };
}
