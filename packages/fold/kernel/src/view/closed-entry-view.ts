import type { ClosedEntry, ClosedEntryView, Facts, Instant, State } from "@fold/contracts";
import { elapsedBetween } from "@fold/contracts/values";
import { closedEntryAnnotations } from "../facts/read-facts.js";
import { standsOn } from "../state/annotations.js";
import { acknowledgedView, savedView } from "./annotation-view.js";

/**
 * A closed entry as last stored. Where another took its place its annotations went along: those
 * written on it that are still pending are listed with the entry they are shown on now.
 */
export function closedEntryView(
  state: State,
  facts: Facts,
  closed: ClosedEntry,
  now: Instant,
): ClosedEntryView {
  const { annotations: _kept, ...stored } = closed;
  const kept = closedEntryAnnotations(facts, closed);
  const pending = state.pending.filter((annotation) =>
    closed.successor === null
      ? standsOn(annotation) === closed.id
      : annotation.entry_id === closed.id,
  );
  return {
    ...stored,
    since_declared: elapsedBetween(closed.declared_at, now),
    since_updated: elapsedBetween(closed.updated_at, now),
    since_closed: elapsedBetween(closed.closed_at, now),
    annotations: [...pending.map(savedView), ...kept.acknowledged.map(acknowledgedView)],
    annotations_total: kept.total,
    annotations_pending: closed.successor === null ? kept.pending : pending.length,
  };
}
