/** What a trial left behind: plain data, so that judging it needs neither a store nor a process. */
import type { ClosedEntryView, LogRecord, Tier } from "@fold/contracts";

export interface SeenEntry {
  readonly id: string;
  readonly title: string;
  /** Empty where there is none; in child layers perhaps only its beginning. */
  readonly summary: string;
  /** The whole length of the summary, in code points. */
  readonly summaryChars: number;
  readonly kind: string;
  readonly tier: Tier;
  readonly dueAt: string | null;
  readonly refs: readonly string[];
}

export type SeenClosed = Pick<ClosedEntryView, "status" | "reason" | "successor">;

/** The answer of one call of the command, as it was recorded. */
export interface SeenCall {
  readonly command: string;
  readonly outcome: string | null;
  /** By how many units the budgets were exceeded, all layers together; 0 where they were not. */
  readonly overBy: number;
}

export interface Observation {
  /** Every active entry, of all layers. */
  readonly active: ReadonlyMap<string, SeenEntry>;
  /** Entries of the initial store and what came of them, where they are closed. */
  readonly closed: ReadonlyMap<string, SeenClosed>;
  /** What was active before the agent came. */
  readonly before: ReadonlyMap<string, SeenEntry>;
  /** The records that the agent added. */
  readonly records: readonly LogRecord[];
  readonly calls: readonly SeenCall[];
}
