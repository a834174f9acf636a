import * as z from "zod/mini";
import type { Immutable } from "../immutable.js";
import { acknowledgedAnnotationSchema, annotationSchema } from "./annotation.js";
import { annotationRequestSchema, batchSchema } from "./batch.js";
import { closedEntrySchema, closingSchema, entryFieldsSchema, entrySchema } from "./entry.js";
import { layerUsageSchema, warningSchema } from "./receipt.js";
import { actor, count, entryId, longText, requestId, why } from "./scalars.js";
import { instant, sha256 } from "./stored-scalars.js";

const because = { why: z.exactOptional(why) };

/**
 * What a record changed, with before and after, so that `apply` needs no judgement and `undo` needs
 * no other record. Only `opened, restored, closed, changed, budget` change an entry or a budget.
 */
export const changeSchema = z.discriminatedUnion("change", [
  z.strictObject({
    id: entryId,
    change: z.literal("opened"),
    by: z.enum(["declare", "supersede", "merge"]),
    after: entrySchema,
    ...because,
  }),
  z.strictObject({
    id: entryId,
    change: z.literal("restored"),
    before: closedEntrySchema,
    after: entrySchema,
    ...because,
  }),
  z.strictObject({
    id: entryId,
    change: z.literal("closed"),
    before: entrySchema,
    after: closingSchema,
    ...because,
  }),
  z.strictObject({
    id: entryId,
    change: z.literal("changed"),
    before: entryFieldsSchema,
    after: entryFieldsSchema,
    ...because,
  }),
  z.strictObject({
    id: z.null(),
    change: z.literal("budget"),
    before: count,
    after: count,
    ...because,
  }),
  /** A pending annotation follows its entry to the entry's successor. */
  z.strictObject({
    annotation_id: requestId,
    change: z.literal("shown_on"),
    before: z.nullable(entryId),
    after: entryId,
  }),
  z.strictObject({
    change: z.literal("checked"),
    before: z.nullable(instant),
    after: instant,
  }),
]);

/**
 * An annotation acknowledged for the first time, as it was shown. `displaced` fell out of the few
 * latest of its entry; `surfaced` took its place among the oldest pending ones.
 */
export const acknowledgedSchema = z.strictObject({
  annotation: annotationSchema,
  note: z.nullable(longText),
  displaced: z.nullable(acknowledgedAnnotationSchema),
  surfaced: z.nullable(annotationSchema),
});

/** What a receipt says beyond its record. */
export const receiptBodySchema = z.strictObject({
  layers: z.array(layerUsageSchema),
  warnings: z.array(warningSchema),
});

/**
 * One line of `events.jsonl`: the request as accepted, what it determined, and the chain. `digest`
 * identifies the request; `hash` covers the line up to itself, `prev` is the hash of the line before.
 */
export const recordSchema = z.strictObject({
  v: z.literal(1),
  event_seq: count,
  type: z.enum(["commit", "acknowledge", "checked", "annotation"]),
  batch_id: requestId,
  digest: sha256,
  actor,
  at: instant,
  revision: count,
  request: z.union([batchSchema, annotationRequestSchema]),
  changes: z.array(changeSchema),
  acknowledged: z.exactOptional(z.array(acknowledgedSchema)),
  annotation: z.exactOptional(annotationSchema),
  receipt: receiptBodySchema,
  prev: sha256,
  hash: sha256,
});

export type Change = Immutable<z.infer<typeof changeSchema>>;
export type ChangeOf<Name extends Change["change"]> = Extract<Change, { change: Name }>;
export type Acknowledged = Immutable<z.infer<typeof acknowledgedSchema>>;
export type ReceiptBody = Immutable<z.infer<typeof receiptBodySchema>>;
export type RecordType = LogRecord["type"];
export type LogRecord = Immutable<z.output<typeof recordSchema>>;
/** What the kernel decides of a record; the store adds `digest` and the chain. */
export type RecordBody = Omit<LogRecord, "digest" | "prev" | "hash">;
