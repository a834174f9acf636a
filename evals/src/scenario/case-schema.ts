/** A case file: one scenario, or two that differ in exactly one thing. README.md says how to write one. */
import * as z from "zod";
import { checkSchema, matcherSchema } from "./check-schema.js";

export const FAMILIES = [
  "paraphrase",
  "background",
  "missing",
  "supersession",
  "refusal",
  "annotation",
] as const;
export type Family = (typeof FAMILIES)[number];

const instant = z.iso.datetime({ offset: true });
/** One line of text each; joined with line breaks. */
const lines = z.array(z.string()).min(1);
const languageSchema = z.enum(["en", "zh"]);

/** What the store holds before the agent comes. Entries are `declare` declarations without `op`. */
export const storeSchema = z.strictObject({
  at: instant,
  budget: z.int().optional(),
  entries: z.array(z.looseObject({ id: z.string().min(1) })),
  annotations: z
    .array(
      z.strictObject({
        annotation_id: z.string().min(1),
        entry_id: z.string().nullable(),
        text: z.string().min(1),
        at: instant,
      }),
    )
    .default([]),
});

/** What orderly work on this scenario needs at most. */
const effortSchema = z.strictObject({
  /** New active entries. */
  opened_max: z.int().nonnegative().default(1),
  /** Records that the agent adds to the log. */
  records_max: z.int().positive().default(3),
});

const common = {
  id: z.string().regex(/^[a-z][a-z0-9-]{2,60}$/),
  title: z.string().min(8),
  /** Why a sensible person would judge so. */
  reason: z.string().min(60),
  /** The time that the command reckons with. */
  now: instant,
  /** Whose attention it is; annotations are theirs. */
  person: z.string().min(1),
  effort: effortSchema.default({ opened_max: 1, records_max: 3 }),
};

const expectSchema = z.array(checkSchema).min(1);

const paraphraseSchema = z.strictObject({
  family: z.literal("paraphrase"),
  ...common,
  background: lines,
  store: storeSchema,
  expect: expectSchema,
  tellings: z.tuple([
    z.strictObject({ language: languageSchema, facts: lines }),
    z.strictObject({ language: languageSchema, facts: lines }),
  ]),
  pair: z.strictObject({ entry: matcherSchema, steps_apart_max: z.int().min(0).max(1) }),
});

const settingSchema = z.strictObject({
  background: lines,
  store: storeSchema,
  expect: expectSchema,
});

const backgroundSchema = z.strictObject({
  family: z.literal("background"),
  ...common,
  language: languageSchema,
  facts: lines,
  settings: z.tuple([settingSchema, settingSchema]),
  pair: z.strictObject({
    entry: matcherSchema,
    higher: z.enum(["first", "second"]),
    steps: z.int().min(1).max(4),
  }),
});

const single = <Name extends Family>(family: Name) =>
  z.strictObject({
    family: z.literal(family),
    ...common,
    language: languageSchema,
    background: lines,
    store: storeSchema,
    facts: lines,
    expect: expectSchema,
  });

export const caseSchema = z.discriminatedUnion("family", [
  paraphraseSchema,
  backgroundSchema,
  single("missing"),
  single("supersession"),
  single("refusal"),
  single("annotation"),
]);

export type Case = z.output<typeof caseSchema>;
export type InitialStore = z.output<typeof storeSchema>;
export type Language = z.output<typeof languageSchema>;
export type Effort = z.output<typeof effortSchema>;
