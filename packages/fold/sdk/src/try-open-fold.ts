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
import { plainAnnotationRequest, plainBatch, plainContext } from "@fold/contracts/values";
import type { UsageFailure } from "./fold-error.js";
import { type OpenFoldOptions, openStoreWithKernel } from "./open-store-with-kernel.js";
import { checkHistoryQuery, checkStateQuery, type StateQuery } from "./queries.js";

export interface WriteOptions {
  /** Who speaks. */
  readonly actor: string;
  /** When, RFC 3339. */
  readonly now: string;
  /** Give the verdict and write nothing. */
  readonly check?: boolean | undefined;
}

export type ReadOutcome<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly failure: ReadFailure | UsageFailure };

export interface FoldResults {
  /** The canonical path of the store. */
  readonly dir: string;
  commit(batch: unknown, options: WriteOptions): Promise<Receipt>;
  annotate(request: unknown, options: WriteOptions): Promise<Receipt>;
  state(query: StateQuery): Promise<ReadOutcome<StateView | EntryAnswer | StateDiff>>;
  history(query: HistoryQuery): Promise<ReadOutcome<HistoryPage>>;
  watch(listener: (position: StorePosition) => void, options?: WatchOptions): () => void;
  close(): Promise<void>;
}

export type TryOpenResult =
  | { readonly ok: true; readonly fold: FoldResults }
  | { readonly ok: false; readonly failure: OpenFailure | UsageFailure };

/** Opens a store as `openFold` does, and throws for bugs only. */
export async function tryOpenFold(options: OpenFoldOptions | string): Promise<TryOpenResult> {
  const opened = await openStoreWithKernel(options);
  if (!opened.ok) return opened;
  const isLazy = typeof options === "object" && options.lazySchemas === true;
  return { ok: true, fold: resultsOf(opened.store, isLazy ? null : await loadRequests()) };
}

type Requests = typeof import("./parse-request.js");

const loadRequests = (): Promise<Requests> => import("./parse-request.js");

/**
 * With the schemas loaded, or with a request that needs none, a call reads its request, and takes its
 * place in the queue, before it returns: what the caller does with the request afterwards, or calls
 * next, changes nothing.
 */
function resultsOf(store: Store, loaded: Requests | null): FoldResults {
  return {
    dir: store.dir,
    async commit(batch, options) {
      const plain = plainBatch(batch);
      const context = plain === null ? null : plainContext(options);
      if (plain !== null && context !== null) return await store.commit(plain, context);
      const { readBatch } = loaded ?? (await loadRequests());
      const read = readBatch(batch, options);
      return read.ok ? await store.commit(read.request, read.context) : read.rejected;
    },
    async annotate(request, options) {
      const plain = plainAnnotationRequest(request);
      const context = plain === null ? null : plainContext(options);
      if (plain !== null && context !== null) return await store.annotate(plain, context);
      const { readAnnotation } = loaded ?? (await loadRequests());
      const read = readAnnotation(request, options);
      return read.ok ? await store.annotate(read.request, read.context) : read.rejected;
    },
    async state(query) {
      const checked = checkStateQuery(query ?? {});
      if (!checked.ok) return checked;
      const question = checked.value;
      if (question.asks === "view") return await store.view(question.query);
      const found = await store.diff(question.since);
      if (!found.ok) return found;
      const { schema, from, to, ...rest } = found.value;
      return { ok: true, value: { schema, from, to, now: question.now, ...rest } };
    },
    async history(query) {
      const checked = checkHistoryQuery(query ?? {});
      return checked.ok ? await store.history(checked.value) : checked;
    },
    watch: (listener, options) => store.watch(listener, options),
    close: () => store.close(),
  };
}
