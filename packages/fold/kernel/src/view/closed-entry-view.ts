import type {
  AcknowledgedAnnotation,
  AnnotationView,
  ClosedEntry,
  ClosedEntryView,
  Facts,
  Instant,
  State,
} from "@fold/contracts";
import { elapsedBetween, LIMITS } from "@fold/contracts/values";
import { copyOf } from "../copy.js";
import { closedEntryAnnotations, recordsOf } from "../facts/read-facts.js";
import { shownOn } from "../facts/standing.js";
import { acknowledgedBy, standsOn } from "../state/annotations.js";
import { acknowledgedView, savedView } from "./annotation-view.js";

/** A closed entry as last stored, with what was said of it and what came of that. */
export function closedEntryView(
  state: State,
  facts: Facts,
  closed: ClosedEntry,
  now: Instant,
): ClosedEntryView {
  const { annotations: _kept, ...stored } = closed;
  return {
    ...copyOf(stored),
    since_declared: elapsedBetween(closed.declared_at, now),
    since_updated: elapsedBetween(closed.updated_at, now),
    since_closed: elapsedBetween(closed.closed_at, now),
    ...(closed.successor === null
      ? annotationsKept(state, facts, closed)
      : annotationsWritten(state, facts, closed)),
  };
}

type AnnotationsShown = Pick<
  ClosedEntryView,
  "annotations" | "annotations_total" | "annotations_pending"
>;

/** A withdrawn entry keeps its annotations, and those it inherited. */
function annotationsKept(state: State, facts: Facts, closed: ClosedEntry): AnnotationsShown {
  const kept = closedEntryAnnotations(facts, closed);
  const pending = state.pending.filter((annotation) => standsOn(annotation) === closed.id);
  return {
    annotations: [
      ...pending.map(savedView),
      ...kept.acknowledged.map((annotation) => acknowledgedView(annotation, closed.id)),
    ],
    annotations_total: kept.total,
    annotations_pending: kept.pending,
  };
}

/**
 * Where another took its place, the annotations count on that one. Whoever wrote on this entry
 * finds here what became of it: those written on it, with the entry that shows them now.
 */
function annotationsWritten(state: State, facts: Facts, closed: ClosedEntry): AnnotationsShown {
  const records = recordsOf(facts, `annotated:${closed.id}`);
  const isWrittenHere = (annotation: { readonly entry_id: string | null }): boolean =>
    annotation.entry_id === closed.id;
  const written = records.flatMap(({ annotation }) => annotation ?? []).filter(isWrittenHere);
  const acknowledged: readonly AcknowledgedAnnotation[] = records.flatMap((record) =>
    (record.acknowledged ?? [])
      .filter(({ annotation }) => isWrittenHere(annotation))
      .map((first) => acknowledgedBy(record, first)),
  );
  const standing = shownOn({ state, facts }, closed.id);
  return {
    annotations: [
      ...pendingOf(written, acknowledged).map((annotation) =>
        savedView({ ...annotation, shown_on: standing }),
      ),
      ...[...acknowledged]
        .reverse()
        .slice(0, LIMITS.acknowledgedPerEntry)
        .map((annotation) => acknowledgedView(annotation, standing)),
    ],
    annotations_total: written.length,
    annotations_pending: written.length - acknowledged.length,
  };
}

function pendingOf<Saved extends Pick<AnnotationView, "annotation_id">>(
  written: readonly Saved[],
  acknowledged: readonly AcknowledgedAnnotation[],
): readonly Saved[] {
  const done = new Set(acknowledged.map(({ annotation_id }) => annotation_id));
  return written
    .filter(({ annotation_id }) => !done.has(annotation_id))
    .slice(0, LIMITS.pendingAnnotations);
}
