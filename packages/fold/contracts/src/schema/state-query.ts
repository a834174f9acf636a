import * as z from "zod/mini";
import type { Immutable } from "../immutable.js";
import { count, entryId } from "./scalars.js";

/** What to read of a state, less the instant of the reading, which is the caller's to say. */
export const stateQuerySchema = z.strictObject({
  /** The entry whose layer to show; null is the root. */
  layer: z.optional(z.nullable(entryId)),
  /** Layers shown with their entries, counted from the one asked for. */
  depth: z.optional(z.int().check(z.minimum(1))),
  /** One entry, whatever its status, instead of a layer. */
  entry: z.optional(entryId),
  /** What changed since the state right after this record, instead of a layer. */
  since: z.optional(count),
});

export type StateQueryInput = Immutable<z.output<typeof stateQuerySchema>>;
