/**
 * Folding records into the state. Nothing is judged here: a record carries what was determined when
 * it was accepted, so that replaying it gives the same state for ever.
 */
import type { Acknowledged, Change, Deferred, Entry, RecordBody, State } from "@fold/contracts";
import { LIMITS } from "@fold/contracts/values";
import { acknowledgedBy, standsOn, withAcknowledged, withSaved } from "./annotations.js";

/** A state under construction: its own maps, so that the state it came from stays as it is. */
export interface WorkingState extends State {
  event_seq: number;
  revision: number;
  at: State["at"];
  last_checked_at: State["last_checked_at"];
  root_budget: number;
  entries: Map<string, Entry>;
  deferred: Map<string, Deferred>;
  annotations_total: number;
  pending_total: number;
  pending: State["pending"];
}

export function workingCopy(state: State): WorkingState {
  return { ...state, entries: new Map(state.entries), deferred: new Map(state.deferred) };
}

/** The state after `record`. */
export function apply(state: State, record: RecordBody): State {
  const next = workingCopy(state);
  applyTo(next, record);
  return next;
}

/** The state after all of `records`: one copy for all of them, however many they are. */
export function applyAll(state: State, records: Iterable<RecordBody>): State {
  const next = workingCopy(state);
  for (const record of records) applyTo(next, record);
  return next;
}

function applyTo(next: WorkingState, record: RecordBody): void {
  next.event_seq = record.event_seq;
  next.revision = record.revision;
  next.at = record.at;
  for (const change of record.changes) applyChange(next, change);
  if (record.annotation !== undefined) {
    const target = standsOn(record.annotation);
    next.annotations_total += 1;
    next.pending_total += 1;
    if (next.pending.length < LIMITS.pendingAnnotations) {
      next.pending = [...next.pending, record.annotation];
    }
    updateEntry(next, target, (entry) => ({
      ...entry,
      annotations: withSaved(entry.annotations),
    }));
  }
  for (const acknowledged of record.acknowledged ?? []) acknowledge(next, record, acknowledged);
}

function acknowledge(next: WorkingState, record: RecordBody, acknowledged: Acknowledged): void {
  const { annotation, surfaced } = acknowledged;
  next.pending_total -= 1;
  next.pending = [
    ...next.pending.filter((other) => other.annotation_id !== annotation.annotation_id),
    ...(surfaced === null ? [] : [surfaced]),
  ];
  updateEntry(next, standsOn(annotation), (entry) => ({
    ...entry,
    annotations: withAcknowledged(entry.annotations, acknowledgedBy(record, acknowledged)),
  }));
}

/** Replaces an active entry; a closed one keeps its annotations in the log alone. */
export function updateEntry(
  working: WorkingState,
  id: string | null,
  update: (entry: Entry) => Entry,
): void {
  const entry = id === null ? undefined : working.entries.get(id);
  if (entry !== undefined) working.entries.set(entry.id, update(entry));
}

function applyChange(next: WorkingState, change: Change): void {
  switch (change.change) {
    case "opened":
      next.entries.set(change.id, change.after);
      return;
    case "restored":
      next.entries.set(change.id, change.after);
      next.deferred.delete(change.id);
      return;
    case "closed": {
      next.entries.delete(change.id);
      const until = change.after.reason?.until;
      if (until === undefined) return;
      const { id, title } = change.before;
      next.deferred.set(id, { id, title, until, closed_at: change.after.closed_at });
      return;
    }
    case "changed":
      updateEntry(next, change.id, (entry) => ({ ...entry, ...change.after }));
      return;
    case "budget":
      next.root_budget = change.after;
      return;
    case "shown_on":
      showOn(next, change.annotation_id, change.after);
      return;
    case "checked":
      next.last_checked_at = change.after;
      return;
  }
}

export function showOn(working: WorkingState, annotationId: string, shownOn: string | null): void {
  working.pending = working.pending.map((annotation) =>
    annotation.annotation_id === annotationId ? { ...annotation, shown_on: shownOn } : annotation,
  );
}
