import type { AcknowledgedAnnotation, Annotation, AnnotationView } from "@fold/contracts";

export function savedView(annotation: Annotation): AnnotationView {
  return { ...annotation, status: "saved", acknowledged: null };
}

export function acknowledgedView(annotation: AcknowledgedAnnotation): AnnotationView {
  const { acknowledged, ...saved } = annotation;
  return { ...saved, status: "acknowledged", acknowledged };
}
