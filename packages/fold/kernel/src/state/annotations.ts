/** What an entry keeps of its annotations, and how acknowledging, inheriting and undoing move it. */
import type {
  Acknowledged,
  AcknowledgedAnnotation,
  Annotation,
  EntryAnnotations,
  RecordBody,
} from "@fold/contracts";
import { LIMITS } from "@fold/contracts/values";

export const noAnnotations: EntryAnnotations = { total: 0, pending: 0, acknowledged: [] };

/** The entry an annotation stands on now, or null for the picture as a whole. */
export function standsOn(annotation: Annotation): string | null {
  return annotation.shown_on ?? annotation.entry_id;
}

export function withSaved(kept: EntryAnnotations): EntryAnnotations {
  return { ...kept, total: kept.total + 1, pending: kept.pending + 1 };
}

export function withoutSaved(kept: EntryAnnotations): EntryAnnotations {
  return { ...kept, total: kept.total - 1, pending: kept.pending - 1 };
}

/** The acknowledged form of an annotation that `record` acknowledged for the first time. */
export function acknowledgedBy(
  record: Pick<RecordBody, "at" | "actor" | "event_seq" | "revision">,
  { annotation, note }: Pick<Acknowledged, "annotation" | "note">,
): AcknowledgedAnnotation {
  const { at, actor, event_seq, revision } = record;
  return { ...annotation, acknowledged: { at, actor, note, event_seq, revision } };
}

export function withAcknowledged(
  kept: EntryAnnotations,
  annotation: AcknowledgedAnnotation,
): EntryAnnotations {
  const acknowledged = [annotation, ...kept.acknowledged].slice(0, LIMITS.acknowledgedPerEntry);
  return { ...kept, pending: kept.pending - 1, acknowledged };
}

export function withoutAcknowledged(
  kept: EntryAnnotations,
  displaced: AcknowledgedAnnotation | null,
): EntryAnnotations {
  const rest = kept.acknowledged.slice(1);
  return {
    ...kept,
    pending: kept.pending + 1,
    acknowledged: displaced === null ? rest : [...rest, displaced],
  };
}

/** The annotations of an entry that takes the place of others, theirs included. */
export function inheritedAnnotations(all: readonly EntryAnnotations[]): EntryAnnotations {
  return {
    total: all.reduce((sum, kept) => sum + kept.total, 0),
    pending: all.reduce((sum, kept) => sum + kept.pending, 0),
    acknowledged: all
      .flatMap((kept) => kept.acknowledged)
      .sort(newestFirst)
      .slice(0, LIMITS.acknowledgedPerEntry),
  };
}

function newestFirst(left: AcknowledgedAnnotation, right: AcknowledgedAnnotation): number {
  return (
    right.acknowledged.event_seq - left.acknowledged.event_seq || right.event_seq - left.event_seq
  );
}
