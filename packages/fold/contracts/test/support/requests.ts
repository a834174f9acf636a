import { parseAnnotationRequest, parseBatch, type Violation } from "@fold/contracts";

/** A declaration that is accepted; a test overrides the one member it is about. */
export function declare(members: Record<string, unknown> = {}): Record<string, unknown> {
  return { op: "declare", id: "a", title: "A", tier: "S", kind: "info", ...members };
}

export function source(members: Record<string, unknown> = {}): Record<string, unknown> {
  return { id: "1", origin: "mail", ref: "mail:1", ...members };
}

/** A batch of these declarations. */
export function batchOf(...declarations: readonly unknown[]): Record<string, unknown> {
  return { batch_id: "b", declarations };
}

export function annotation(members: Record<string, unknown> = {}): Record<string, unknown> {
  return { annotation_id: "n", entry_id: null, text: "Not now.", ...members };
}

/** The violations of a batch without their sentences; none where it is accepted. */
export function faultsOf(input: unknown): readonly object[] {
  const parsed = parseBatch(input);
  return parsed.ok ? [] : parsed.violations.map(withoutMessage);
}

export function faultsOfAnnotation(input: unknown): readonly object[] {
  const parsed = parseAnnotationRequest(input);
  return parsed.ok ? [] : parsed.violations.map(withoutMessage);
}

function withoutMessage({ message: _message, ...facts }: Violation): object {
  return facts;
}
