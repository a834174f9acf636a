import type { Instant } from "./instants.js";
import type { ViewQuery } from "./kernel-port.js";
import type { AnnotationRequest, Batch } from "./schema/batch.js";
import type { StateDiff } from "./schema/diff.js";
import type { HistoryPage, HistoryQuery } from "./schema/history.js";
import type { Corrupt, ReadFailure, Receipt, Unavailable } from "./schema/receipt.js";
import type { EntryAnswer, StateView } from "./schema/view.js";

/** Who speaks and when, given by the caller: nothing below reads a clock for a result. */
export interface CallContext {
  readonly actor: string;
  readonly now: Instant;
}

export interface CommitContext extends CallContext {
  /** Give the verdict and write nothing. */
  readonly check?: boolean | undefined;
}

export type ReadResult<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly failure: ReadFailure };

/** Where a store stands; handed to watchers when it moves. */
export interface StorePosition {
  readonly event_seq: number;
  readonly revision: number;
}

export interface WatchOptions {
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds between looks, never less than 1 000. */
  readonly intervalMs?: number | undefined;
}

/** A place that keeps records, for requests that passed their schema. Failures are data. */
export interface Store {
  /** The canonical path, or whatever names the place. */
  readonly dir: string;
  commit(batch: Batch, context: CommitContext): Promise<Receipt>;
  annotate(request: AnnotationRequest, context: CommitContext): Promise<Receipt>;
  view(query: ViewQuery): Promise<ReadResult<StateView | EntryAnswer>>;
  /** What changed since the state right after record `since`. */
  diff(since: number): Promise<ReadResult<StateDiff>>;
  history(query: HistoryQuery): Promise<ReadResult<HistoryPage>>;
  /** Calls back when another record is there, at first look with the present position. */
  watch(listener: (position: StorePosition) => void, options?: WatchOptions): () => void;
  /**
   * Waits for running calls, then lets go of the directory. Later calls answer `closed`. It does not
   * fail for a descriptor that reports a failure: what was answered was synced before.
   */
  close(): Promise<void>;
}

/** Why a store could not be opened. */
export type OpenFailure =
  | Unavailable
  | Corrupt
  | { readonly outcome: "no_store"; readonly message: string };
