/** What happened in consecutive records, as far as the states at both ends do not tell it. */
import type { AnnotationView, Between, ClosedEntry, RecordBody } from "@fold/contracts";
import { byId } from "../order.js";
import { acknowledgedBy, standsOn } from "../state/annotations.js";
import { acknowledgedView, savedView } from "./annotation-view.js";

export function between(records: readonly RecordBody[]): Between {
  const closed = new Map<string, ClosedEntry>();
  const saved = new Map<string, AnnotationView>();
  const acknowledged = new Map<string, AnnotationView>();
  for (const record of records) {
    for (const change of record.changes) {
      if (change.change === "restored") closed.delete(change.id);
      if (change.change === "closed") {
        closed.set(change.id, { ...change.before, ...change.after });
      }
    }
    if (record.annotation !== undefined) {
      saved.set(record.annotation.annotation_id, savedView(record.annotation));
    }
    for (const first of record.acknowledged ?? []) {
      const shown = acknowledgedView(acknowledgedBy(record, first), standsOn(first.annotation));
      acknowledged.set(shown.annotation_id, shown);
      if (saved.has(shown.annotation_id)) saved.set(shown.annotation_id, shown);
    }
  }
  return {
    closed: [...closed.values()].sort(byId),
    saved: [...saved.values()].sort(byEvent),
    acknowledged: [...acknowledged.values()].sort(byEvent),
  };
}

function byEvent(left: AnnotationView, right: AnnotationView): number {
  return left.event_seq - right.event_seq;
}
