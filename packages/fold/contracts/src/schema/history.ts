import * as z from "zod/mini";
import type { Immutable } from "../immutable.js";
import { LIMITS } from "../limits.js";
import { recordSchema } from "./record.js";
import { count, entryId, requestId } from "./scalars.js";

/** What to list. Without `batch` or `entry`: every record. */
export const historyQuerySchema = z.strictObject({
  batch: z.optional(requestId),
  entry: z.optional(entryId),
  /** Also what the entry replaced or absorbed, and its successors. */
  lineage: z.optional(z.boolean()),
  /** Only records after this `event_seq`; before it with `reverse`. */
  since: z.optional(count),
  limit: z.optional(z.int().check(z.minimum(1), z.maximum(LIMITS.historyMax))),
  reverse: z.optional(z.boolean()),
});

/** One page of records. `next` is the `since` of the page after it, or null at the end. */
export const historyPageSchema = z.strictObject({
  records: z.array(recordSchema),
  next: z.nullable(count),
  read_only: z.exactOptional(z.literal(true)),
});

export type HistoryQuery = Immutable<z.output<typeof historyQuerySchema>>;
export type HistoryPage = Immutable<z.output<typeof historyPageSchema>>;
