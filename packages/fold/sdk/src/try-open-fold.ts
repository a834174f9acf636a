/**
 * A Fold store with every failure as data: for programs that answer failures, such as a command.
 */
import type {
  EntryAnswer,
  HistoryPage,
  HistoryQuery,
  OpenFailure,
  ReadFailure,
  Receipt,
  StateDiff,
  StateView,
  Store,
  StorePosition,
  WatchOptions,
} from "@fold/contracts";
import type { UsageFailure } from "./fold-error.js";
import { type OpenFoldOptions, openStoreWithKernel } from "./open-store-with-kernel.js";
import { checkHistoryQuery, checkStateQuery, type StateQuery } from "./queries.js";

export interface WriteContext {
  /** Who speaks. */
  readonly actor: string;
  /** When, RFC 3339. */
  readonly now: string;
}

export interface CommitOptions extends WriteContext {
  /** Give the verdict and write nothing. */
  readonly check?: boolean | undefined;
}

export type ReadOutcome<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly failure: ReadFailure | UsageFailure };

export interface FoldResults {
  /** The canonical path of the store. */
  readonly dir: string;
  commit(batch: unknown, options: CommitOptions): Promise<Receipt>;
  annotate(request: unknown, context: WriteContext): Promise<Receipt>;
  state(query: StateQuery): Promise<ReadOutcome<StateView | EntryAnswer | StateDiff>>;
  history(query: HistoryQuery): Promise<ReadOutcome<HistoryPage>>;
  watch(listener: (position: StorePosition) => void, options?: WatchOptions): () => void;
  close(): Promise<void>;
}

export type TryOpenResult =
  | { readonly ok: true; readonly fold: FoldResults }
  | { readonly ok: false; readonly failure: OpenFailure };

/** Opens a store as `openFold` does, and throws for bugs only. */
export async function tryOpenFold(options: OpenFoldOptions | string): Promise<TryOpenResult> {
  const opened = await openStoreWithKernel(options);
  return opened.ok ? { ok: true, fold: resultsOf(opened.store) } : opened;
}

function resultsOf(store: Store): FoldResults {
  return {
    dir: store.dir,
    async commit(batch, { actor, now, check }) {
      const { readBatch } = await import("./parse-request.js");
      const read = readBatch(batch, { actor, now });
      if (!read.ok) return read.rejected;
      return await store.commit(read.request, { ...read.context, check });
    },
    async annotate(request, { actor, now }) {
      const { readAnnotation } = await import("./parse-request.js");
      const read = readAnnotation(request, { actor, now });
      return read.ok ? await store.annotate(read.request, read.context) : read.rejected;
    },
    async state(query) {
      const checked = checkStateQuery(query);
      if (!checked.ok) return checked;
      const question = checked.value;
      if (question.asks === "view") return await store.view(question.query);
      const found = await store.diff(question.since);
      if (!found.ok) return found;
      const { schema, from, to, ...rest } = found.value;
      return { ok: true, value: { schema, from, to, now: question.now, ...rest } };
    },
    async history(query) {
      const checked = checkHistoryQuery(query);
      return checked.ok ? await store.history(checked.value) : checked;
    },
    watch: (listener, options) => store.watch(listener, options),
    close: () => store.close(),
  };
}
