import type { AcknowledgedAnnotation, Annotation, AnnotationView } from "@fold/contracts";

export function savedView(annotation: Annotation): AnnotationView {
  return annotationView(annotation, annotation.shown_on, null);
}

/** `standsOn` is the entry that it is shown on now, which may not be the one it was then. */
export function acknowledgedView(
  annotation: AcknowledgedAnnotation,
  standsOn: string | null,
): AnnotationView {
  const shownOn = standsOn === annotation.entry_id ? null : standsOn;
  return annotationView(annotation, shownOn, { ...annotation.acknowledged });
}

/** A copy, for readers may change what they are given. */
function annotationView(
  { annotation_id, entry_id, text, actor, at, event_seq }: Annotation,
  shown_on: string | null,
  acknowledged: AnnotationView["acknowledged"],
): AnnotationView {
  const status = acknowledged === null ? "saved" : "acknowledged";
  return { annotation_id, entry_id, shown_on, text, actor, at, event_seq, status, acknowledged };
}
