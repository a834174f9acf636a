/** The receipts that only the store can write, and what it adds to those of the kernel. */
import type {
  Accepted,
  Conflict,
  LogRecord,
  Receipt,
  Rejected,
  State,
  Violation,
  Warning,
} from "@fold/contracts";
import { type StoreFailure, unavailable } from "../failures.js";

/** A failure as the answer to a request; a store that is gone cannot be told from a bad disk. */
export function withId(failure: StoreFailure, batchId: string): Receipt {
  switch (failure.outcome) {
    case "corrupt":
      return failure;
    case "no_store":
      return { ...unavailable("io", failure.message), batch_id: batchId };
    case "unavailable": {
      const { outcome, reason, message, detail } = failure;
      const named = { outcome, reason, message, batch_id: batchId };
      return detail === undefined ? named : { ...named, detail };
    }
    default:
      return failure satisfies never;
  }
}

export function conflict(saved: LogRecord, digest: string): Conflict {
  const { batch_id, event_seq, at, actor } = saved;
  return {
    outcome: "conflict",
    batch_id,
    message: `${batch_id} was accepted before, and said something else: use another id`,
    event_seq,
    at,
    actor,
    saved_digest: saved.digest,
    request_digest: digest,
  };
}

export function rejected(
  batchId: string,
  { event_seq, revision }: State,
  violations: readonly Violation[],
): Rejected {
  return { outcome: "rejected", batch_id: batchId, event_seq, revision, violations };
}

/** The receipt that was saved with a record, for who asks again. */
export function repeated({ outcome, duplicate: _first, ...rest }: Accepted): Accepted {
  return { outcome, duplicate: true, ...rest };
}

/** The receipt that a request would get, were it more than a check. */
export function checked(receipt: Receipt): Receipt {
  if (receipt.outcome !== "accepted") return receipt;
  const { outcome, duplicate, ...rest } = receipt;
  return { outcome, duplicate, check: true, ...rest };
}

/** What recovery did is told whatever becomes of a request that was judged. */
export function withWarnings(receipt: Receipt, warnings: readonly Warning[]): Receipt {
  if (warnings.length === 0) return receipt;
  switch (receipt.outcome) {
    case "accepted":
      return { ...receipt, warnings: [...receipt.warnings, ...warnings] };
    case "rejected":
    case "conflict":
      return { ...receipt, warnings: [...(receipt.warnings ?? []), ...warnings] };
    case "unavailable":
    case "unknown":
    case "corrupt":
      return receipt;
    default:
      return receipt satisfies never;
  }
}
