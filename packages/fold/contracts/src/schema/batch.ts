import * as z from "zod/mini";
import type { Immutable } from "../immutable.js";
import { LIMITS } from "../limits.js";
import {
  count,
  entryId,
  kind,
  longText,
  requestId,
  safeInteger,
  summary,
  tier,
  timeInput,
  title,
  why,
} from "./scalars.js";
import { sourcesInputSchema } from "./source.js";

/** A member that may be left out; null then means the same as leaving it out. */
const clearable = {
  summary: z.optional(z.nullable(summary)),
  parent: z.optional(z.nullable(entryId)),
  due_at: z.optional(z.nullable(timeInput)),
  stale_after: z.optional(z.nullable(timeInput)),
  sources: z.optional(z.nullable(sourcesInputSchema)),
  // Whether it is a power of two within bounds is `budget_invalid`, judged by the kernel.
  child_budget: z.optional(z.nullable(safeInteger)),
  why: z.optional(z.nullable(why)),
};

const patchable = {
  title: z.optional(title),
  tier: z.optional(tier),
  kind: z.optional(kind),
  ...clearable,
};

const ids = z.array(entryId).check(z.minLength(1), z.maxLength(LIMITS.declarationsPerBatch));

const declareSchema = z.strictObject({
  op: z.literal("declare"),
  id: entryId,
  title,
  tier,
  kind,
  ...clearable,
});

const patchSchema = z.strictObject({ op: z.literal("patch"), id: entryId, ...patchable });

const supersedeSchema = z
  .strictObject({
    op: z.literal("supersede"),
    id: entryId,
    replaces: ids,
    title,
    tier,
    kind: z.optional(kind),
    ...clearable,
  })
  .check((context) => {
    // Only one predecessor can hand down its kind; with several there is no single answer.
    if (context.value.kind !== undefined || context.value.replaces.length === 1) return;
    context.issues.push({
      code: "custom",
      input: undefined,
      path: ["kind"],
      params: { rule: "required" },
    });
  });

const mergeSchema = z.strictObject({
  op: z.literal("merge"),
  into: entryId,
  from: ids,
  ...patchable,
});

/** Why an entry is withdrawn. */
export const reasonInputSchema = z
  .strictObject({
    code: z.enum(["done", "obsolete", "mistaken", "delegated", "deferred", "other"]),
    text: z.optional(z.nullable(longText)),
    until: z.optional(z.nullable(timeInput)),
  })
  .check((context) => {
    const { code, until } = context.value;
    if (code === "deferred" || (until ?? null) === null) return;
    context.issues.push({
      code: "custom",
      input: until,
      path: ["until"],
      params: { rule: "until_only_deferred" },
    });
  });

const withdrawSchema = z.strictObject({
  op: z.literal("withdraw"),
  id: entryId,
  reason: reasonInputSchema,
  subtree: z.optional(z.nullable(z.boolean())),
  why: z.optional(z.nullable(why)),
});

const restoreSchema = z.strictObject({
  op: z.literal("restore"),
  id: entryId,
  subtree: z.optional(z.nullable(z.boolean())),
  ...patchable,
});

const budgetSchema = z.strictObject({
  op: z.literal("budget"),
  layer: z.nullable(entryId),
  budget: safeInteger,
  why: z.optional(z.nullable(why)),
});

export const declarationSchema = z.discriminatedUnion("op", [
  declareSchema,
  patchSchema,
  supersedeSchema,
  mergeSchema,
  withdrawSchema,
  restoreSchema,
  budgetSchema,
]);

export const acknowledgeSchema = z.strictObject({
  annotation_id: requestId,
  note: z.optional(z.nullable(longText)),
});

/** What an agent sends to `commit`: declarations and acknowledgements, accepted whole or not at all. */
export const batchSchema = z.strictObject({
  batch_id: requestId,
  base_revision: z.optional(z.nullable(count)),
  note: z.optional(z.nullable(longText)),
  declarations: z.optional(
    z.array(declarationSchema).check(z.maxLength(LIMITS.declarationsPerBatch)),
  ),
  acknowledges: z.optional(z.array(acknowledgeSchema)),
});

/** What a person, or whoever speaks for one, sends to `annotate`. Null: the picture as a whole. */
export const annotationRequestSchema = z.strictObject({
  annotation_id: requestId,
  entry_id: z.nullable(entryId),
  text: longText,
});

/** A batch as a caller writes it. */
export type BatchInput = Immutable<z.input<typeof batchSchema>>;
/** A batch that passed its schema: instants are UTC, durations are still the text written. */
export type Batch = Immutable<z.output<typeof batchSchema>>;
export type Declaration = Immutable<z.output<typeof declarationSchema>>;
export type DeclarationOf<Op extends Declaration["op"]> = Extract<Declaration, { op: Op }>;
export type Acknowledge = Immutable<z.output<typeof acknowledgeSchema>>;
export type ReasonInput = Immutable<z.output<typeof reasonInputSchema>>;
export type AnnotationRequest = Immutable<z.output<typeof annotationRequestSchema>>;
