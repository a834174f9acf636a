import type { Instant } from "./instants.js";
import type { Annotation } from "./schema/annotation.js";
import type { AnnotationRequest, Batch } from "./schema/batch.js";
import type { StateDiff } from "./schema/diff.js";
import type { ClosedEntry, Entry } from "./schema/entry.js";
import type { Accepted } from "./schema/receipt.js";
import type { LogRecord, RecordBody } from "./schema/record.js";
import type { AnnotationView, EntryAnswer, StateView } from "./schema/view.js";
import type { Violation } from "./schema/violation.js";

/** A deferred entry, kept by reference so that a view can say when its time has come. */
export interface Deferred {
  readonly id: string;
  readonly title: string;
  readonly until: Instant;
  readonly closed_at: Instant;
}

/**
 * The working set: the active tree, the oldest pending annotations and the counts. It is derived
 * from the log alone. Its size follows the limits, not the length of the history; only `deferred`
 * keeps one small reference for each entry that was put off and has not come back.
 */
export interface State {
  readonly event_seq: number;
  readonly revision: number;
  /** `at` of the last record. */
  readonly at: Instant | null;
  readonly last_checked_at: Instant | null;
  readonly root_budget: number;
  readonly entries: ReadonlyMap<string, Entry>;
  readonly deferred: ReadonlyMap<string, Deferred>;
  readonly annotations_total: number;
  readonly pending_total: number;
  /** The oldest pending annotations, at most `LIMITS.pendingAnnotations`. */
  readonly pending: readonly Annotation[];
}

/** `State` as JSON, with its maps as lists sorted by id: equal states give equal text. */
export interface StateSnapshot extends Omit<State, "entries" | "deferred"> {
  readonly entries: readonly Entry[];
  readonly deferred: readonly Deferred[];
}

export type Command =
  | { readonly command: "commit"; readonly request: Batch }
  | { readonly command: "annotate"; readonly request: AnnotationRequest };

/** Which part of the state to show, and as of when. */
export interface ViewQuery {
  readonly now: Instant;
  /** The entry whose layer to show; null or absent for the root. */
  readonly layer?: string | null | undefined;
  /** Layers shown with their entries, counted from the one asked for; 2 unless set. */
  readonly depth?: number | undefined;
  /** One entry as last stored instead of a layer. */
  readonly entry?: string | undefined;
}

/**
 * What a record is filed under. `batch:` the record with this id; `entry:` records that open or
 * close this entry or let it absorb others; `annotated:` annotations written or shown on this entry
 * and their acknowledgements; `acknowledged:` the first acknowledgement of this annotation;
 * `closed_with:` closings that a subtree withdrawal of this entry caused; `touched:` every record
 * that concerns this entry; `annotation:` every annotation.
 */
export type FactKey =
  | `batch:${string}`
  | `entry:${string}`
  | `annotated:${string}`
  | `acknowledged:${string}`
  | `closed_with:${string}`
  | `touched:${string}`
  | `annotation:`;

/**
 * A fact still missing: the records filed under a key; the ids changed after a revision; the next
 * pending annotations saved after a record, at most `count` of them.
 */
export type FactNeed =
  | { readonly need: "records"; readonly key: FactKey }
  | { readonly need: "changed_since"; readonly revision: number }
  | { readonly need: "pending_after"; readonly event_seq: number; readonly count: number };

/** Ids of entries (null: the root layer) that changed after a revision, oldest change first. */
export interface ChangedSince {
  readonly ids: readonly (string | null)[];
}

/** What the kernel was told of closed and old things, beyond the state. */
export interface Facts {
  readonly records: ReadonlyMap<FactKey, readonly LogRecord[]>;
  /** By revision. */
  readonly changedSince: ReadonlyMap<number, ChangedSince>;
  /** By the `event_seq` after which to look: annotation records, oldest first. */
  readonly pendingAfter: ReadonlyMap<number, readonly LogRecord[]>;
}

export interface DecideContext {
  readonly actor: string;
  readonly now: Instant;
}

export type Decision =
  | { readonly ok: true; readonly record: RecordBody; readonly state: State }
  | { readonly ok: false; readonly violations: readonly [Violation, ...Violation[]] };

export type ViewAnswer =
  | { readonly ok: true; readonly view: StateView | EntryAnswer }
  /** The id was never used, or names an entry that carries no layer. */
  | { readonly ok: false; readonly id: string; readonly missing: "entry" | "layer" };

export type Query =
  | { readonly command: "state"; readonly request: ViewQuery }
  | { readonly command: "history"; readonly request: { readonly lineage: string } };

/** What happened between two states, as `diff` needs it beyond the states themselves. */
export interface Between {
  /** Every entry that a record in between closed and none restored after. */
  readonly closed: readonly ClosedEntry[];
  readonly saved: readonly AnnotationView[];
  readonly acknowledged: readonly AnnotationView[];
}

/**
 * The rules, as pure functions: no clock, no chance, no I/O, no mutation. A store is built around a
 * kernel that it is given.
 */
export interface Kernel {
  /** The state before the first record. */
  readonly initial: State;
  /** Facts that `decide` or `view` still misses; ask again with them until there are none. */
  lookup(state: State, asked: Command | Query, facts: Facts): readonly FactNeed[];
  /** Judges a request that passed its schema. Whether it is a repetition is the store's to say. */
  decide(state: State, command: Command, facts: Facts, context: DecideContext): Decision;
  /** The state after a record. Never fails, never decides. */
  apply(state: State, record: RecordBody): State;
  /**
   * The state after consecutive records: as applying each in turn, but with one copy of the state
   * for all of them, so that replaying a long log costs the records and not records times entries.
   */
  applyAll(state: State, records: Iterable<RecordBody>): State;
  /** The state before `record`, the last of `state`; `previousAt` is the `at` of the one before. */
  undo(state: State, record: RecordBody, previousAt: Instant | null): State;
  view(state: State, facts: Facts, query: ViewQuery): ViewAnswer;
  /** What happened in consecutive records, for `diff`. */
  between(records: readonly RecordBody[]): Between;
  diff(base: State, current: State, between: Between): StateDiff;
  /** The ids of an entry's lineage, itself included, from facts that `lookup` named. */
  lineage(id: string, facts: Facts): readonly string[];
  /** The keys to file a record under. */
  factKeys(record: RecordBody): readonly FactKey[];
  /** The receipt of a saved record, as it was first given. */
  receipt(record: RecordBody): Accepted;
  /** Entries (null: the root layer) that a record changed. */
  changedIds(record: RecordBody): readonly (string | null)[];
  toSnapshot(state: State): StateSnapshot;
  fromSnapshot(snapshot: StateSnapshot): State;
}
