/** The fields that a declaration states, in the form in which they are stored. */
import type {
  Batch,
  Declaration,
  EntryFields,
  Instant,
  Reason,
  ReasonInput,
  Source,
  SourceInput,
  Violation,
} from "@fold/contracts";
import { resolveTime, violation } from "@fold/contracts/values";

type Fields = Omit<EntryFields, "updated_at" | "annotations">;
type Stating = Exclude<Declaration, { op: "withdraw" | "budget" }>;

/** Only the fields that are stated; null clears. Times are resolved against `now`. */
export function statedFields(declaration: Stating, now: Instant): Fields {
  const { title, tier, kind, summary, parent, due_at, stale_after, sources } = declaration;
  const budget = declaration.child_budget;
  const fields: { -readonly [Name in keyof Fields]: Fields[Name] } = {};
  if (title !== undefined) fields.title = title;
  if (summary !== undefined) fields.summary = summary;
  if (kind !== undefined) fields.kind = kind;
  if (tier !== undefined) fields.tier = tier;
  if (parent !== undefined) fields.parent = parent;
  if (due_at !== undefined) fields.due_at = due_at && resolveTime(due_at, now);
  if (stale_after !== undefined) fields.stale_after = stale_after && resolveTime(stale_after, now);
  if (sources !== undefined) fields.sources = (sources ?? []).map(storedSource);
  if (budget !== undefined) fields.child_budget = budget;
  return fields;
}

/** Members in schema order; null and absent are the same and are not stored. */
function storedSource(source: SourceInput): Source {
  const { id, origin, ref, text, reading, event_at, observed_at, provenance } = source;
  return {
    id,
    origin,
    ...(ref == null ? {} : { ref }),
    ...(text == null ? {} : { text }),
    ...(reading == null ? {} : { reading }),
    ...(event_at == null ? {} : { event_at }),
    ...(observed_at == null ? {} : { observed_at }),
    ...(provenance == null ? {} : { provenance }),
  };
}

export function storedReason({ code, text, until }: ReasonInput, now: Instant): Reason {
  const instant = until == null ? null : resolveTime(until, now);
  return {
    code,
    ...(text == null ? {} : { text }),
    ...(instant === null ? {} : { until: instant }),
  };
}

/** Durations that lead out of the years an instant can have: a fault of the input at this `now`. */
export function timesOutOfRange(batch: Batch, now: Instant): readonly Violation[] {
  return (batch.declarations ?? []).flatMap((declaration, index) => {
    const path = `/declarations/${index}`;
    switch (declaration.op) {
      case "budget":
        return [];
      case "withdraw":
        return outOfRange(declaration.reason.until, `${path}/reason/until`, now);
      default:
        return [
          ...outOfRange(declaration.due_at, `${path}/due_at`, now),
          ...outOfRange(declaration.stale_after, `${path}/stale_after`, now),
        ];
    }
  });
}

function outOfRange(
  time: string | null | undefined,
  path: string,
  now: Instant,
): readonly Violation[] {
  if (time == null || resolveTime(time, now) !== null) return [];
  return [violation({ code: "invalid_input", path, rule: "out_of_range", value: time })];
}
