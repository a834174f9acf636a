import * as z from "zod/mini";
import type { Immutable } from "../immutable.js";
import { count } from "./scalars.js";
import { id, origin, provenance, ref, sourceText } from "./source.js";
import { instant } from "./stored-scalars.js";

/** A source as stored: members that were null or absent are absent. */
export const sourceSchema = z.strictObject({
  id,
  origin,
  ref: z.exactOptional(ref),
  text: z.exactOptional(sourceText),
  reading: z.exactOptional(sourceText),
  event_at: z.exactOptional(instant),
  observed_at: z.exactOptional(instant),
  provenance: z.exactOptional(provenance),
});

/** A source in a layer: a long `text` or `reading` is its head, and how long it is. */
export const sourceViewSchema = z.strictObject({
  ...sourceSchema.shape,
  text_head: z.exactOptional(z.string()),
  text_chars: z.exactOptional(count),
  reading_head: z.exactOptional(z.string()),
  reading_chars: z.exactOptional(count),
});

export type SourceView = Immutable<z.infer<typeof sourceViewSchema>>;
export type Source = Immutable<z.infer<typeof sourceSchema>>;
