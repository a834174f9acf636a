/**
 * The scalars of requests. Each refuses with a rule and the numbers, never repairs, and tells
 * JSON Schema the same bounds (whose `maxLength` counts code points, as ours do).
 */
import * as z from "zod/mini";
import { parseDuration } from "../durations.js";
import type { Instant } from "../instants.js";
import { parseInstant } from "../instants.js";
import { LIMITS } from "../limits.js";
import { ENTRY_ID, KIND, REQUEST_ID } from "../patterns.js";
import { codePointLength, textFault } from "../text.js";
import { TIERS } from "../tiers.js";

interface TextRule {
  readonly min: number;
  /** Absent where nothing but the size of a record is the limit. */
  readonly max?: number;
  readonly lines: "one" | "many";
  readonly trimmed?: boolean;
}

/** Text between two lengths in code points, without control characters or lone surrogates. */
export function text({ min, max, lines, trimmed = false }: TextRule) {
  const schema = z.string().check((context) => {
    const fault = textFault(context.value, { lines, trimmed });
    const refuse = (params: Record<string, unknown>): void => {
      context.issues.push({ code: "custom", input: context.value, params });
    };
    if (fault !== null) refuse({ rule: fault });
    const length = codePointLength(context.value);
    if (max !== undefined && length > max) {
      refuse({ rule: "too_long", limit: max, actual: length });
    }
    if (length < min) refuse({ rule: "too_short", limit: min, actual: length });
  });
  const lengths = max === undefined ? {} : { maxLength: max };
  schema.register(z.globalRegistry, { minLength: min, ...lengths });
  return schema;
}

/** Text of one shape; the pattern bounds its length too. */
function shaped(pattern: RegExp, max: number) {
  const schema = z.string().check((context) => {
    if (pattern.test(context.value)) return;
    const length = codePointLength(context.value);
    const params =
      length > max
        ? { rule: "too_long", limit: max, actual: length }
        : { rule: "pattern", expected: pattern.source };
    context.issues.push({ code: "custom", input: context.value, params });
  });
  schema.register(z.globalRegistry, { pattern: pattern.source });
  return schema;
}

export const entryId = shaped(ENTRY_ID, LIMITS.entryIdCharacters);
/** `batch_id` and `annotation_id`: one namespace, chosen by the caller, the idempotency key. */
export const requestId = shaped(REQUEST_ID, LIMITS.requestIdCharacters);
export const kind = shaped(KIND, LIMITS.kindCharacters);
export const actor = text({ min: 1, max: LIMITS.actorCharacters, lines: "one" });
export const title = text({ min: 1, max: LIMITS.titleCharacters, lines: "one", trimmed: true });
export const summary = text({ min: 0, max: LIMITS.summaryCharacters, lines: "many" });
export const longText = text({ min: 1, max: LIMITS.textCharacters, lines: "many" });
export const why = text({ min: 1, max: LIMITS.whyCharacters, lines: "many" });
export const tier = z.enum(TIERS);
export const safeInteger = z.int();
export const count = z.int().check(z.nonnegative());

/** Any RFC 3339 instant on input, UTC milliseconds on output. */
export const instantInput = z.pipe(
  z.string().register(z.globalRegistry, { format: "date-time" }),
  z.transform((value, context): Instant => {
    const instant = parseInstant(value);
    if (instant !== null) return instant;
    context.issues.push({ code: "custom", input: value, params: { rule: "instant" } });
    return z.NEVER;
  }),
);

/** A duration is kept as the text written: it is resolved against `now` when it is judged. */
export type TimeInput = Instant | `P${string}`;

/** An instant or a duration from `now`. */
export const timeInput = z.pipe(
  z.string(),
  z.transform((value, context): TimeInput => {
    if (value.startsWith("P")) {
      if (parseDuration(value) !== null) return value as `P${string}`;
      context.issues.push({ code: "custom", input: value, params: { rule: "duration" } });
      return z.NEVER;
    }
    const instant = parseInstant(value);
    if (instant !== null) return instant;
    context.issues.push({ code: "custom", input: value, params: { rule: "instant" } });
    return z.NEVER;
  }),
);
