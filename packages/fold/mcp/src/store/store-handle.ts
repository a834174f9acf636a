/**
 * The store of a server that runs for days: opened when it is first needed, opened anew after it
 * refused further work, and asked again when there was none. Every failure is an answer.
 */
import type { NoStore, OpenFailure, Receipt, Unavailable } from "@fold/contracts";
import { type FoldResults, type ReadOutcome, tryOpenFold, type UsageFailure } from "@fold/sdk";
import { type FoundStore, withHint } from "./find-store.js";

export type Unopened = OpenFailure | NoStore | Unavailable | UsageFailure;

export interface StoreHandle {
  read<Value>(
    ask: (fold: FoldResults) => Promise<ReadOutcome<Value>>,
  ): Promise<ReadOutcome<Value> | { readonly ok: false; readonly failure: Unopened }>;
  /** Makes the store if there is none and that was allowed. */
  write(send: (fold: FoldResults) => Promise<Receipt>): Promise<Receipt | Unopened>;
  /** The open store, or null where it cannot be opened now. Makes none. */
  current(): Promise<FoldResults | null>;
  /** Waits for the calls that are running, then lets go of the store. */
  close(): Promise<void>;
}

type Opened =
  | { readonly ok: true; readonly fold: FoldResults }
  | { readonly ok: false; readonly failure: Unopened };

export interface StoreHandleOptions {
  readonly find: () => FoundStore;
  readonly init: boolean;
}

interface Attempt {
  readonly mayMake: boolean;
  readonly opened: Promise<Opened>;
}

export function storeHandle({ find, init }: StoreHandleOptions): StoreHandle {
  /** Callers that come together share it; one that failed is not kept. */
  let attempt: Attempt | null = null;
  let isClosed = false;
  const leaving = new Set<Promise<unknown>>();

  const open = async (mayMake: boolean): Promise<Opened> => {
    for (;;) {
      if (isClosed) return { ok: false, failure: CLOSED };
      attempt ??= { mayMake, opened: openOnce({ find, init }, mayMake) };
      const mine = attempt;
      const opened = await mine.opened.catch((error: unknown) => {
        if (attempt === mine) attempt = null;
        throw error;
      });
      if (opened.ok) return opened;
      if (attempt === mine) attempt = null;
      if (mine.mayMake || !mayMake) return opened;
    }
  };

  const letGo = async (fold: FoldResults): Promise<void> => {
    const mine = attempt;
    const opened = await mine?.opened;
    // Of calls that fail together the first one lets go; by now there may be another store.
    if (mine === null || attempt !== mine || opened?.ok !== true || opened.fold !== fold) return;
    attempt = null;
    const left = fold.close().catch(() => undefined);
    leaving.add(left);
    await left;
    leaving.delete(left);
  };

  /** After some failures a store refuses all work until it is opened anew: the next call does that. */
  const after = (fold: FoldResults, failure: Failure): void => {
    if (asksForReopening(failure)) void letGo(fold);
  };

  return {
    async read(ask) {
      const opened = await open(false);
      if (!opened.ok) return opened;
      const outcome = await ask(opened.fold);
      if (!outcome.ok) after(opened.fold, outcome.failure);
      return outcome;
    },
    async write(send) {
      const opened = await open(init);
      if (!opened.ok) return opened.failure;
      const receipt = await send(opened.fold);
      after(opened.fold, receipt);
      return receipt;
    },
    async current() {
      const opened = await open(false);
      return opened.ok ? opened.fold : null;
    },
    async close() {
      isClosed = true;
      const opened = await attempt?.opened.catch(() => null);
      if (opened?.ok === true) await letGo(opened.fold);
      await Promise.all(leaving);
    },
  };
}

const CLOSED: Unavailable = {
  outcome: "unavailable",
  reason: "closed",
  message: "The server is ending.",
};

async function openOnce({ find, init }: StoreHandleOptions, mayMake: boolean): Promise<Opened> {
  const found = find();
  if (!found.ok) return found;
  const opened = await tryOpenFold({ dir: found.dir, init: mayMake });
  return opened.ok ? opened : { ok: false, failure: withHint(opened.failure, { init }) };
}

interface Failure {
  readonly outcome: string;
  readonly reason?: string;
}

function asksForReopening({ outcome, reason = "" }: Failure): boolean {
  if (outcome === "unknown" || outcome === "corrupt") return true;
  return (
    outcome === "unavailable" && ["sync_failed", "io", "reopen_needed", "closed"].includes(reason)
  );
}
