/** What a receipt asks of git-desk, and how it reads in the log. */
import type { Receipt, Violation } from "@fold/contracts";
import { type Demands, refusalWords, withViolations } from "./plan/demands.js";
import { counted } from "./rules/one-line.js";

export type Failure =
  /** The store could not be read or written. */
  | { readonly code: "store"; readonly outcome: string; readonly message: string }
  /** A batch was refused for a reason that git-desk has no answer to. */
  | { readonly code: "refused"; readonly reasons: readonly string[] }
  /** The picture did not come to rest. */
  | { readonly code: "restless"; readonly attemptCount: number };

export type Verdict =
  | { readonly type: "accepted" }
  | { readonly type: "decide_again"; readonly demands: Demands }
  /** The id is taken by another batch. */
  | { readonly type: "next_id" }
  | { readonly type: "read_again" }
  | { readonly type: "failed"; readonly failure: Failure };

export function judge(
  receipt: Receipt,
  { demands, isTooMuch }: { readonly demands: Demands; readonly isTooMuch: boolean },
): Verdict {
  switch (receipt.outcome) {
    case "accepted":
      return { type: "accepted" };
    case "conflict":
      return { type: "next_id" };
    case "rejected":
      return judgeRefusal(receipt.violations, { demands, isTooMuch });
    case "unavailable":
    case "unknown":
    case "corrupt": {
      const { outcome, message } = receipt;
      return { type: "failed", failure: { code: "store", outcome, message } };
    }
    default:
      return receipt satisfies never;
  }
}

function judgeRefusal(
  violations: readonly Violation[],
  { demands, isTooMuch }: { readonly demands: Demands; readonly isTooMuch: boolean },
): Verdict {
  if (violations.some(({ code }) => code === "stale_revision")) return { type: "read_again" };
  const next = isTooMuch ? null : withViolations(demands, violations);
  if (next !== null) return { type: "decide_again", demands: next };
  return { type: "failed", failure: { code: "refused", reasons: refusalWords(violations) } };
}

export function wordsOf(receipt: Receipt): readonly string[] {
  switch (receipt.outcome) {
    case "accepted": {
      const { type, event_seq, changes, acknowledged } = receipt;
      const counts = `${counted(changes.length, "change")}, ${acknowledged.length} acknowledged`;
      return [`accepted as record ${event_seq}, ${type}: ${counts}`];
    }
    case "rejected":
      return refusalWords(receipt.violations).map((words) => `refused: ${words}`);
    case "conflict":
    case "unavailable":
    case "unknown":
    case "corrupt":
      return [`${receipt.outcome}: ${receipt.message}`];
    default:
      return receipt satisfies never;
  }
}
