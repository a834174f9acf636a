/**
 * Active entries by the layer they lie in. It follows from the entries alone, so it is no part of
 * the state: it is kept beside the map that it was made from, which never changes, and goes with it.
 * A record hands it on to the next state at the cost of the layers that it touches.
 */
import type { Entry } from "@fold/contracts";
import { groupBy } from "../group-by.js";
import { DraftMap } from "./shared-map.js";

type Entries = ReadonlyMap<string, Entry>;

/** The root layer has the key null; a layer in which nothing lies has none. */
export type Layers = ReadonlyMap<string | null, readonly Entry[]>;

const known = new WeakMap<Entries, Layers>();

export function layersOf(entries: Entries): Layers {
  const found = known.get(entries);
  if (found !== undefined) return found;
  const layers = groupBy(entries.values(), (entry) => entry.parent);
  known.set(entries, layers);
  return layers;
}

/** `changes` are those that led from one map to the other. */
export function handOnLayers(
  before: Entries,
  after: Entries,
  changes: ReadonlyMap<string, Entry | undefined>,
): void {
  const layers = known.get(before);
  if (layers === undefined || before === after) return;
  const next = new DraftMap(layers);
  for (const [layer, entries] of layersTouched(layers, before, changes)) {
    if (entries.length === 0) next.delete(layer);
    else next.set(layer, entries);
  }
  known.set(after, next.finished());
}

/** The layers that changed entries lie in, or lay in before, as they are after the changes. */
export function layersTouched(
  layers: Layers,
  before: Entries,
  changes: ReadonlyMap<string, Entry | undefined>,
): Map<string | null, readonly Entry[]> {
  const changed = [...changes.values()].filter((entry) => entry !== undefined);
  const arrived = groupBy(changed, (entry) => entry.parent);
  const touched = new Set<string | null>(arrived.keys());
  for (const id of changes.keys()) {
    const was = before.get(id);
    if (was !== undefined) touched.add(was.parent);
  }
  return new Map(
    [...touched].map((layer) => {
      const lying = (layers.get(layer) ?? []).filter((entry) => !changes.has(entry.id));
      lying.push(...(arrived.get(layer) ?? []));
      return [layer, lying];
    }),
  );
}
