import * as z from "zod/mini";
import type { Immutable } from "../immutable.js";
import { closedEntrySchema, entryFieldsSchema, entrySchema } from "./entry.js";
import { count, entryId } from "./scalars.js";
import { instant } from "./stored-scalars.js";
import { annotationViewSchema } from "./view.js";

const point = z.strictObject({ event_seq: count, revision: count });

/**
 * What separates two states of one store. Replaying it on the first gives the second. All lists are
 * sorted by id, annotations by the record that saved them.
 */
export const stateDiffSchema = z.strictObject({
  schema: z.literal("fold.diff/1"),
  from: point,
  to: point,
  /** The instant of the call; nothing in a diff depends on it. */
  now: z.exactOptional(instant),
  /** Active now, not before: declared or restored. */
  opened: z.array(entrySchema),
  /** Active before, not now. */
  closed: z.array(closedEntrySchema),
  /** Active at both ends; only the fields that differ. A move is a change of `parent`. */
  changed: z.array(
    z.strictObject({ id: entryId, before: entryFieldsSchema, after: entryFieldsSchema }),
  ),
  root_budget: z.nullable(z.strictObject({ before: count, after: count })),
  annotations: z.strictObject({
    saved: z.array(annotationViewSchema),
    acknowledged: z.array(annotationViewSchema),
  }),
  /** Entries both opened and closed in between. */
  transient: count,
  read_only: z.exactOptional(z.literal(true)),
});

export type StateDiff = Immutable<z.infer<typeof stateDiffSchema>>;
