/**
 * The one module that needs the schemas, and with them zod. It is imported when something is first
 * written, so that a program which only reads starts without it.
 */
import type { AnnotationRequest, Batch, CallContext, Rejected, Violation } from "@fold/contracts";
import { type Parsed, parseAnnotationRequest, parseBatch, parseCallContext } from "@fold/contracts";

export interface Given {
  readonly actor: unknown;
  readonly now: unknown;
}

export type Request<Body> =
  | { readonly ok: true; readonly request: Body; readonly context: CallContext }
  | { readonly ok: false; readonly rejected: Rejected };

export function readBatch(input: unknown, given: Given): Request<Batch> {
  return readRequest(parseBatch(input), given, idIn(input, "batch_id"));
}

export function readAnnotation(input: unknown, given: Given): Request<AnnotationRequest> {
  return readRequest(parseAnnotationRequest(input), given, idIn(input, "annotation_id"));
}

/** All faults together, those of the call before those of the request. */
function readRequest<Body>(parsed: Parsed<Body>, given: Given, id: string | null): Request<Body> {
  const context = parseCallContext(given);
  if (parsed.ok && context.ok) return { ok: true, request: parsed.value, context: context.value };
  const violations: Violation[] = [];
  if (!context.ok) violations.push(...context.violations);
  if (!parsed.ok) violations.push(...parsed.violations);
  const nowhere = { event_seq: null, revision: null };
  return { ok: false, rejected: { outcome: "rejected", batch_id: id, ...nowhere, violations } };
}

/** The id that a faulty request seems to have, so that its sender knows which one is meant. */
function idIn(input: unknown, name: string): string | null {
  if (typeof input !== "object" || input === null || !Object.hasOwn(input, name)) return null;
  const id = (input as Readonly<Record<string, unknown>>)[name];
  return typeof id === "string" ? id : null;
}
