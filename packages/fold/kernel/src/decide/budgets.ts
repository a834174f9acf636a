/**
 * The law of the system: in every layer the shares of the active entries fit into the budget. It
 * holds in the state, so only the layers that the batch touches are summed up.
 */
import type { BudgetEntry, Declaration, Entry, Instant, State, Violation } from "@fold/contracts";
import { LIMITS, shareOf, violation } from "@fold/contracts/values";
import { isPast } from "../is-past.js";
import { byRank } from "../view/rank.js";
import { unitsOf } from "./layers.js";
import type { Structure } from "./structure.js";

/** The budget of a layer of the candidate; null where the layer's entry is not active. */
export function budgetOf(
  { entries, rootBudget }: { entries: Pick<State["entries"], "get">; rootBudget: number },
  layer: string | null,
): number | null {
  if (layer === null) return rootBudget;
  const entry = entries.get(layer);
  return entry === undefined ? null : (entry.child_budget ?? LIMITS.budgetDefault);
}

/** Tiers that no layer of that budget could hold, and layers that hold too much. */
export function budgetViolations(structure: Structure, now: Instant): readonly Violation[] {
  return [...structure.touched].flatMap(([layer, entries]) =>
    layerViolations(structure, layer, entries, now),
  );
}

function layerViolations(
  structure: Structure,
  layer: string | null,
  entries: readonly Entry[],
  now: Instant,
): readonly Violation[] {
  const budget = budgetOf(structure.candidate, layer);
  if (budget === null) return [];
  const isTooLarge = (entry: Entry): boolean =>
    shareOf(entry.tier) > budget && placesEntry(structure, entry.id);
  const byPlace = (left: Entry, right: Entry): number =>
    (structure.targets.get(left.id) ?? 0) - (structure.targets.get(right.id) ?? 0);
  const tooLarge = entries
    .filter(isTooLarge)
    .sort(byPlace)
    .map((entry) =>
      violation({
        code: "tier_too_large",
        path: tierPath(structure, entry.id),
        id: entry.id,
        tier: entry.tier,
        budget,
      }),
    );
  // A declaration that is refused by itself is left out of the sum.
  const counted = tooLarge.length === 0 ? entries : entries.filter((entry) => !isTooLarge(entry));
  const declared = unitsOf(counted);
  if (declared <= budget) return tooLarge;
  return [
    ...tooLarge,
    violation({
      code: "budget_exceeded",
      path: budgetPath(structure, layer),
      layer,
      budget,
      declared,
      over_by: declared - budget,
      entries: [...counted].sort(byRank).map((entry) => budgetEntry(entry, now)),
    }),
  ];
}

/** The declaration that acts on an entry or a layer. */
function declarationOn(
  { targets, declarations }: Structure,
  target: string | null,
): Declaration | undefined {
  const index = targets.get(target);
  return index === undefined ? undefined : declarations[index];
}

/** Whether a declaration itself sets the tier or the layer of an entry. */
function placesEntry(structure: Structure, id: string): boolean {
  const declaration = declarationOn(structure, id);
  return declaration !== undefined && declaration.op !== "budget";
}

function tierPath(structure: Structure, id: string): string {
  const declaration = declarationOn(structure, id);
  const statesTier = declaration !== undefined && "tier" in declaration;
  return `/declarations/${structure.targets.get(id)}${statesTier ? "/tier" : ""}`;
}

/** A budget that this batch sets is the place to look; otherwise no single declaration is. */
function budgetPath(structure: Structure, layer: string | null): string {
  const declaration = declarationOn(structure, layer);
  const isSet =
    declaration?.op === "budget" && declaration.budget === budgetOf(structure.candidate, layer);
  return isSet ? `/declarations/${structure.targets.get(layer)}/budget` : "";
}

function budgetEntry(entry: Entry, now: Instant): BudgetEntry {
  return {
    id: entry.id,
    tier: entry.tier,
    share: shareOf(entry.tier),
    overdue: isPast(entry.due_at, now),
    stale: isPast(entry.stale_after, now),
    pending: entry.annotations.pending,
  };
}
