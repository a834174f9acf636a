/** What the facts say of closed entries and old annotations. */
import type {
  Annotation,
  ClosedEntry,
  EntryAnnotations,
  FactKey,
  Facts,
  LogRecord,
  State,
} from "@fold/contracts";
import { acknowledgedBy, standsOn, withAcknowledged, withSaved } from "../state/annotations.js";

export function recordsOf(facts: Facts, key: FactKey): readonly LogRecord[] {
  return facts.records.get(key) ?? [];
}

/** An entry that is not active, as it was when it closed; null if it was never declared. */
export function closedEntry(facts: Facts, id: string): ClosedEntry | null {
  const records = recordsOf(facts, `entry:${id}`);
  for (let index = records.length - 1; index >= 0; index -= 1) {
    for (const change of records[index]?.changes ?? []) {
      if (change.change === "closed" && change.id === id) {
        return { ...change.before, ...change.after };
      }
    }
  }
  return null;
}

/** The annotations of a closed entry, those that came after it closed included. */
export function closedEntryAnnotations(facts: Facts, closed: ClosedEntry): EntryAnnotations {
  let kept = closed.annotations;
  for (const record of recordsOf(facts, `annotated:${closed.id}`)) {
    if (record.event_seq < closed.closed_seq) continue;
    if (record.annotation !== undefined && standsOn(record.annotation) === closed.id) {
      kept = withSaved(kept);
    }
    // Acknowledgements take hold after the changes of their record, the closing one included.
    for (const acknowledged of record.acknowledged ?? []) {
      if (standsOn(acknowledged.annotation) !== closed.id) continue;
      kept = withAcknowledged(kept, acknowledgedBy(record, acknowledged));
    }
  }
  return kept;
}

/**
 * Whether an id is in use: active in the state, closed by a record, or never declared.
 * Facts for ids that are not active must have been looked up.
 */
export function statusOf(
  state: State,
  facts: Facts,
  id: string,
): { readonly status: "active" } | ClosedEntry | null {
  return state.entries.has(id) ? { status: "active" } : closedEntry(facts, id);
}

/** The record that saved an annotation, if any did. */
export function savedAnnotation(facts: Facts, annotationId: string): Annotation | null {
  const [record] = recordsOf(facts, `batch:${annotationId}`);
  return record?.annotation ?? null;
}

export function isAcknowledged(facts: Facts, annotationId: string): boolean {
  return recordsOf(facts, `acknowledged:${annotationId}`).length > 0;
}
