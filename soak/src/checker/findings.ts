/** What the checker can say is wrong. None of these is ever expected. */

/** A call, by the process that made it and its number there. */
export interface CallName {
  readonly process: string;
  readonly call: number;
}

/** A call and the record that it knew of when it ended. */
export interface Knew extends CallName {
  readonly event_seq: number;
}

export type Finding =
  /** A line of a journal that is no line, other than an unfinished last one. */
  | { readonly code: "journal_torn"; readonly process: string; readonly line: number }
  /** The log ends without a line feed, though the last writer ended well. */
  | { readonly code: "log_torn"; readonly bytes: number }
  /** A line of the log is no record, or was changed after it was written. */
  | { readonly code: "log_damaged"; readonly line: number; readonly reason: string }
  /** The numbers of the records do not count from 1. */
  | { readonly code: "sequence_broken"; readonly line: number; readonly event_seq: number }
  /** A record does not follow the one before it. */
  | { readonly code: "chain_broken"; readonly line: number }
  /** More units in a layer than its budget after this record. */
  | {
      readonly code: "over_budget";
      readonly event_seq: number;
      readonly layer: string | null;
      readonly budget: number;
      readonly used: number;
    }
  /** One id, several records. */
  | {
      readonly code: "applied_twice";
      readonly batch_id: string;
      readonly event_seqs: readonly number[];
    }
  /** Two calls were each told that theirs was the one that was accepted. */
  | { readonly code: "accepted_twice"; readonly batch_id: string }
  /** A receipt names a record that the log does not have. */
  | ({ readonly code: "receipt_lost"; readonly batch_id: string } & Knew)
  /** A receipt is not that of its record. */
  | ({ readonly code: "receipt_differs"; readonly batch_id: string } & Knew)
  /** The record is of another request than was sent. */
  | ({ readonly code: "digest_differs"; readonly batch_id: string } & CallName)
  /** A record that nobody asked for. */
  | {
      readonly code: "record_from_nowhere";
      readonly batch_id: string;
      readonly event_seq: number;
    }
  /** A record, though every call with its id was told that it wrote nothing. */
  | {
      readonly code: "refused_but_written";
      readonly batch_id: string;
      readonly event_seq: number;
    }
  /** Called a repetition, and nobody had asked before. */
  | ({ readonly code: "first_called_duplicate"; readonly batch_id: string } & CallName)
  /** A conflict with a record that is not so, or says the same. */
  | ({ readonly code: "conflict_without_cause"; readonly batch_id: string } & CallName)
  /** A record has its place before one that was known before it was asked for. */
  | {
      readonly code: "order_broken";
      readonly known: Knew;
      readonly event_seq: number;
      readonly batch_id: string;
    }
  /** A read saw less than the same process had seen before. */
  | { readonly code: "read_went_back"; readonly known: Knew; readonly read: Knew }
  /** A read saw less than was known before it began. */
  | { readonly code: "read_missed_record"; readonly known: Knew; readonly read: Knew }
  /** A read is not the state after the record that it names. */
  | ({ readonly code: "read_equals_no_prefix"; readonly differs: string } & Knew)
  /** Two processes held the store at once. */
  | { readonly code: "two_holders"; readonly processes: readonly [string, string] }
  /** Accepted while another process held the store from before its call until after it. */
  | ({ readonly code: "wrote_past_holder"; readonly holder: string } & Knew)
  /** Answered later than the lock timeout allows, its own stops left out. */
  | ({
      readonly code: "waited_too_long";
      readonly waitedMs: number;
      readonly lockTimeoutMs: number;
    } & CallName)
  /** Gave up, though the others went on all the while. */
  | ({ readonly code: "starved"; readonly waitedMs: number } & CallName)
  /** An outcome that nothing which was done to the store explains. */
  | ({ readonly code: "unexpected_outcome"; readonly outcome: string } & CallName)
  /** What `verify` says of the store. */
  | { readonly code: "store_unsound"; readonly reason: string }
  /** A process ended by itself in a way that it should not. */
  | { readonly code: "process_failed"; readonly process: string; readonly how: string }
  /** The store was held for twice the time that an impatient process waits, and it was not told. */
  | { readonly code: "nobody_refused"; readonly holder: string };
