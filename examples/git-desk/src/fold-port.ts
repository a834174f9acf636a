/** What git-desk needs of Fold, at the `now` of one run and in its own name. */
import type { BatchInput, ClosedEntryView, EntryView, Receipt, StateView } from "@fold/contracts";
import { type Fold, FoldError, type FoldFailure, openFold } from "@fold/sdk";
import { ACTOR } from "./plan/desk.js";

export type Read<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly failure: FoldFailure };

export interface FoldPort {
  /** The whole picture, two layers deep. */
  view(): Promise<Read<StateView>>;
  /** One entry as last stored; null if the id never was one. */
  entry(id: string): Promise<Read<EntryView | ClosedEntryView | null>>;
  commit(batch: BatchInput): Promise<Receipt>;
}

/** Opens a store, which is made if there is none. */
export function openStore(dir: string): Promise<Read<Fold>> {
  return read(() => openFold({ dir, init: true }));
}

export function portOf(fold: Fold, now: string): FoldPort {
  return {
    view: () => read(() => fold.state({ now })),
    commit: (batch) => fold.commit(batch, { actor: ACTOR, now }),
    entry: async (id) => {
      const answer = await read(() => fold.state({ now, entry: id }));
      if (answer.ok) return { ok: true, value: answer.value.entry };
      return answer.failure.outcome === "not_found" ? { ok: true, value: null } : answer;
    },
  };
}

/** The SDK throws what it cannot answer; here that is data, and anything else is a bug. */
async function read<Value>(question: () => Promise<Value>): Promise<Read<Value>> {
  try {
    return { ok: true, value: await question() };
  } catch (error) {
    if (error instanceof FoldError) return { ok: false, failure: error.failure };
    throw error;
  }
}
