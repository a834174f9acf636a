/**
 * The one module that needs the schemas, and with them zod. It is imported when something is first
 * written, so that a program which only reads starts without it.
 */
import type { AnnotationRequest, Batch, CommitContext, Rejected, Violation } from "@fold/contracts";
import {
  type Parsed,
  parseAnnotationRequest,
  parseBatch,
  parseCallContext,
  violation,
} from "@fold/contracts";

export type Request<Body> =
  | { readonly ok: true; readonly request: Body; readonly context: CommitContext }
  | { readonly ok: false; readonly rejected: Rejected };

export function readBatch(input: unknown, given: unknown): Request<Batch> {
  return readRequest(parseBatch(input), given, idIn(input, "batch_id"));
}

export function readAnnotation(input: unknown, given: unknown): Request<AnnotationRequest> {
  return readRequest(parseAnnotationRequest(input), given, idIn(input, "annotation_id"));
}

/** All faults together, those of the call before those of the request. */
function readRequest<Body>(parsed: Parsed<Body>, given: unknown, id: string | null): Request<Body> {
  const options = typeof given === "object" && given !== null ? given : {};
  const { actor, now, check, ...others } = options as Readonly<Record<string, unknown>>;
  const context = parseCallContext({ actor, now });
  const faults = optionFaults(check, Object.keys(others));
  if (parsed.ok && context.ok && faults.length === 0) {
    const isCheck = check === true;
    return { ok: true, request: parsed.value, context: { ...context.value, check: isCheck } };
  }
  const violations = [
    ...(context.ok ? [] : context.violations),
    ...faults,
    ...(parsed.ok ? [] : parsed.violations),
  ];
  const nowhere = { event_seq: null, revision: null };
  return { ok: false, rejected: { outcome: "rejected", batch_id: id, ...nowhere, violations } };
}

/** An option that is misspelt would write what was only to be checked. */
function optionFaults(check: unknown, others: readonly string[]): readonly Violation[] {
  const expected = "options: actor, now, check";
  const fault = { code: "invalid_input", path: "", expected } as const;
  const isCheckSound = check === undefined || typeof check === "boolean";
  return [
    ...(isCheckSound ? [] : [violation({ ...fault, rule: "type" })]),
    ...others.map((name) => violation({ ...fault, rule: "unknown_member", value: name })),
  ];
}

/** The id that a faulty request seems to have, so that its sender knows which one is meant. */
function idIn(input: unknown, name: string): string | null {
  if (typeof input !== "object" || input === null || !Object.hasOwn(input, name)) return null;
  const id = (input as Readonly<Record<string, unknown>>)[name];
  return typeof id === "string" ? id : null;
}
