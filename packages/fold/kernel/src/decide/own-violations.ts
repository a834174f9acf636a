/** What is wrong with a declaration by itself, whatever the rest of the batch says. */
import type { Declaration, Facts, State, Violation } from "@fold/contracts";
import { LIMITS, violation } from "@fold/contracts/values";
import { statusOf } from "../facts/read-facts.js";

/** What a declaration is judged against. */
export interface Judged {
  readonly state: State;
  readonly facts: Facts;
  /** Ids that declarations of the batch would open, for references among them. */
  readonly opening: ReadonlySet<string>;
}

export function ownViolations(
  declaration: Declaration,
  path: string,
  judged: Judged,
): readonly Violation[] {
  switch (declaration.op) {
    case "declare":
      return [
        ...mustBeUnused(declaration.id, `${path}/id`, judged),
        ...fieldViolations(declaration, path, judged),
      ];
    case "patch":
      return [
        ...mustBeActive(declaration.id, `${path}/id`, judged),
        ...fieldViolations(declaration, path, judged),
      ];
    case "supersede":
      return [
        ...mustBeUnused(declaration.id, `${path}/id`, judged),
        ...allActive(declaration.replaces, `${path}/replaces`, judged),
        ...fieldViolations(declaration, path, judged),
      ];
    case "merge":
      return [
        ...(isOpening(declaration, judged)
          ? []
          : mustBeActive(declaration.into, `${path}/into`, judged)),
        ...allActive(declaration.from, `${path}/from`, judged),
        ...fieldViolations(declaration, path, judged),
      ];
    case "withdraw":
      return mustBeActive(declaration.id, `${path}/id`, judged);
    case "restore":
      return [
        ...mustBeWithdrawn(declaration.id, `${path}/id`, judged),
        ...fieldViolations(declaration, path, judged),
      ];
    case "budget":
      return [
        ...(declaration.layer === null
          ? []
          : mustBeActive(declaration.layer, `${path}/layer`, judged)),
        ...budgetViolations(declaration.budget, `${path}/budget`),
      ];
  }
}

/** The id that a declaration opens as a new entry, or null. */
export function openedId(declaration: Declaration, judged: Judged): string | null {
  switch (declaration.op) {
    case "declare":
    case "supersede":
      return declaration.id;
    case "merge":
      return isOpening(declaration, judged) ? declaration.into : null;
    default:
      return null;
  }
}

/** A merge opens its target when the id is new and all that a new entry needs is stated. */
function isOpening(
  merge: Extract<Declaration, { op: "merge" }>,
  { state, facts }: Pick<Judged, "state" | "facts">,
): boolean {
  const isStated =
    merge.title !== undefined && merge.tier !== undefined && merge.kind !== undefined;
  return isStated && statusOf(state, facts, merge.into) === null;
}

function mustBeUnused(id: string, path: string, { state, facts }: Judged): readonly Violation[] {
  const found = statusOf(state, facts, id);
  if (found === null) return [];
  return [violation({ code: "entry_id_used", path, id, status: found.status })];
}

function allActive(ids: readonly string[], path: string, judged: Judged): readonly Violation[] {
  return ids.flatMap((id, index) => mustBeActive(id, `${path}/${index}`, judged));
}

function mustBeActive(id: string, path: string, { state, facts }: Judged): readonly Violation[] {
  const found = statusOf(state, facts, id);
  if (found === null) return [violation({ code: "unknown_entry", path, id })];
  if (found.status === "active") return [];
  return [
    violation({
      code: "entry_not_active",
      path,
      id,
      status: found.status,
      ...(found.successor === null ? {} : { successor: found.successor }),
    }),
  ];
}

function mustBeWithdrawn(id: string, path: string, { state, facts }: Judged): readonly Violation[] {
  const found = statusOf(state, facts, id);
  if (found === null) return [violation({ code: "unknown_entry", path, id })];
  if (found.status === "withdrawn") return [];
  const successor = found.status === "active" ? null : found.successor;
  return [
    violation({
      code: "not_restorable",
      path,
      id,
      status: found.status,
      ...(successor === null ? {} : { successor }),
    }),
  ];
}

function fieldViolations(
  declaration: Exclude<Declaration, { op: "withdraw" | "budget" }>,
  path: string,
  { state, facts, opening }: Judged,
): readonly Violation[] {
  const { parent, child_budget } = declaration;
  const isKnown = parent == null || opening.has(parent) || statusOf(state, facts, parent) !== null;
  return [
    ...(isKnown ? [] : [violation({ code: "unknown_entry", path: `${path}/parent`, id: parent })]),
    ...(child_budget == null ? [] : budgetViolations(child_budget, `${path}/child_budget`)),
  ];
}

/** A budget is a power of two within the limits: only then does every layer divide without rest. */
function budgetViolations(budget: number, path: string): readonly Violation[] {
  const { budgetMin: min, budgetMax: max } = LIMITS;
  const isPowerOfTwo = budget >= min && budget <= max && (budget & (budget - 1)) === 0;
  return isPowerOfTwo ? [] : [violation({ code: "budget_invalid", path, budget, min, max })];
}
