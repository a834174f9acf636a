import type { AcknowledgedAnnotation, Annotation, AnnotationView } from "@fold/contracts";

export function savedView(annotation: Annotation): AnnotationView {
  return { ...annotation, status: "saved", acknowledged: null };
}

/** `standsOn` is the entry that it is shown on now, which may not be the one it was then. */
export function acknowledgedView(
  annotation: AcknowledgedAnnotation,
  standsOn: string | null,
): AnnotationView {
  const { acknowledged, ...saved } = annotation;
  const shown_on = standsOn === saved.entry_id ? null : standsOn;
  return { ...saved, shown_on, status: "acknowledged", acknowledged: { ...acknowledged } };
}
