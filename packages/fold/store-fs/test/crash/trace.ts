/**
 * One run of a workload in this thread, with every place where it could have been stopped. A stop
 * is never carried out: the state of the disk after each file call, and what was promised by then,
 * is all that a stop at that place leaves. Before a call the disk is as it was after the last one.
 */
import { fakeKernel } from "../fakes/fake-kernel.mjs";
import { Disk, type DiskState, SystemError, visibleFile } from "./disk.js";
import { type Facts, Ledger } from "./ledger.js";
import { Locks } from "./locks.js";
import { type FileCall, ModelProcess, type Watcher } from "./model-process.js";
import type { Product } from "./product.js";
import { LOG_PATH, STORE_DIR } from "./recovery-check.js";
import { Violation } from "./violation.js";
import { type Action, perform } from "./workload.js";

/** What a stop leaves, if every process dies here. */
export interface Stop {
  readonly disk: DiskState;
  readonly facts: Facts;
}

/** A disk, and what was promised to whoever used it before. */
export type Start = Stop;

export interface Trace {
  readonly stops: readonly Stop[];
  readonly end: Stop;
}

export interface TraceOptions {
  readonly start: Start;
  readonly actions: readonly Action[];
  /** May make a call fail; counts from 1. */
  readonly fault?: ((call: FileCall, count: number) => void) | undefined;
}

export async function traceOf(
  product: Product,
  { start, actions, fault }: TraceOptions,
): Promise<Trace> {
  const disk = new Disk(start.disk);
  const stops: Stop[] = [start];
  const stop = (): void => {
    stops.push({ disk: disk.state, facts: ledger.facts });
  };
  const ledger = new Ledger(start.facts, {
    mayFail: fault !== undefined,
    onChange: stop,
    logNow: () => visibleFile(disk.state, LOG_PATH),
  });
  let count = 0;
  const watcher: Watcher = {
    before(call) {
      count += 1;
      fault?.(call, count);
    },
    after: stop,
  };
  const world = { disk, locks: new Locks() };
  const { fs, lock } = new ModelProcess(world, watcher, { syncTurns: 2 });
  const opened = await product.openStore({
    dir: STORE_DIR,
    kernel: fakeKernel,
    init: true,
    fs,
    lock,
  });
  if (opened.ok) {
    await perform(opened.store, actions, ledger);
    // A descriptor that does not close is no news to anyone.
    await opened.store.close().catch((error: unknown) => {
      if (!(error instanceof SystemError) || fault === undefined) throw error;
    });
  } else if (fault === undefined) throw new Violation("unexpected", opened.failure);
  return { stops, end: { disk: disk.state, facts: ledger.facts } };
}
