/** The state as its readers see it: shares, ranks and durations derived as of `now`. */
import type { Facts, State, StateView, ViewAnswer, ViewQuery } from "@fold/contracts";
import { elapsedBetween, LIMITS, shareOf } from "@fold/contracts/values";
import { closedEntry } from "../facts/read-facts.js";
import { savedView } from "./annotation-view.js";
import { halvingsOf } from "./attention.js";
import { closedEntryView } from "./closed-entry-view.js";
import { dueBack } from "./due-back.js";
import { budgetIn, type Drawing, drawingOf, entryView, layerView } from "./layer-view.js";
import { ranked } from "./rank.js";

export function view(state: State, facts: Facts, query: ViewQuery): ViewAnswer {
  const drawing = drawingOf(state, query.now);
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
  const { due_back, due_back_total } = dueBack(state, now);
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
    due_back,
    due_back_total,
  };
}

function entryAnswer(drawing: Drawing, facts: Facts, id: string): ViewAnswer {
  const { state, now } = drawing;
  const position = { event_seq: state.event_seq, revision: state.revision, now };
  const entry = state.entries.get(id);
  if (entry !== undefined) {
    const above = halvingsAbove(state, entry.parent);
    const rank = ranked(drawing.layers.get(entry.parent) ?? []).indexOf(entry) + 1;
    const budget = budgetIn(state, entry.parent);
    const place = { rank, budget, above, depth: 1, level: 1, isAlone: true };
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
