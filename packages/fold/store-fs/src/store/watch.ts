/**
 * Tells when a store has moved. Whoever accepts a record in this process tells at once; what other
 * processes add is seen by looking at the length of the log, at most once a second.
 */
import type { ReadResult, StorePosition, WatchOptions } from "@fold/contracts";

const INTERVAL_MS_MIN = 1000;

export type Listener = (position: StorePosition) => void;

export interface Watched {
  readonly dir: string;
  /** The length of the log, for a first cheap look; null where there is none. */
  logLength(): number | null;
  /** Where the store stands. */
  position(): Promise<ReadResult<StorePosition>>;
}

/** Listeners of this process, by the canonical path of the store, whichever handle they came by. */
const listenersByDir = new Map<string, Set<Listener>>();

/** To be called after a record was accepted. */
export function announce(dir: string, position: StorePosition): void {
  for (const listener of listenersByDir.get(dir) ?? []) listener(position);
}

export function watch(
  watched: Watched,
  listener: Listener,
  options: WatchOptions = {},
): () => void {
  const { signal, intervalMs = INTERVAL_MS_MIN } = options;
  if (signal?.aborted === true) return () => undefined;
  const { dir } = watched;
  let seenSeq = -1;
  let seenLength: number | null = -1;
  let isLooking = false;
  let isStopped = false;

  const tell: Listener = (position) => {
    if (isStopped || position.event_seq <= seenSeq) return;
    seenSeq = position.event_seq;
    try {
      listener(position);
    } catch (error) {
      // A fault of the listener is not one of the call that it was told of.
      queueMicrotask(() => {
        throw error;
      });
    }
  };
  const look = async (): Promise<void> => {
    const length = watched.logLength();
    if (isLooking || isStopped || length === seenLength) return;
    isLooking = true;
    const found = await watched.position();
    isLooking = false;
    // A store that cannot be read now is looked at again; those who read it are told why.
    if (!found.ok) return;
    seenLength = length;
    tell(found.value);
  };
  const timer = setInterval(() => void look(), Math.max(intervalMs, INTERVAL_MS_MIN));
  timer.unref();
  void look();

  const listeners = listenersByDir.get(dir) ?? new Set();
  listenersByDir.set(dir, listeners.add(tell));
  const stop = (): void => {
    isStopped = true;
    clearInterval(timer);
    signal?.removeEventListener("abort", stop);
    listeners.delete(tell);
    if (listeners.size === 0 && listenersByDir.get(dir) === listeners) listenersByDir.delete(dir);
  };
  signal?.addEventListener("abort", stop, { once: true });
  return stop;
}
