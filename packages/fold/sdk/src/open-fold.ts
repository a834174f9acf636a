/** Fold for a program: what is asked for is returned, what cannot be had is thrown. */
import type {
  AnnotationRequest,
  BatchInput,
  EntryAnswer,
  HistoryPage,
  HistoryQuery,
  Receipt,
  StateDiff,
  StateView,
  StorePosition,
  WatchOptions,
} from "@fold/contracts";
import { FoldError } from "./fold-error.js";
import type { OpenFoldOptions } from "./open-store-with-kernel.js";
import type { StateQuery } from "./queries.js";
import {
  type FoldResults,
  type ReadOutcome,
  tryOpenFold,
  type WriteOptions,
} from "./try-open-fold.js";

/** An open store. Many may be open on one directory, in one process and in many. */
export interface Fold {
  /** The canonical path of the store. */
  readonly dir: string;
  /** Accepts a batch whole or not at all. Every outcome is a receipt; a refusal throws nothing. */
  commit(batch: BatchInput, options: WriteOptions): Promise<Receipt>;
  commit(batch: unknown, options: WriteOptions): Promise<Receipt>;
  /** Saves what a person says about an entry, or, with `entry_id` null, about the whole picture. */
  annotate(request: AnnotationRequest, options: WriteOptions): Promise<Receipt>;
  annotate(request: unknown, options: WriteOptions): Promise<Receipt>;
  /** What changed since the state right after a record. Throws `FoldError`. */
  state(query: StateQuery & { readonly since: number }): Promise<StateDiff>;
  /** One entry as last stored, whatever its status. Throws `FoldError`. */
  state(
    query: StateQuery & { readonly entry: string; readonly since?: undefined },
  ): Promise<EntryAnswer>;
  /** The picture, or the layer that it names. Throws `FoldError`. */
  state(
    query: StateQuery & { readonly entry?: undefined; readonly since?: undefined },
  ): Promise<StateView>;
  /** One page of records. Throws `FoldError`. */
  history(query?: HistoryQuery): Promise<HistoryPage>;
  /** Calls back with the present position, and again whenever another record is there. */
  watch(listener: (position: StorePosition) => void, options?: WatchOptions): () => void;
  /** Waits for the calls made before it, then lets go of the directory. */
  close(): Promise<void>;
}

/** Opens a directory that is a store, or makes it one with `init`. Throws `FoldError`. */
export async function openFold(options: OpenFoldOptions | string): Promise<Fold> {
  const opened = await tryOpenFold(options);
  if (!opened.ok) throw new FoldError(opened.failure);
  return foldOf(opened.fold);
}

function foldOf(results: FoldResults): Fold {
  // The overloads say what `state` returns for which query; the results say the same at run time.
  const state = async (query: StateQuery): Promise<never> =>
    valueFrom(await results.state(query)) as never;
  return {
    dir: results.dir,
    commit: (batch: unknown, options: WriteOptions) => results.commit(batch, options),
    annotate: (request: unknown, options: WriteOptions) => results.annotate(request, options),
    state,
    history: async (query = {}) => valueFrom(await results.history(query)),
    watch: (listener, options) => results.watch(listener, options),
    close: () => results.close(),
  };
}

function valueFrom<Value>(outcome: ReadOutcome<Value>): Value {
  if (!outcome.ok) throw new FoldError(outcome.failure);
  return outcome.value;
}
