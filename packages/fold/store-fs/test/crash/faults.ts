/** Ways in which one file call can fail, each tried at every call of a workload. */
import { SystemError } from "./disk.js";
import type { FileCall } from "./model-process.js";
import type { Product } from "./product.js";
import { type Start, type Trace, traceOf } from "./trace.js";
import type { Action } from "./workload.js";

/**
 * A code of the system: the call fails and does nothing. `failed_yet_done` it does all, and fails.
 * `short_write` a write takes half, or 7 bytes; `short_then_full` a write takes half, and the disk
 * is full from then on until the file is cut. `sync_given_up` a sync fails, once, and what it was
 * to write is held for written.
 */
export const FAULTS = [
  "EIO",
  "ENOSPC",
  "EACCES",
  "EMFILE",
  "EINTR",
  "failed_yet_done",
  "short_write",
  "short_then_full",
  "sync_given_up",
] as const;

export type Fault = (typeof FAULTS)[number];

export interface Failing {
  readonly start: Start;
  readonly actions: readonly Action[];
  readonly fault: Fault;
  /** The call that fails, from 1. */
  readonly at: number;
}

export interface FaultTrace extends Trace {
  /** File calls that were made. */
  readonly calls: number;
  /** Whether the call at the place is one that can fail in this way. */
  readonly isHit: boolean;
}

export async function traceWithFault(
  product: Product,
  { start, actions, fault, at }: Failing,
): Promise<FaultTrace> {
  let calls = 0;
  let isHit = false;
  let isFull = false;
  const onCall = (call: FileCall, count: number): void => {
    calls = count;
    const isWrite = call.name === "append" || call.name === "write";
    if (call.name === "truncate") isFull = false;
    if (isFull && isWrite) throw new SystemError("ENOSPC", call.path);
    if (count !== at || !canFail(call, fault)) return;
    isHit = true;
    switch (fault) {
      case "failed_yet_done":
        call.failsAfter = "EIO";
        break;
      case "short_write":
        call.bytesMax = at % 2 === 0 ? 7 : 300;
        break;
      case "short_then_full":
        call.bytesMax = 300;
        isFull = true;
        break;
      case "sync_given_up":
        call.givesUp = true;
        break;
      default:
        // A descriptor that does not close has closed all the same.
        if (call.name === "close") call.failsAfter = fault;
        else throw new SystemError(fault, call.path);
    }
  };
  const trace = await traceOf(product, { start, actions, fault: onCall });
  return { ...trace, calls, isHit };
}

function canFail({ name }: FileCall, fault: Fault): boolean {
  switch (fault) {
    case "short_write":
    case "short_then_full":
      return name === "append" || name === "write";
    case "sync_given_up":
      return name === "datasync";
    case "failed_yet_done":
      // A sync that fails promises nothing, whatever it did.
      return name !== "datasync";
    default:
      return true;
  }
}
