/** What looking a store over comes to, as `fold-doctor --format json` prints it. */
import * as z from "zod/mini";
import type { Immutable } from "../immutable.js";
import { corruptSchema } from "./receipt.js";
import { count } from "./scalars.js";
import { sha256 } from "./stored-scalars.js";

const file = z.string();

/**
 * What can be found besides a fault of the log. Each is harmless to the log itself.
 *
 * `torn_tail` an unfinished last line, which the next writer cuts; `lock_missing` no lock file, made
 * by the next call; `snapshot_damaged` and `snapshot_differs` a snapshot that will be discarded;
 * `segment_damaged` and `segment_differs` the same for a part of the index; `segment_unused` a part
 * that another one stands for as well; `temporary_file` what a writer left that died; `copy_of_log`
 * a file that looks like a copy of the log which a sync service or a merge made, and is never read;
 * `foreign_file` anything else that is not the store's.
 */
export const findingSchema = z.discriminatedUnion("code", [
  z.strictObject({ code: z.literal("torn_tail"), file, offset: count, bytes: count }),
  z.strictObject({ code: z.literal("lock_missing"), file }),
  z.strictObject({
    code: z.enum(["snapshot_damaged", "snapshot_differs", "segment_damaged", "segment_differs"]),
    file,
    reason: z.string(),
  }),
  z.strictObject({
    code: z.enum(["segment_unused", "temporary_file", "copy_of_log", "foreign_file"]),
    file,
  }),
]);

/** Damage of a kind that was undone in the copy; the chain proves each line to be as it was. */
export const mendedSchema = z.strictObject({
  reason: z.enum(["byte_order_mark", "carriage_return", "glued_lines", "duplicated_line"]),
  /** Lines of the damaged log that were mended, and the first of them. */
  lines: count,
  first_line: count,
});

/** A copy of the longest sound beginning of a log, and what stayed behind. */
export const salvagedSchema = z.strictObject({
  /** The directory that the copy is in. */
  out: z.string(),
  /** The last record that was copied. */
  event_seq: count,
  hash: sha256,
  /** Bytes of the copy. */
  bytes: count,
  mended: z.array(mendedSchema),
  left: z.strictObject({
    /** What is wrong with the first line that was not copied; null for an unfinished last line. */
    failure: z.nullable(corruptSchema),
    bytes: count,
    /** Complete lines among them. */
    lines: count,
    /** Every other file of the store: caches are made anew, the rest is not the store's. */
    files: z.array(z.string()),
  }),
});

/** What was found in a store. Nothing was written into it. */
export const examinationSchema = z.strictObject({
  schema: z.literal("fold.examination/1"),
  dir: z.string(),
  /** `sound`: the log is whole, whatever else was found. */
  verdict: z.enum(["sound", "corrupt", "newer_format"]),
  /** The last sound record, and the revision after it. */
  event_seq: count,
  revision: count,
  hash: sha256,
  /** Bytes of the sound records. */
  sound_bytes: count,
  /** Bytes of the log. */
  bytes: count,
  /** Complete lines behind the last sound record. */
  lines_behind: count,
  failure: z.nullable(corruptSchema),
  findings: z.array(findingSchema),
  /** Null where no copy was asked for. */
  salvaged: z.nullable(salvagedSchema),
});

export type Finding = Immutable<z.infer<typeof findingSchema>>;
export type Mended = Immutable<z.infer<typeof mendedSchema>>;
export type Salvaged = Immutable<z.infer<typeof salvagedSchema>>;
export type Examination = Immutable<z.infer<typeof examinationSchema>>;
