/**
 * Tells subscribers that the store has moved, whoever moved it. The store is watched only while
 * somebody listens, and a store that is not there yet, or was opened anew, is found again.
 */
import type { FoldResults } from "@fold/sdk";
import type { StoreHandle } from "./store-handle.js";

export interface Watching {
  /**
   * Calls back after every change that comes after this call was answered. Resolves to a function
   * that ends it.
   */
  listen(listener: () => void): Promise<() => void>;
  /** How many listen. */
  readonly count: number;
  close(): void;
}

const LOOK_EVERY_MS = 1000;

/** Opening a store that cannot be used may take long; it gets at most this part of the time. */
const SHARE_OF_TIME = 1 / 20;

/** Nothing is known to have been seen: whatever there is counts as a change. */
const NOTHING_SEEN = -1;

interface Attached {
  readonly fold: FoldResults;
  readonly stop: () => void;
}

export function watchingOf(store: StoreHandle, report: (line: string) => void): Watching {
  const listeners = new Set<() => void>();
  let attached: Attached | null = null;
  let ready: Promise<void> | null = null;
  let timer: NodeJS.Timeout | null = null;
  let seenSeq = NOTHING_SEEN;
  let restsUntilMs = 0;

  const move = (seq: number): void => {
    // Not "later than": a store that was restored from a copy is another one.
    if (seq === seenSeq) return;
    seenSeq = seq;
    for (const listener of [...listeners]) listener();
  };

  const attach = async (): Promise<void> => {
    const beganMs = performance.now();
    if (beganMs < restsUntilMs) return;
    const fold = await store.current();
    const endedMs = performance.now();
    if (fold === null) restsUntilMs = endedMs + (endedMs - beganMs) / SHARE_OF_TIME;
    if (listeners.size === 0 || fold === (attached?.fold ?? null)) return;
    attached?.stop();
    attached = fold && { fold, stop: fold.watch(({ event_seq }) => move(event_seq)) };
  };

  const look = (): void => {
    // Only a bug gets here; it must not end a server that serves others meanwhile.
    attach().catch((error: unknown) => report(`The store cannot be watched: ${String(error)}`));
  };

  /** First it is found out where the store stands: what comes after that is a change. */
  const begin = async (): Promise<void> => {
    timer = setInterval(look, LOOK_EVERY_MS).unref();
    seenSeq = await lastSeq(store);
    await attach();
  };

  const end = (): void => {
    if (timer !== null) clearInterval(timer);
    attached?.stop();
    timer = null;
    attached = null;
    ready = null;
    restsUntilMs = 0;
  };

  return {
    async listen(listener) {
      const heard = (): void => listener();
      listeners.add(heard);
      ready ??= begin();
      await ready;
      return () => {
        if (listeners.delete(heard) && listeners.size === 0) end();
      };
    },
    get count() {
      return listeners.size;
    },
    close() {
      listeners.clear();
      end();
    },
  };
}

async function lastSeq(store: StoreHandle): Promise<number> {
  const page = await store.read((fold) => fold.history({ reverse: true, limit: 1 }));
  return page.ok ? (page.value.records[0]?.event_seq ?? 0) : NOTHING_SEEN;
}
