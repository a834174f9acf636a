/**
 * Taking the last record back. Records carry before and after, so going back a few steps costs those
 * steps, however long the history is.
 */
import type { Acknowledged, Annotation, Change, Instant, RecordBody, State } from "@fold/contracts";
import { LIMITS } from "@fold/contracts/values";
import { standsOn, withoutAcknowledged, withoutSaved } from "./annotations.js";
import { finished, showOn, updateEntry, type WorkingState, workingCopy } from "./apply.js";

/** The state before `record`, which must be the last one of `state`. */
export function undo(state: State, record: RecordBody, previousAt: Instant | null): State {
  const prior = workingCopy(state);
  prior.event_seq = record.event_seq - 1;
  if (record.type === "commit" || record.type === "acknowledge") prior.revision -= 1;
  prior.at = previousAt;
  for (const acknowledged of [...(record.acknowledged ?? [])].reverse()) {
    takeBackAcknowledgement(prior, acknowledged);
  }
  if (record.annotation !== undefined) takeBackAnnotation(prior, record.annotation);
  for (const change of [...record.changes].reverse()) takeBackChange(prior, change);
  return finished(state, prior);
}

function takeBackAnnotation(prior: WorkingState, annotation: Annotation): void {
  prior.annotations_total -= 1;
  prior.pending_total -= 1;
  prior.pending = withoutAnnotation(prior.pending, annotation);
  updateEntry(prior, standsOn(annotation), (entry) => ({
    ...entry,
    annotations: withoutSaved(entry.annotations),
  }));
}

function takeBackAcknowledgement(prior: WorkingState, acknowledged: Acknowledged): void {
  const { annotation, displaced, surfaced } = acknowledged;
  prior.pending_total += 1;
  // With more pending than are held in full, only one of those held lets another surface.
  if (surfaced !== null || prior.pending_total <= LIMITS.pendingAnnotations) {
    const others = surfaced === null ? prior.pending : withoutAnnotation(prior.pending, surfaced);
    prior.pending = [...others, annotation].sort((a, b) => a.event_seq - b.event_seq);
  }
  updateEntry(prior, standsOn(annotation), (entry) => ({
    ...entry,
    annotations: withoutAcknowledged(entry.annotations, displaced),
  }));
}

function withoutAnnotation(
  annotations: readonly Annotation[],
  gone: Annotation,
): readonly Annotation[] {
  return annotations.filter((annotation) => annotation.annotation_id !== gone.annotation_id);
}

function takeBackChange(prior: WorkingState, change: Change): void {
  switch (change.change) {
    case "opened":
      prior.entries.delete(change.id);
      return;
    case "restored": {
      prior.entries.delete(change.id);
      const { id, title, closed_at, reason } = change.before;
      if (reason?.until !== undefined) {
        prior.deferred.set(id, { id, title, until: reason.until, closed_at });
      }
      return;
    }
    case "closed":
      prior.entries.set(change.id, change.before);
      prior.deferred.delete(change.id);
      return;
    case "changed":
      updateEntry(prior, change.id, (entry) => ({ ...entry, ...change.before }));
      return;
    case "budget":
      prior.root_budget = change.before;
      return;
    case "shown_on":
      showOn(prior, change.annotation_id, change.before);
      return;
    case "checked":
      prior.last_checked_at = change.before;
      return;
  }
}
