import type { ClosedEntry, ClosedEntryView, Facts, Instant, State } from "@fold/contracts";
import { elapsedBetween } from "@fold/contracts/values";
import { closedEntryAnnotations } from "../facts/read-facts.js";
import { standsOn } from "../state/annotations.js";
import { acknowledgedView, savedView } from "./annotation-view.js";

/** A closed entry as last stored. Annotations that moved on to a successor are counted there too. */
export function closedEntryView(
  state: State,
  facts: Facts,
  closed: ClosedEntry,
  now: Instant,
): ClosedEntryView {
  const { annotations: _kept, ...stored } = closed;
  const kept = closedEntryAnnotations(facts, closed);
  const pending = state.pending.filter((annotation) => standsOn(annotation) === closed.id);
  return {
    ...stored,
    since_declared: elapsedBetween(closed.declared_at, now),
    since_updated: elapsedBetween(closed.updated_at, now),
    since_closed: elapsedBetween(closed.closed_at, now),
    annotations: [...pending.map(savedView), ...kept.acknowledged.map(acknowledgedView)],
    annotations_total: kept.total,
    annotations_pending: kept.pending,
  };
}
