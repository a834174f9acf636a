/**
 * What a scenario expects, as checks that a machine can make on the store that an agent leaves.
 * No check compares a whole text: agents may word things as they like.
 */
import { TIERS, type Tier } from "@fold/contracts";
import * as z from "zod";

export const tierSchema = z.enum(TIERS);

/** Every group must be hit by one of its words, in any letter case. */
export const wordsSchema = z.array(z.array(z.string().min(1)).min(1)).min(1);

/**
 * Which entry is meant. An entry of the initial store by its `id` (its successor counts as it), any
 * other by a piece of a source's `ref` or by words in its id, title or summary; one of them is enough.
 */
export const matcherSchema = z
  .strictObject({
    id: z.string().min(1).optional(),
    source: z.string().min(6).optional(),
    words: wordsSchema.optional(),
  })
  .refine(({ id, source, words }) => (id ?? source ?? words) !== undefined, {
    message: "say which entry: id, source or words",
  });

const bounds = { at_least: tierSchema.optional(), at_most: tierSchema.optional() };
const counts = {
  at_least: z.int().nonnegative().optional(),
  at_most: z.int().nonnegative().optional(),
};

const instant = z.iso.datetime({ offset: true });

const storeChecks = [
  /** The entry is active, and its tier lies in the range. */
  z.strictObject({ check: z.literal("tier"), entry: matcherSchema, ...bounds }),
  /** One entry has a larger tier than another, by so many steps. */
  z.strictObject({
    check: z.literal("greater"),
    entry: matcherSchema,
    than: matcherSchema,
    steps: z.int().positive().default(1),
  }),
  /** How many active entries are about it; questions are not counted. */
  z.strictObject({ check: z.literal("count"), entry: matcherSchema, ...counts }),
  /** An entry of the initial store is closed in one of these ways. */
  z.strictObject({
    check: z.literal("closed"),
    id: z.string(),
    as: z.array(z.enum(["withdrawn", "superseded", "merged"])).min(1),
    reasons: z
      .array(z.enum(["done", "obsolete", "mistaken", "delegated", "deferred", "other"]))
      .optional(),
  }),
  /** Each is active, or what took its place is. */
  z.strictObject({
    check: z.literal("kept"),
    ids: z.array(z.string()).min(1),
    at_least: tierSchema.optional(),
  }),
  /** Title, tier, due date and status are what they were. */
  z.strictObject({ check: z.literal("untouched"), ids: z.array(z.string()).min(1) }),
  /**
   * The old entry no longer stands beside the new one: it was superseded or merged into an entry that
   * matches or, where `may_patch`, was itself brought up to date.
   */
  z.strictObject({
    check: z.literal("replaced"),
    id: z.string(),
    by: matcherSchema,
    may_patch: z.boolean().default(false),
  }),
  z.strictObject({
    check: z.literal("kind"),
    entry: matcherSchema,
    one_of: z.array(z.string()).min(1),
  }),
  /** The entry's title or summary has these words. */
  z.strictObject({ check: z.literal("says"), entry: matcherSchema, words: wordsSchema }),
  /** None of these words stand in its title or summary. */
  z.strictObject({
    check: z.literal("says_not"),
    entry: matcherSchema,
    words: z.array(z.string().min(1)).min(1),
  }),
  /** `due_at` lies between two instants, both included; `none` wants it to be null. */
  z.strictObject({
    check: z.literal("due"),
    entry: matcherSchema,
    from: instant.optional(),
    to: instant.optional(),
    none: z.boolean().default(false),
  }),
  /**
   * The agent asks, by an entry of kind question or decision with these words, or says in an entry
   * that it does not know: these words beside one that admits it.
   */
  z.strictObject({ check: z.literal("asks"), about: wordsSchema }),
] as const;

export const storeCheckSchema = z.discriminatedUnion("check", storeChecks);

export const checkSchema = z.discriminatedUnion("check", [
  ...storeChecks,
  /**
   * What became of a person's annotation. `kept`: acknowledged, and the wish holds in the store.
   * `declined`: acknowledged with a note that says, in these words, that it was not done and why.
   * `pending`: not acknowledged. An acknowledgement that is neither kept nor declined is a lie.
   */
  z.strictObject({
    check: z.literal("acknowledgement"),
    annotation: z.string(),
    wish: z.array(storeCheckSchema).min(1),
    declining: wordsSchema.optional(),
    accept: z.array(z.enum(["kept", "declined", "pending"])).min(1),
  }),
  /** After `budget_exceeded` each further attempt comes closer; at most so many are refused. */
  z.strictObject({ check: z.literal("refusals"), at_most: z.int().nonnegative() }),
]);

export type Words = z.output<typeof wordsSchema>;
export type Matcher = z.output<typeof matcherSchema>;
export type StoreCheck = z.output<typeof storeCheckSchema>;
export type Check = z.output<typeof checkSchema>;
export type CheckOf<Name extends Check["check"]> = Extract<Check, { check: Name }>;

/** How many steps a tier is above another; negative below. */
export function stepsBetween(lower: Tier, higher: Tier): number {
  return TIERS.indexOf(higher) - TIERS.indexOf(lower);
}
