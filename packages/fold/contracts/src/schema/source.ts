import * as z from "zod/mini";
import type { Immutable } from "../immutable.js";
import { LIMITS } from "../limits.js";
import { instantInput, text } from "./scalars.js";

/** What somebody said is kept whole: only the size of the record limits it. */
export const sourceText = text({ min: 1, lines: "many" });

export const id = text({ min: 1, max: LIMITS.sourceIdCharacters, lines: "one", trimmed: true });
export const origin = text({
  min: 1,
  max: LIMITS.sourceOriginCharacters,
  lines: "one",
  trimmed: true,
});
export const ref = text({ min: 1, max: LIMITS.sourceRefCharacters, lines: "one" });
export const provenance = text({ min: 1, max: LIMITS.sourceProvenanceCharacters, lines: "many" });

/**
 * Where an entry comes from: the channel (`origin`), what it said (`text`) or where that stands
 * (`ref`, never opened by Fold), and the channel's own `reading` of it, kept apart from the agent's.
 */
export const sourceInputSchema = z
  .strictObject({
    id,
    origin,
    ref: z.optional(z.nullable(ref)),
    text: z.optional(z.nullable(sourceText)),
    reading: z.optional(z.nullable(sourceText)),
    event_at: z.optional(z.nullable(instantInput)),
    observed_at: z.optional(z.nullable(instantInput)),
    provenance: z.optional(z.nullable(provenance)),
  })
  .check((context) => {
    const { ref, text } = context.value;
    if ((ref ?? null) !== null || (text ?? null) !== null) return;
    context.issues.push({
      code: "custom",
      input: context.value,
      params: { rule: "ref_or_text" },
    });
  });

/** The sources of one entry; ids are unique among them. */
export const sourcesInputSchema = z
  .array(sourceInputSchema)
  .check(z.maxLength(LIMITS.sourcesPerEntry), (context) => {
    const seen = new Set<string>();
    context.value.forEach((source, index) => {
      if (seen.has(source.id)) {
        context.issues.push({
          code: "custom",
          input: source.id,
          path: [index, "id"],
          params: { rule: "duplicate_source_id", value: source.id },
        });
      }
      seen.add(source.id);
    });
  });

export type SourceInput = Immutable<z.output<typeof sourceInputSchema>>;
