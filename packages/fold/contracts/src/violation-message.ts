/** The sentences of violations, made from their facts in this one place. Nobody compares them. */
import type { Violation, ViolationFacts } from "./schema/violation.js";
import { headOf } from "./text.js";

/** Completes a violation with its sentence. */
export function violation<Facts extends ViolationFacts>(facts: Facts): Violation {
  // The spread keeps each member of the union whole, which the compiler cannot follow.
  const { code, ...values } = facts;
  return { code, message: sentence(facts), ...values } as unknown as Violation;
}

function sentence(facts: ViolationFacts): string {
  switch (facts.code) {
    case "invalid_input":
      return inputSentence(facts);
    case "conflicting_declarations":
      return `${nameOf(facts.target)} is named ${facts.paths.length} times in this batch (${facts.paths.join(", ")}): say it once`;
    case "budget_exceeded":
      return `${layerName(facts.layer)}: budget ${facts.budget}, declared ${facts.declared}, over by ${facts.over_by}`;
    case "tier_too_large":
      return `tier ${facts.tier} of ${facts.id} is larger than its whole layer (budget ${facts.budget})`;
    case "budget_invalid":
      return `budget ${facts.budget} is not a power of two from ${facts.min} to ${facts.max}`;
    case "unknown_entry":
      return `entry ${facts.id} was never declared`;
    case "entry_id_used":
      return `id ${facts.id} belongs to an entry that is ${facts.status}; an id is never used again`;
    case "entry_not_active":
      return `entry ${facts.id} is ${facts.status}${into(facts.successor)}`;
    case "parent_not_active":
      return `${facts.parent} would be closed while ${list(facts.children)} below it would stay active: move or close them, or name an active parent`;
    case "parent_cycle":
      return `these entries would lie below each other in a circle: ${facts.ids.join(" → ")}`;
    case "depth_exceeded":
      return `${facts.id} would lie at depth ${facts.depth}; the deepest layer is ${facts.limit}`;
    case "too_many_entries":
      return `the store would hold ${facts.declared} active entries; the limit is ${facts.limit}`;
    case "layer_not_empty":
      return `layer ${facts.layer} cannot be given up while it holds ${list(facts.children)}`;
    case "not_restorable":
      return `entry ${facts.id} is ${facts.status}${into(facts.successor)}, and only a withdrawn entry can be restored`;
    case "unknown_annotation":
      return `annotation ${facts.annotation_id} was never saved`;
    case "stale_revision":
      return `this batch was made from revision ${facts.base_revision}, but the state is at ${facts.revision}: read it again and decide anew`;
    case "record_too_large":
      return `this request would make a record of ${facts.bytes} bytes; the limit is ${facts.limit}: send it in parts`;
  }
}

/** What a call says besides its request has no path: `expected` names the argument and its form. */
const ARGUMENT = /^(actor|now): (.*)$/;

function inputSentence(facts: Extract<ViolationFacts, { code: "invalid_input" }>): string {
  const { path, limit, actual, expected } = facts;
  const argument = path === "" ? ARGUMENT.exec(expected ?? "") : null;
  if (argument !== null) return `${argument[1]} should be ${argument[2]}`;
  const place = path === "" ? "the request" : path;
  switch (facts.rule) {
    case "not_json":
      return `the request is not JSON: ${expected ?? "it does not parse"}`;
    case "repeated_member":
      return `${expected ?? "a member"} is given twice in one object: only one of them could be kept`;
    case "required":
      return `${place} is missing${expected === undefined ? "" : ` (${expected})`}`;
    case "type":
      return `${place} should be of type ${expected ?? "another"}${facts.value === undefined ? "" : `, not ${shown(facts.value)}`}`;
    case "value":
      return `${place} should be one of ${expected ?? "the known values"}`;
    case "unknown_member":
      return path === "" && facts.value !== undefined
        ? `${facts.value} is not known here (${expected})`
        : `${place} is not a member that is known here`;
    case "reserved_name":
      return `${place} is a reserved name that has no meaning yet`;
    case "too_long":
      return `${place} has ${actual} characters; the limit is ${limit}`;
    case "too_short":
      return `${place} has ${actual} characters; at least ${limit} are needed`;
    case "too_many":
      return `${place} has ${actual} items; the limit is ${limit}`;
    case "too_few":
      return `${place} has ${actual} items; at least ${limit} are needed`;
    case "too_large":
      return `${place} is ${shown(facts.value)}; the limit is ${limit}`;
    case "too_small":
      return `${place} is ${shown(facts.value)}; it must be at least ${limit}`;
    case "pattern":
      return `${place} does not have the form ${expected}`;
    case "lone_surrogate":
      return `${place} holds half of a surrogate pair, which no text can keep`;
    case "control_character":
      return `${place} holds a control character`;
    case "not_one_line":
      return `${place} must be a single line`;
    case "outer_space":
      return `${place} begins or ends with white space`;
    case "instant":
      return `${place} is not an RFC 3339 date and time with its offset, in the years 0001 to 9999`;
    case "duration":
      return `${place} is not a duration of weeks (PnW), or of days, hours, minutes and whole seconds`;
    case "out_of_range":
      return `${place} would lie outside the years 0001 to 9999`;
    case "ref_or_text":
      return `${place} needs a ref or a text`;
    case "duplicate_source_id":
      return `${place} repeats the source id ${shown(facts.value)}`;
    case "until_only_deferred":
      return `${place} goes with the reason code deferred only`;
    default:
      return `${place} is not valid (${facts.rule})`;
  }
}

function nameOf(target: string | null): string {
  return target === null ? "the root layer" : target;
}

function layerName(layer: string | null): string {
  return layer === null ? "layer root" : `layer ${layer}`;
}

function into(successor: string | undefined): string {
  return successor === undefined ? "" : ` into ${successor}`;
}

function list(ids: readonly string[]): string {
  const shownIds = ids.slice(0, 5).join(", ");
  return ids.length > 5 ? `${shownIds} and ${ids.length - 5} more` : shownIds;
}

function shown(value: unknown): string {
  const text = typeof value === "string" ? JSON.stringify(value) : String(value);
  return text.length > 60 ? `${headOf(text, 57)}…` : text;
}
