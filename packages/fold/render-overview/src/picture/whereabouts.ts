/** In which layer each entry lies, as far as a view and a diff can tell. */
import type { EntryView, StateDiff } from "@fold/contracts";

export interface Whereabouts {
  /** The layers from the one an entry lies in up to the root, which is null. */
  readonly layersAbove: (id: string) => readonly (string | null)[];
  /** The same for a layer itself, which comes first. */
  readonly layersFrom: (layer: string | null) => readonly (string | null)[];
}

/**
 * An entry that did not change, in a layer that the view does not open, is not known here; what lies
 * below it ends there, without the root.
 */
export function whereaboutsOf(
  everyEntry: ReadonlyMap<string, EntryView>,
  diff: StateDiff,
): Whereabouts {
  const parents = new Map<string, string | null>();
  for (const { id, parent } of diff.closed) parents.set(id, parent);
  for (const { id, parent } of diff.opened) parents.set(id, parent);
  for (const { id, after } of diff.changed) {
    if (after.parent !== undefined) parents.set(id, after.parent);
  }
  for (const { id, parent } of everyEntry.values()) parents.set(id, parent);

  const layersFrom = (layer: string | null): readonly (string | null)[] => {
    const found = new Set<string | null>();
    for (let at: string | null | undefined = layer; at !== undefined && !found.has(at); ) {
      found.add(at);
      at = at === null ? undefined : parents.get(at);
    }
    return [...found];
  };
  const layersAbove = (id: string): readonly (string | null)[] => {
    const parent = parents.get(id);
    return parent === undefined ? [] : layersFrom(parent);
  };
  return { layersAbove, layersFrom };
}
