/** A layer and the entries in it as a reader sees them. */
import type {
  Annotation,
  AnnotationView,
  CollapsedLayer,
  Entry,
  EntryView,
  Instant,
  LayerView,
  State,
} from "@fold/contracts";
import { durationOf, LIMITS, msOf, shareOf } from "@fold/contracts/values";
import { budgetOf } from "../decide/budgets.js";
import { unitsOf } from "../decide/layers.js";
import { groupBy } from "../group-by.js";
import { isPast } from "../is-past.js";
import { standsOn } from "../state/annotations.js";
import { type Layers, layersOf } from "../state/layers.js";
import { acknowledgedView, savedView } from "./annotation-view.js";
import { attentionText, halvingsOf } from "./attention.js";
import { ranked } from "./rank.js";
import { shortSource, withShortSummary } from "./shortened.js";

/** What every part of one view is drawn from. */
export interface Drawing {
  readonly state: State;
  readonly now: Instant;
  readonly nowMs: number;
  readonly layers: Layers;
  /** Pending annotations that are held in full, by the entry they stand on. */
  readonly pendingById: ReadonlyMap<string | null, readonly Annotation[]>;
}

export function drawingOf(state: State, now: Instant): Drawing {
  return {
    state,
    now,
    nowMs: msOf(now),
    layers: layersOf(state.entries),
    pendingById: groupBy(state.pending, standsOn),
  };
}

export interface LayerPlace {
  readonly id: string | null;
  /** Halvings from the whole down to this layer. */
  readonly above: number;
  /** Layers to show with their entries, this one included. */
  readonly depth: number;
  /** 1 for the layer asked for. */
  readonly level: number;
}

export function layerView(drawing: Drawing, place: LayerPlace): LayerView {
  const { id, above, depth, level } = place;
  const { budget, used, free } = usage(drawing, id);
  // Objects are written member by member here, for there are many: to spread one into the start of
  // another and add members takes V8 ten times as long.
  const entries = ranked(drawing.layers.get(id) ?? []).map((entry, index) =>
    entryView(drawing, entry, { above, depth, level, budget, rank: index + 1, isAlone: false }),
  );
  return { id, path: pathTo(drawing.state, id), budget, used, free, entries };
}

function usage({ state, layers }: Drawing, id: string | null) {
  const budget = budgetIn(state, id);
  const used = unitsOf(layers.get(id) ?? []);
  return { budget, used, free: budget - used };
}

export function budgetIn(state: State, layer: string | null): number {
  const { entries, root_budget: rootBudget } = state;
  return budgetOf({ entries, rootBudget }, layer) ?? LIMITS.budgetDefault;
}

function pathTo(state: State, layer: string | null): readonly string[] {
  const path: string[] = [];
  for (let id = layer; id !== null; id = state.entries.get(id)?.parent ?? null) path.unshift(id);
  return path;
}

export interface EntryPlace extends Omit<LayerPlace, "id"> {
  readonly rank: number;
  /** Of the layer in which it lies. */
  readonly budget: number;
  /** The answer is about this entry, not about its layer. */
  readonly isAlone: boolean;
}

export function entryView(drawing: Drawing, entry: Entry, place: EntryPlace): EntryView {
  const { now, nowMs } = drawing;
  const share = shareOf(entry.tier);
  const halvings = place.above + halvingsOf({ share, budget: place.budget });
  const { due_at, stale_after, declared_at, updated_at } = entry;
  const since_declared = durationOf(Math.max(0, nowMs - msOf(declared_at)));
  const whole: EntryView = {
    id: entry.id,
    title: entry.title,
    summary: entry.summary,
    kind: entry.kind,
    status: "active",
    tier: entry.tier,
    parent: entry.parent,
    due_at,
    stale_after,
    // Readers may change what they are given: nothing in it is part of the state.
    sources: entry.sources.map((source) => (place.isAlone ? { ...source } : shortSource(source))),
    child_budget: entry.child_budget,
    owner: entry.owner,
    declared_at,
    declared_seq: entry.declared_seq,
    updated_at,
    share,
    rank: place.rank,
    attention: attentionText(halvings),
    since_declared,
    since_updated:
      updated_at === declared_at
        ? since_declared
        : durationOf(Math.max(0, nowMs - msOf(updated_at))),
    until_due: due_at === null ? null : durationOf(msOf(due_at) - nowMs),
    overdue: isPast(due_at, now),
    until_stale: stale_after === null ? null : durationOf(msOf(stale_after) - nowMs),
    stale: isPast(stale_after, now),
    annotations: annotationsOn(drawing, entry),
    annotations_total: entry.annotations.total,
    annotations_pending: entry.annotations.pending,
    layer: childLayer(drawing, entry, halvings, place),
  };
  // In the layer asked for, a summary stands whole.
  return place.level === 1 ? whole : withShortSummary(whole);
}

function annotationsOn({ pendingById }: Drawing, entry: Entry): readonly AnnotationView[] {
  return [
    ...(pendingById.get(entry.id) ?? []).map(savedView),
    ...entry.annotations.acknowledged.map((annotation) => acknowledgedView(annotation, entry.id)),
  ];
}

function childLayer(
  drawing: Drawing,
  entry: Entry,
  above: number,
  { depth, level }: EntryPlace,
): LayerView | CollapsedLayer | null {
  if (entry.child_budget === null) return null;
  if (depth > 1) {
    return layerView(drawing, { id: entry.id, above, depth: depth - 1, level: level + 1 });
  }
  const entry_count = (drawing.layers.get(entry.id) ?? []).length;
  return { id: entry.id, ...usage(drawing, entry.id), entry_count, collapsed: true };
}
