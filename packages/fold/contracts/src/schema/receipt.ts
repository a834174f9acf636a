import * as z from "zod/mini";
import { DECLARED_FIELDS } from "../declared-fields.js";
import type { Immutable } from "../immutable.js";
import { actor, count, entryId, requestId } from "./scalars.js";
import { instant, sha256 } from "./stored-scalars.js";
import { violationSchema } from "./violation.js";

/** How full a layer is, in units; the root layer has the id null. */
export const layerUsageSchema = z.strictObject({
  id: z.nullable(entryId),
  budget: count,
  used: count,
  free: count,
});

/** Worth knowing, though nothing failed. */
export const warningSchema = z.discriminatedUnion("code", [
  /** `now` was earlier than the previous record's `at`; order is by `event_seq`. */
  z.strictObject({ code: z.literal("clock_went_back"), previous_at: instant }),
  /** An unfinished last line, which no receipt ever named, was cut. */
  z.strictObject({ code: z.literal("tail_cut"), bytes: count }),
  /** The record is saved; only the cache was not refreshed. */
  z.strictObject({ code: z.literal("cache_not_saved"), reason: z.string() }),
  /** The record is saved; the lock file could not be brought up to date. */
  z.strictObject({ code: z.literal("synced_length_not_saved"), reason: z.string() }),
  /** A cache did not match the log and was made anew. */
  z.strictObject({ code: z.literal("cache_discarded"), file: z.string(), reason: z.string() }),
]);

const short = z.nullable(z.union([z.string(), z.number()]));

/** A change in brief; `from` and `to` for short fields only. */
export const briefChangeSchema = z.strictObject({
  id: z.nullable(entryId),
  change: z.enum([
    "declared",
    "restored",
    "withdrawn",
    "superseded",
    "merged",
    "budget",
    ...DECLARED_FIELDS,
  ]),
  from: z.exactOptional(short),
  to: z.exactOptional(short),
});

/**
 * Saved, or saved before (`duplicate`). With `check` nothing was written: the numbers are those that
 * the batch would get.
 */
export const acceptedSchema = z.strictObject({
  outcome: z.literal("accepted"),
  duplicate: z.boolean(),
  check: z.exactOptional(z.literal(true)),
  batch_id: requestId,
  type: z.enum(["commit", "acknowledge", "checked", "annotation"]),
  event_seq: count,
  revision: count,
  at: instant,
  actor,
  changes: z.array(briefChangeSchema),
  acknowledged: z.array(requestId),
  layers: z.array(layerUsageSchema),
  warnings: z.array(warningSchema),
});

/** Refused with every reason at once; nothing was written and the id is still free. */
export const rejectedSchema = z.strictObject({
  outcome: z.literal("rejected"),
  batch_id: z.nullable(z.string()),
  /** The state that the request was judged against; null where it did not get that far. */
  event_seq: z.nullable(count),
  revision: z.nullable(count),
  violations: z.array(violationSchema),
  /** What the call did besides refusing, such as cutting an unfinished line. */
  warnings: z.exactOptional(z.array(warningSchema)),
});

/** The id is taken by a request that says something else; nothing was written. */
export const conflictSchema = z.strictObject({
  outcome: z.literal("conflict"),
  batch_id: requestId,
  message: z.string(),
  event_seq: count,
  at: instant,
  actor,
  saved_digest: sha256,
  request_digest: sha256,
  warnings: z.exactOptional(z.array(warningSchema)),
});

/** This call wrote nothing; whether an earlier call with the same id did is not known. */
export const unavailableSchema = z.strictObject({
  outcome: z.literal("unavailable"),
  reason: z.enum([
    "lock_timeout",
    "lock_unsafe",
    "lock_unsupported",
    "no_space",
    "read_only",
    "permission",
    "sync_failed",
    "io",
    "not_a_file",
    "reopen_needed",
    "closed",
  ]),
  message: z.string(),
  batch_id: z.exactOptional(z.string()),
  detail: z.exactOptional(z.string()),
});

/** The bytes may or may not have reached the disk: ask `history` for the id. */
export const unknownSchema = z.strictObject({
  outcome: z.literal("unknown"),
  batch_id: requestId,
  message: z.string(),
  detail: z.exactOptional(z.string()),
});

/** The log is not what was written. Nothing was skipped and nothing was changed. */
export const corruptSchema = z.strictObject({
  outcome: z.literal("corrupt"),
  reason: z.enum([
    "log_regressed",
    "newer_format",
    "not_json",
    "not_a_record",
    "broken_sequence",
    "broken_chain",
    "hash_mismatch",
    "fork",
    "duplicated_line",
    "glued_lines",
    "conflict_markers",
    "byte_order_mark",
    "carriage_return",
    "nul_bytes",
    "not_utf8",
  ]),
  message: z.string(),
  file: z.string(),
  /** 1-based; null where the fault has no single line. */
  line: z.nullable(count),
  /** 1-based, in bytes; null where it has no single place in the line. */
  column: z.exactOptional(count),
  /** Bytes from the start of the file. */
  offset: z.nullable(count),
  detail: z.exactOptional(z.string()),
});

export const usageSchema = z.strictObject({
  outcome: z.literal("usage"),
  message: z.string(),
  hint: z.exactOptional(z.string()),
});

export const notFoundSchema = z.strictObject({
  outcome: z.literal("not_found"),
  message: z.string(),
  id: z.string(),
});

export const noStoreSchema = z.strictObject({
  outcome: z.literal("no_store"),
  message: z.string(),
  hint: z.exactOptional(z.string()),
});

export const imageFailedSchema = z.strictObject({
  outcome: z.literal("image_failed"),
  message: z.string(),
  stage: z.string(),
});

/** A copy of what is sound in a store could not be made, and nothing of it is left as a store. */
export const copyFailedSchema = z.strictObject({
  outcome: z.literal("copy_failed"),
  reason: z.enum(["no_space", "read_only", "permission", "io"]),
  message: z.string(),
  /** The directory that the copy was to be in. */
  out: z.string(),
  detail: z.string(),
});

export const bugSchema = z.strictObject({ outcome: z.literal("bug"), message: z.string() });

const receipts = [
  acceptedSchema,
  rejectedSchema,
  conflictSchema,
  unavailableSchema,
  unknownSchema,
  corruptSchema,
] as const;

/** What a commit or an annotation comes to. */
export const receiptSchema = z.discriminatedUnion("outcome", [...receipts]);

/** Every answer of the command that is not a view or a page of history. */
export const answerSchema = z.discriminatedUnion("outcome", [
  ...receipts,
  usageSchema,
  notFoundSchema,
  noStoreSchema,
  imageFailedSchema,
  copyFailedSchema,
  bugSchema,
]);

export type LayerUsage = Immutable<z.infer<typeof layerUsageSchema>>;
export type Warning = Immutable<z.infer<typeof warningSchema>>;
export type BriefChange = Immutable<z.infer<typeof briefChangeSchema>>;
export type Accepted = Immutable<z.infer<typeof acceptedSchema>>;
export type Rejected = Immutable<z.infer<typeof rejectedSchema>>;
export type Conflict = Immutable<z.infer<typeof conflictSchema>>;
export type Unavailable = Immutable<z.infer<typeof unavailableSchema>>;
export type UnknownOutcome = Immutable<z.infer<typeof unknownSchema>>;
export type Corrupt = Immutable<z.infer<typeof corruptSchema>>;
export type NotFound = Immutable<z.infer<typeof notFoundSchema>>;
export type NoStore = Immutable<z.infer<typeof noStoreSchema>>;
export type CopyFailed = Immutable<z.infer<typeof copyFailedSchema>>;
export type Receipt = Immutable<z.infer<typeof receiptSchema>>;
export type Answer = Immutable<z.infer<typeof answerSchema>>;
export type Outcome = Answer["outcome"];
/** What can keep a read from being answered. */
export type ReadFailure = Unavailable | Corrupt | NotFound | NoStore;
