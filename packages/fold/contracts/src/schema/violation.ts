import * as z from "zod/mini";
import type { Immutable } from "../immutable.js";
import { count, entryId, requestId, tier } from "./scalars.js";

const at = {
  message: z.string(),
  /** JSON Pointer into the request; empty where there is no single place. */
  path: z.string(),
};

const closedStatus = z.enum(["withdrawn", "superseded", "merged"]);

/** An entry of a full layer: what the agent needs to see who could give way. */
export const budgetEntrySchema = z.strictObject({
  id: entryId,
  tier,
  share: count,
  overdue: z.boolean(),
  stale: z.boolean(),
  /** Pending annotations. */
  pending: count,
});

const scalar = z.nullable(z.union([z.string(), z.number(), z.boolean()]));

/**
 * Why a request was refused. `invalid_input` comes alone, then `conflicting_declarations` alone,
 * otherwise all at once.
 */
export const violationSchema = z.discriminatedUnion("code", [
  z.strictObject({
    code: z.literal("invalid_input"),
    ...at,
    rule: z.string(),
    limit: z.exactOptional(z.number()),
    actual: z.exactOptional(z.number()),
    expected: z.exactOptional(z.string()),
    value: z.exactOptional(scalar),
  }),
  /** One target or annotation is named twice; `paths` are all its places. */
  z.strictObject({
    code: z.literal("conflicting_declarations"),
    ...at,
    target: z.nullable(z.string()),
    paths: z.array(z.string()),
  }),
  z.strictObject({
    code: z.literal("budget_exceeded"),
    ...at,
    layer: z.nullable(entryId),
    budget: count,
    declared: count,
    over_by: count,
    entries: z.array(budgetEntrySchema),
  }),
  z.strictObject({ code: z.literal("tier_too_large"), ...at, id: entryId, tier, budget: count }),
  z.strictObject({
    code: z.literal("budget_invalid"),
    ...at,
    budget: z.number(),
    min: count,
    max: count,
  }),
  /** Never declared. */
  z.strictObject({ code: z.literal("unknown_entry"), ...at, id: entryId }),
  /** The id belongs to another entry for ever. */
  z.strictObject({
    code: z.literal("entry_id_used"),
    ...at,
    id: entryId,
    status: z.enum(["active", "withdrawn", "superseded", "merged"]),
  }),
  z.strictObject({
    code: z.literal("entry_not_active"),
    ...at,
    id: entryId,
    status: closedStatus,
    successor: z.exactOptional(entryId),
  }),
  z.strictObject({
    code: z.literal("parent_not_active"),
    ...at,
    parent: entryId,
    children: z.array(entryId),
  }),
  z.strictObject({ code: z.literal("parent_cycle"), ...at, ids: z.array(entryId) }),
  z.strictObject({
    code: z.literal("depth_exceeded"),
    ...at,
    id: entryId,
    depth: count,
    limit: count,
  }),
  z.strictObject({ code: z.literal("too_many_entries"), ...at, limit: count, declared: count }),
  z.strictObject({
    code: z.literal("layer_not_empty"),
    ...at,
    layer: entryId,
    children: z.array(entryId),
  }),
  z.strictObject({
    code: z.literal("not_restorable"),
    ...at,
    id: entryId,
    status: z.enum(["active", "superseded", "merged"]),
    successor: z.exactOptional(entryId),
  }),
  z.strictObject({ code: z.literal("unknown_annotation"), ...at, annotation_id: requestId }),
  z.strictObject({
    code: z.literal("stale_revision"),
    ...at,
    base_revision: count,
    revision: count,
    /** Ids that changed since, oldest change first. */
    changed: z.array(z.nullable(entryId)),
    changed_total: count,
  }),
  z.strictObject({ code: z.literal("record_too_large"), ...at, bytes: count, limit: count }),
]);

export type Violation = Immutable<z.infer<typeof violationSchema>>;
export type ViolationCode = Violation["code"];
type WithoutMessage<V> = V extends Violation ? Omit<V, "message"> : never;
/** A violation before its sentence is written. */
export type ViolationFacts = WithoutMessage<Violation>;
export type BudgetEntry = Immutable<z.infer<typeof budgetEntrySchema>>;
