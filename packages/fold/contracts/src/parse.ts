/** From whatever a caller sent to a request that the kernel may judge, or every fault in it. */
import type * as z from "zod/mini";
import type { Immutable } from "./immutable.js";
import type { Instant } from "./instants.js";
import { parseInstant } from "./instants.js";
import {
  type AnnotationRequest,
  annotationRequestSchema,
  type Batch,
  batchSchema,
} from "./schema/batch.js";
import { actor as actorSchema } from "./schema/scalars.js";
import type { Violation } from "./schema/violation.js";
import { headOf } from "./text.js";
import { violation } from "./violation-message.js";

export type Parsed<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly violations: readonly [Violation, ...Violation[]] };

/** Reads a batch. Instants come out as UTC, durations stay the text written; nothing is trimmed. */
export function parseBatch(input: unknown): Parsed<Batch> {
  return parse(batchSchema, input);
}

/** Reads an annotation request. */
export function parseAnnotationRequest(input: unknown): Parsed<AnnotationRequest> {
  return parse(annotationRequestSchema, input);
}

/**
 * Reads what every call says besides its request: who speaks, and when. The faults have the path
 * `""`, for they lie outside the request; `expected` names the argument.
 */
export function parseCallContext(context: {
  readonly actor: unknown;
  readonly now: unknown;
}): Parsed<{ readonly actor: string; readonly now: Instant }> {
  const violations: Violation[] = [];
  const actor = actorSchema.safeParse(context.actor);
  if (!actor.success) {
    const rule = typeof context.actor === "string" ? ruleOf(actor.error.issues[0]) : "type";
    violations.push(
      violation({
        code: "invalid_input",
        path: "",
        rule,
        expected: "actor: 1 to 128 characters, no control characters",
      }),
    );
  }
  const now = typeof context.now === "string" ? parseInstant(context.now) : null;
  if (now === null) {
    violations.push(
      violation({
        code: "invalid_input",
        path: "",
        rule: "instant",
        expected: "now: an RFC 3339 date and time",
      }),
    );
  }
  const [first, ...rest] = violations;
  if (first !== undefined) return { ok: false, violations: [first, ...rest] };
  return { ok: true, value: { actor: String(context.actor), now: now as Instant } };
}

type Issue = z.core.$ZodIssue;

/** The value that a schema makes of an input, or every fault that it finds. */
export function parse<Schema extends z.ZodMiniType>(
  schema: Schema,
  input: unknown,
): Parsed<Immutable<z.output<Schema>>> {
  const result = schema.safeParse(input);
  if (result.success) {
    return { ok: true, value: result.data as Immutable<z.output<Schema>> };
  }
  const violations = result.error.issues
    .flatMap((issue) => toViolations(issue, input))
    .sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
  const [first, ...rest] = violations;
  if (first === undefined) throw new Error("invariant: a failed parse has an issue");
  return { ok: false, violations: [first, ...rest] };
}

/** Names that are kept for later; telling so helps more than calling them unknown. */
const RESERVED = new Set(["tags", "links"]);

function toViolations(issue: Issue, input: unknown): Violation[] {
  if (isLengthOfWrongType(issue, valueAt(input, issue.path.map(String)))) return [];
  const at = issue.path.map((part) => (typeof part === "symbol" ? String(part) : part));
  const path = pointer(at);
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) =>
      violation({
        code: "invalid_input",
        path: pointer([...at, key]),
        rule: RESERVED.has(key) ? "reserved_name" : "unknown_member",
      }),
    );
  }
  const value = valueAt(input, at);
  const given = scalar(value);
  const rule = ruleOf(issue, value);
  const params = paramsOf(issue, value);
  return [
    violation({
      code: "invalid_input",
      path,
      rule,
      ...params,
      ...(given === undefined || "value" in params || typeof value === "string"
        ? {}
        : { value: given }),
    }),
  ];
}

/** A list's bounds are tried on whatever has a length; that it is no list has been said already. */
function isLengthOfWrongType(issue: Issue, value: unknown): boolean {
  if (issue.code !== "too_big" && issue.code !== "too_small") return false;
  return typeof value !== "number" && !Array.isArray(value);
}

function ruleOf(issue: Issue | undefined, value?: unknown): string {
  switch (issue?.code) {
    case "custom":
      return String(issue.params?.["rule"] ?? "custom");
    case "invalid_type":
      return value === undefined ? "required" : "type";
    case "invalid_value":
    case "invalid_union":
      return value === undefined ? "required" : "value";
    case "too_big":
      return issue.origin === "array" ? "too_many" : "too_large";
    case "too_small":
      return issue.origin === "array" ? "too_few" : "too_small";
    case "invalid_format":
      return "pattern";
    default:
      return issue?.code ?? "custom";
  }
}

interface Params {
  readonly limit?: number;
  readonly actual?: number;
  readonly expected?: string;
  readonly value?: string | number | boolean | null;
}

function paramsOf(issue: Issue, value: unknown): Params {
  switch (issue.code) {
    case "custom": {
      const { rule: _rule, ...params } = issue.params ?? {};
      return params;
    }
    case "invalid_type":
      return {
        expected: issue.expected,
        ...(typeof value === "string" ? { value: brief(value) } : {}),
      };
    case "invalid_value":
      return {
        expected: issue.values.map(String).join(", "),
        ...(typeof value === "string" ? { value: brief(value) } : {}),
      };
    case "invalid_union": {
      const options = "options" in issue && Array.isArray(issue.options) ? issue.options : [];
      return {
        expected: options.map(String).join(", "),
        ...(typeof value === "string" ? { value: brief(value) } : {}),
      };
    }
    case "too_big":
      return { limit: Number(issue.maximum), ...lengthOf(value) };
    case "too_small":
      return { limit: Number(issue.minimum), ...lengthOf(value) };
    default:
      return {};
  }
}

function lengthOf(value: unknown): { readonly actual?: number } {
  return Array.isArray(value) ? { actual: value.length } : {};
}

function scalar(value: unknown): string | number | boolean | null | undefined {
  if (value === null || typeof value === "boolean" || typeof value === "string") return value;
  // JSON has no infinities; a number that it cannot write is shown as text, and -0 as 0.
  if (typeof value === "number") return Number.isFinite(value) ? value + 0 : String(value);
  return Array.isArray(value) ? "an array" : typeof value === "object" ? "an object" : undefined;
}

function brief(text: string): string {
  return text.length > 120 ? `${headOf(text, 119)}…` : text;
}

function valueAt(input: unknown, path: readonly (string | number)[]): unknown {
  let value = input;
  for (const part of path) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, part))
      return undefined;
    value = (value as Record<string | number, unknown>)[part];
  }
  return value;
}

/** A JSON Pointer (RFC 6901). */
function pointer(path: readonly (string | number)[]): string {
  return path
    .map((part) => `/${String(part).replaceAll("~", "~0").replaceAll("/", "~1")}`)
    .join("");
}
