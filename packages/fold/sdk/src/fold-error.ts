/** What the reads of a `Fold` throw: the failure, which is data, as an error. */
import type { OpenFailure, ReadFailure } from "@fold/contracts";

/** A question that makes no sense, such as a negative limit. */
export interface UsageFailure {
  readonly outcome: "usage";
  readonly message: string;
}

/** `usage`, or what the store answered: `not_found`, `corrupt`, `unavailable`, `no_store`. */
export type FoldFailure = ReadFailure | OpenFailure | UsageFailure;

/** Carries a failure. `code` is its outcome; everything else is in `failure`. */
export class FoldError extends Error {
  override readonly name = "FoldError";
  readonly code: FoldFailure["outcome"];
  readonly failure: FoldFailure;

  constructor(failure: FoldFailure) {
    super(failure.message);
    this.code = failure.outcome;
    this.failure = failure;
  }
}
