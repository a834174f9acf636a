import * as z from "zod/mini";
import type { Immutable } from "../immutable.js";
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

export type Source = Immutable<z.infer<typeof sourceSchema>>;
