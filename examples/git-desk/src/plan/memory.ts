/** What the store remembers of matters that have no active entry. */
import type { ClosedEntryView, EntryView } from "@fold/contracts";
import { withSuffix } from "../rules/matter-id.js";
import { isOurs } from "./desk.js";

export interface Memory {
  recall(matterId: string): Promise<Recollection>;
}

export interface Recollection {
  /** The latest entry that stood for the matter, if it is closed. */
  readonly last: ClosedEntryView | null;
  /** An id that no entry has had. */
  readonly nextId: string;
}

/** By matter id; a matter that is not in it was never an entry. */
export type Recollections = ReadonlyMap<string, Recollection>;

export type EntryLookup = (id: string) => Promise<EntryView | ClosedEntryView | null>;

/** Follows the suffixes of an id until one is free. */
export function memoryOf(lookUp: EntryLookup): Memory {
  return {
    recall: async (matterId) => {
      let last: ClosedEntryView | null = null;
      for (let suffix = 1; ; suffix += 1) {
        const id = withSuffix(matterId, suffix);
        const entry = await lookUp(id);
        if (entry === null) return { last, nextId: id };
        // An entry of somebody else takes the id, and is no memory of ours.
        if (entry.status !== "active" && isOurs(entry)) last = entry;
      }
    },
  };
}

export function recollectionOf(recollections: Recollections, matterId: string): Recollection {
  return recollections.get(matterId) ?? { last: null, nextId: matterId };
}
