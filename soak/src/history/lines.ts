/**
 * What a process writes down about its own calls: one JSON text per line. The line of a call is
 * written before the call is made, that of its answer after it came, each in one write. So the time
 * from the one to the other contains the call, and a call without an answer may have been cut short
 * anywhere.
 */
import type { BatchInput, ReadFailure, Receipt } from "@fold/contracts";
import type { UsageFailure } from "@fold/sdk";

/** What is asked of the store. */
export type Ask =
  | { readonly ask: "commit"; readonly request: BatchInput; readonly actor: string }
  | { readonly ask: "annotate"; readonly request: Annotating; readonly actor: string }
  | { readonly ask: "view" }
  /** The newest records, at most `limit`. */
  | { readonly ask: "page"; readonly limit: number };

export interface Annotating {
  readonly annotation_id: string;
  readonly entry_id: string | null;
  readonly text: string;
}

/** What came of it. `no_answer`: whoever was to bring the answer ended before it did. */
export type Answer =
  | Receipt
  | ReadFailure
  | UsageFailure
  | {
      readonly outcome: "view";
      readonly event_seq: number;
      readonly revision: number;
      /** Of the view as JSON, without what is said about the reading itself. */
      readonly sha256: string;
      readonly isReadOnly: boolean;
    }
  /** The hashes of the records, newest first. */
  | { readonly outcome: "page"; readonly event_seq: number; readonly hashes: readonly string[] }
  | { readonly outcome: "no_answer"; readonly detail: string };

/**
 * How a process behaves. `plain` it uses the SDK; `holder` the same, and now and then it pauses
 * while it holds the store; `impatient` the same with a short lock timeout; `command` it starts the
 * command for each call.
 */
export type Role = "plain" | "holder" | "impatient" | "command";

/** `at` is in microseconds, see `nowUs`. */
export type Line =
  | {
      readonly line: "start";
      readonly at: number;
      readonly role: Role;
      readonly lockTimeoutMs: number;
    }
  | {
      readonly line: "call";
      readonly at: number;
      readonly call: number;
      readonly now: string;
      readonly ask: Ask;
    }
  | {
      readonly line: "answer";
      readonly at: number;
      readonly call: number;
      readonly answer: Answer;
    }
  /** A pause while the store is held, from `enter` to `leave`. */
  | { readonly line: "enter" | "leave"; readonly at: number };

/** The id by which a request is accepted once; null for a read. */
export function idOf(ask: Ask): string | null {
  switch (ask.ask) {
    case "commit":
      return ask.request.batch_id;
    case "annotate":
      return ask.request.annotation_id;
    default:
      return null;
  }
}
