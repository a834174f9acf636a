import * as z from "zod/mini";
import type { Immutable } from "../immutable.js";
import { entryAnnotationsSchema } from "./annotation.js";
import { actor, count, entryId, kind, longText, summary, tier, title } from "./scalars.js";
import { instant } from "./stored-scalars.js";
import { sourceSchema } from "./stored-source.js";

/** What agents declare of an entry, as stored. `child_budget` null: the entry carries no layer. */
const declaredFields = {
  title,
  summary: z.nullable(summary),
  kind,
  tier,
  parent: z.nullable(entryId),
  due_at: z.nullable(instant),
  stale_after: z.nullable(instant),
  sources: z.array(sourceSchema),
  child_budget: z.nullable(count),
};

const keptFields = {
  /** The actor that declared it. */
  owner: actor,
  declared_at: instant,
  declared_seq: count,
  /** When a stored field of its own, or its status, last changed. */
  updated_at: instant,
  annotations: entryAnnotationsSchema,
};

/** An active entry as stored. Shares, ranks and durations are derived, never stored. */
export const entrySchema = z.strictObject({ id: entryId, ...declaredFields, ...keptFields });

/** Why an entry was withdrawn; `until` goes with `deferred` only. */
export const reasonSchema = z.strictObject({
  code: z.enum(["done", "obsolete", "mistaken", "delegated", "deferred", "other"]),
  text: z.exactOptional(longText),
  until: z.exactOptional(instant),
});

export const closingSchema = z.strictObject({
  status: z.enum(["withdrawn", "superseded", "merged"]),
  closed_at: instant,
  closed_seq: count,
  reason: z.nullable(reasonSchema),
  /** The entry that took its place. */
  successor: z.nullable(entryId),
  /** The entry whose withdrawal closed this one along. */
  closed_with: z.nullable(entryId),
});

/** A closed entry: what it was when it closed, and how it closed. */
export const closedEntrySchema = z.strictObject({
  id: entryId,
  ...declaredFields,
  ...keptFields,
  ...closingSchema.shape,
});

/** Some fields of an entry, before or after a change. */
export const entryFieldsSchema = z.strictObject({
  title: z.exactOptional(declaredFields.title),
  summary: z.exactOptional(declaredFields.summary),
  kind: z.exactOptional(declaredFields.kind),
  tier: z.exactOptional(declaredFields.tier),
  parent: z.exactOptional(declaredFields.parent),
  due_at: z.exactOptional(declaredFields.due_at),
  stale_after: z.exactOptional(declaredFields.stale_after),
  sources: z.exactOptional(declaredFields.sources),
  child_budget: z.exactOptional(declaredFields.child_budget),
  updated_at: z.exactOptional(keptFields.updated_at),
  annotations: z.exactOptional(keptFields.annotations),
});

export type Entry = Immutable<z.infer<typeof entrySchema>>;
export type ClosedEntry = Immutable<z.infer<typeof closedEntrySchema>>;
export type Closing = Immutable<z.infer<typeof closingSchema>>;
export type Reason = Immutable<z.infer<typeof reasonSchema>>;
export type EntryFields = Immutable<z.infer<typeof entryFieldsSchema>>;
export type EntryStatus = "active" | Closing["status"];
