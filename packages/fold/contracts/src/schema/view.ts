import * as z from "zod/mini";
import type { Immutable } from "../immutable.js";
import { acknowledgementSchema, annotationSchema } from "./annotation.js";
import { closedEntrySchema, entrySchema } from "./entry.js";
import { warningSchema } from "./receipt.js";
import { count, entryId, title } from "./scalars.js";
import { duration, instant } from "./stored-scalars.js";
import { sourceViewSchema } from "./stored-source.js";

/** An annotation as views show it. `saved` says only that no acknowledgement was received yet. */
export const annotationViewSchema = z.strictObject({
  ...annotationSchema.shape,
  status: z.enum(["saved", "acknowledged"]),
  acknowledged: z.nullable(acknowledgementSchema),
});

/** Pending ones among the oldest of the store, then the latest acknowledged; the rest is counted. */
const annotationsShown = {
  annotations: z.array(annotationViewSchema),
  annotations_total: count,
  annotations_pending: count,
};

/** A layer that is only counted because it lies below the depth asked for. */
export const collapsedLayerSchema = z.strictObject({
  id: entryId,
  budget: count,
  used: count,
  free: count,
  entry_count: count,
  collapsed: z.literal(true),
});

const stored = entrySchema.shape;

const entryViewShape = {
  id: stored.id,
  title: stored.title,
  /** Absent where it is shortened to `summary_head` of `summary_chars` code points. */
  summary: z.exactOptional(stored.summary),
  summary_head: z.exactOptional(z.string()),
  summary_chars: z.exactOptional(count),
  kind: stored.kind,
  status: z.literal("active"),
  tier: stored.tier,
  parent: stored.parent,
  due_at: stored.due_at,
  stale_after: stored.stale_after,
  /** Whole in the answer about one entry; in a layer long texts are shortened and say so. */
  sources: z.array(sourceViewSchema),
  child_budget: stored.child_budget,
  owner: stored.owner,
  declared_at: stored.declared_at,
  declared_seq: stored.declared_seq,
  updated_at: stored.updated_at,
  /** Units of attention, by tier. */
  share: count,
  /** 1-based place in its layer. */
  rank: count,
  /** Share of the whole, an exact fraction in lowest terms such as `"1/8"`. */
  attention: z.string().check(z.regex(/^\d+\/\d+$/)),
  since_declared: duration,
  since_updated: duration,
  until_due: z.nullable(duration),
  overdue: z.boolean(),
  until_stale: z.nullable(duration),
  stale: z.boolean(),
  ...annotationsShown,
};

export interface EntryView extends Immutable<z.infer<z.ZodMiniObject<typeof entryViewShape>>> {
  /** Its child layer, if it carries one. */
  readonly layer: LayerView | CollapsedLayer | null;
}

/** A layer with its entries in rank order. */
export interface LayerView {
  readonly id: string | null;
  /** Ids from the root down to the entry that carries the layer; empty for the root. */
  readonly path: readonly string[];
  readonly budget: number;
  readonly used: number;
  readonly free: number;
  readonly entries: readonly EntryView[];
}

export type CollapsedLayer = Immutable<z.infer<typeof collapsedLayerSchema>>;

export const entryViewSchema = z.strictObject({
  ...entryViewShape,
  get layer(): z.ZodMiniNullable<
    z.ZodMiniUnion<readonly [typeof collapsedLayerSchema, z.ZodMiniType<LayerView>]>
  > {
    return z.nullable(z.union([collapsedLayerSchema, layerViewSchema]));
  },
});

export const layerViewSchema: z.ZodMiniType<LayerView> = z.strictObject({
  id: z.nullable(entryId),
  path: z.array(entryId),
  budget: count,
  used: count,
  free: count,
  get entries() {
    return z.array(entryViewSchema);
  },
}) as unknown as z.ZodMiniType<LayerView>;

/** A deferred entry whose time has come. It stays withdrawn until an agent restores it. */
export const dueBackSchema = z.strictObject({
  id: entryId,
  title,
  until: instant,
  closed_at: instant,
  since_until: duration,
});

const readNotes = {
  /** The store could not be locked for writing; this is the last complete record found. */
  read_only: z.exactOptional(z.literal(true)),
  warnings: z.exactOptional(z.array(warningSchema)),
};

const position = { event_seq: count, revision: count, now: instant };

export const stateViewSchema = z.strictObject({
  schema: z.literal("fold.state/1"),
  ...position,
  last_checked_at: z.nullable(instant),
  since_checked: z.nullable(duration),
  /** Always null: nothing observes a reader, and reading is not evidence of being read. */
  last_seen_at: z.null(),
  since_seen: z.null(),
  root: layerViewSchema,
  /** The oldest pending annotations of the store, whatever they stand on. */
  pending_annotations: z.array(annotationViewSchema),
  pending_total: count,
  due_back: z.array(dueBackSchema),
  due_back_total: count,
  ...readNotes,
});

const { annotations: _annotations, ...closedShape } = closedEntrySchema.shape;

export const closedEntryViewSchema = z.strictObject({
  ...closedShape,
  since_declared: duration,
  since_updated: duration,
  since_closed: duration,
  ...annotationsShown,
});

/** One entry as last stored, whatever its status. */
export const entryAnswerSchema = z.strictObject({
  schema: z.literal("fold.entry/1"),
  ...position,
  entry: z.union([entryViewSchema, closedEntryViewSchema]),
  ...readNotes,
});

export type AnnotationView = Immutable<z.infer<typeof annotationViewSchema>>;
export type DueBack = Immutable<z.infer<typeof dueBackSchema>>;
export type StateView = Immutable<Omit<z.infer<typeof stateViewSchema>, "root">> & {
  /** The layer asked for: the root, unless the query names another. */
  readonly root: LayerView;
};
export type ClosedEntryView = Immutable<z.infer<typeof closedEntryViewSchema>>;
export type EntryAnswer = Immutable<Omit<z.infer<typeof entryAnswerSchema>, "entry">> & {
  readonly entry: EntryView | ClosedEntryView;
};
