/** The state as its readers see it: shares, ranks and durations derived as of `now`. */
import type {
  Annotation,
  CollapsedLayer,
  DueBack,
  Entry,
  EntryView,
  Facts,
  Instant,
  LayerView,
  Source,
  SourceView,
  State,
  StateView,
  ViewAnswer,
  ViewQuery,
} from "@fold/contracts";
import {
  codePointLength,
  durationBetween,
  elapsedBetween,
  headOf,
  LIMITS,
  shareOf,
} from "@fold/contracts/values";
import { budgetOf } from "../decide/budgets.js";
import { closedEntry } from "../facts/read-facts.js";
import { groupBy } from "../group-by.js";
import { isPast } from "../is-past.js";
import { compareText } from "../order.js";
import { standsOn } from "../state/annotations.js";
import { layersOf } from "../state/layers.js";
import { acknowledgedView, savedView } from "./annotation-view.js";
import { attentionText, halvingsOf } from "./attention.js";
import { closedEntryView } from "./closed-entry-view.js";
import { byRank } from "./rank.js";

/** What every part of one view is drawn from. */
interface Drawing {
  readonly state: State;
  readonly now: Instant;
  readonly children: ReadonlyMap<string | null, readonly Entry[]>;
  /** Pending annotations that are held in full, by the entry they stand on. */
  readonly pendingById: ReadonlyMap<string | null, readonly Annotation[]>;
}

export function view(state: State, facts: Facts, query: ViewQuery): ViewAnswer {
  const drawing: Drawing = {
    state,
    now: query.now,
    children: layersOf(state.entries),
    pendingById: groupBy(state.pending, standsOn),
  };
  if (query.entry !== undefined) return entryAnswer(drawing, facts, query.entry);
  const layer = query.layer ?? null;
  if (layer !== null && (state.entries.get(layer)?.child_budget ?? null) === null) {
    const isKnown = state.entries.has(layer) || closedEntry(facts, layer) !== null;
    return { ok: false, id: layer, missing: isKnown ? "layer" : "entry" };
  }
  return { ok: true, view: stateView(drawing, layer, query.depth ?? LIMITS.viewDepthDefault) };
}

function stateView(drawing: Drawing, layer: string | null, depth: number): StateView {
  const { state, now } = drawing;
  const due = dueBack(state, now);
  return {
    schema: "fold.state/1",
    event_seq: state.event_seq,
    revision: state.revision,
    now,
    last_checked_at: state.last_checked_at,
    since_checked:
      state.last_checked_at === null ? null : elapsedBetween(state.last_checked_at, now),
    last_seen_at: null,
    since_seen: null,
    root: layerView(drawing, { id: layer, above: halvingsAbove(state, layer), depth, level: 1 }),
    pending_annotations: state.pending.map(savedView),
    pending_total: state.pending_total,
    due_back: due.slice(0, LIMITS.dueBack),
    due_back_total: due.length,
  };
}

function entryAnswer(drawing: Drawing, facts: Facts, id: string): ViewAnswer {
  const { state, now } = drawing;
  const position = { event_seq: state.event_seq, revision: state.revision, now };
  const entry = state.entries.get(id);
  if (entry !== undefined) {
    const above = halvingsAbove(state, entry.parent);
    const siblings = [...(drawing.children.get(entry.parent) ?? [])].sort(byRank);
    const rank = siblings.indexOf(entry) + 1;
    const place = { rank, above, depth: 1, level: 1, isAlone: true };
    const shown = entryView(drawing, entry, place);
    return { ok: true, view: { schema: "fold.entry/1", ...position, entry: shown } };
  }
  const closed = closedEntry(facts, id);
  if (closed === null) return { ok: false, id, missing: "entry" };
  const shown = closedEntryView(state, facts, closed, now);
  return { ok: true, view: { schema: "fold.entry/1", ...position, entry: shown } };
}

/** Halvings from the whole down to a layer. */
function halvingsAbove(state: State, layer: string | null): number {
  let halvings = 0;
  let entry = layer === null ? undefined : state.entries.get(layer);
  while (entry !== undefined) {
    const budget = budgetIn(state, entry.parent);
    halvings += halvingsOf({ share: shareOf(entry.tier), budget });
    entry = entry.parent === null ? undefined : state.entries.get(entry.parent);
  }
  return halvings;
}

function budgetIn(state: State, layer: string | null): number {
  const { entries, root_budget: rootBudget } = state;
  return budgetOf({ entries, rootBudget }, layer) ?? LIMITS.budgetDefault;
}

interface LayerPlace {
  readonly id: string | null;
  /** Halvings from the whole down to this layer. */
  readonly above: number;
  /** Layers to show with their entries, this one included. */
  readonly depth: number;
  /** 1 for the layer asked for. */
  readonly level: number;
}

function layerView(drawing: Drawing, { id, above, depth, level }: LayerPlace): LayerView {
  const entries = [...(drawing.children.get(id) ?? [])].sort(byRank);
  const shown = entries.map((entry, index) =>
    entryView(drawing, entry, { rank: index + 1, above, depth, level, isAlone: false }),
  );
  return { id, path: pathTo(drawing.state, id), ...usage(drawing, id), entries: shown };
}

function usage(drawing: Drawing, id: string | null) {
  const budget = budgetIn(drawing.state, id);
  const used = (drawing.children.get(id) ?? []).reduce((sum, e) => sum + shareOf(e.tier), 0);
  return { budget, used, free: budget - used };
}

function pathTo(state: State, layer: string | null): readonly string[] {
  const path: string[] = [];
  for (let id = layer; id !== null; id = state.entries.get(id)?.parent ?? null) path.unshift(id);
  return path;
}

interface EntryPlace {
  readonly rank: number;
  readonly above: number;
  readonly depth: number;
  readonly level: number;
  /** The answer is about this entry, not about its layer. */
  readonly isAlone: boolean;
}

function entryView(drawing: Drawing, entry: Entry, place: EntryPlace): EntryView {
  const { state, now } = drawing;
  const share = shareOf(entry.tier);
  const halvings = place.above + halvingsOf({ share, budget: budgetIn(state, entry.parent) });
  const { id, title, summary, kind, annotations: kept, ...stored } = entry;
  // Readers may change what they are given: nothing in it is part of the state.
  const sources = stored.sources.map((source) =>
    place.isAlone ? { ...source } : shortSource(source),
  );
  return {
    id,
    title,
    ...summaryView(summary, place.level),
    kind,
    status: "active",
    ...stored,
    sources,
    share,
    rank: place.rank,
    attention: attentionText(halvings),
    since_declared: elapsedBetween(entry.declared_at, now),
    since_updated: elapsedBetween(entry.updated_at, now),
    ...dueView(entry, now),
    annotations: [
      ...(drawing.pendingById.get(id) ?? []).map(savedView),
      ...kept.acknowledged.map((annotation) => acknowledgedView(annotation, id)),
    ],
    annotations_total: kept.total,
    annotations_pending: kept.pending,
    layer: childLayer(drawing, entry, halvings, place),
  };
}

function dueView({ due_at, stale_after }: Entry, now: Instant) {
  return {
    until_due: due_at === null ? null : durationBetween(now, due_at),
    overdue: isPast(due_at, now),
    until_stale: stale_after === null ? null : durationBetween(now, stale_after),
    stale: isPast(stale_after, now),
  };
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
  const entry_count = (drawing.children.get(entry.id) ?? []).length;
  return { id: entry.id, ...usage(drawing, entry.id), entry_count, collapsed: true };
}

/** What was said stands whole in the answer about one entry; among others it is shortened. */
function shortSource(source: Source): SourceView {
  const { text, reading, ...rest } = source;
  return { ...rest, ...shortText("text", text), ...shortText("reading", reading) };
}

function shortText(name: "text" | "reading", value: string | undefined) {
  if (value === undefined) return {};
  const max = LIMITS.sourceHeadCharacters;
  const length = value.length <= max ? value.length : codePointLength(value);
  if (length <= max) return { [name]: value };
  return { [`${name}_head`]: headOf(value, max), [`${name}_chars`]: length };
}

/** In the layer asked for a summary stands whole; below it a long one says what is left out. */
function summaryView(summary: string | null, level: number) {
  if (summary === null || level === 1) return { summary };
  const length = codePointLength(summary);
  if (length <= LIMITS.summaryHeadCharacters) return { summary };
  return {
    summary_head: headOf(summary, LIMITS.summaryHeadCharacters),
    summary_chars: length,
  };
}

function dueBack(state: State, now: Instant): readonly DueBack[] {
  return [...state.deferred.values()]
    .filter(({ until }) => isPast(until, now))
    .sort((left, right) => compareText(left.until, right.until) || compareText(left.id, right.id))
    .map(({ id, title, until, closed_at }) => ({
      id,
      title,
      until,
      closed_at,
      since_until: elapsedBetween(until, now),
    }));
}
