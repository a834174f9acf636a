/** The law of the system: in every layer the shares of the active entries fit into the budget. */
import type { BudgetEntry, Entry, Instant, Violation } from "@fold/contracts";
import { LIMITS, msOf, shareOf, violation } from "@fold/contracts/values";
import { compareText } from "../order.js";
import { byRank } from "../view/rank.js";
import type { Structure } from "./structure.js";

/** The budget of a layer of the candidate; null where the layer's entry is not active. */
export function budgetOf(
  { entries, rootBudget }: { entries: ReadonlyMap<string, Entry>; rootBudget: number },
  layer: string | null,
): number | null {
  if (layer === null) return rootBudget;
  const entry = entries.get(layer);
  return entry === undefined ? null : (entry.child_budget ?? LIMITS.budgetDefault);
}

/** Tiers that no layer of that budget could hold, and layers that hold too much. */
export function budgetViolations(structure: Structure, now: Instant): readonly Violation[] {
  const layers = [...structure.children].sort(([left], [right]) =>
    compareText(left ?? "", right ?? ""),
  );
  return layers.flatMap(([layer, entries]) => layerViolations(structure, layer, entries, now));
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
  const tooLarge = entries.filter(isTooLarge).map((entry) =>
    violation({
      code: "tier_too_large",
      path: tierPath(structure, entry.id),
      id: entry.id,
      tier: entry.tier,
      budget,
    }),
  );
  // A declaration that is refused by itself is left out of the sum.
  const counted = entries.filter((entry) => !isTooLarge(entry));
  const declared = counted.reduce((sum, entry) => sum + shareOf(entry.tier), 0);
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

/** Whether a declaration itself sets the tier or the layer of an entry. */
function placesEntry({ targets, declarations }: Structure, id: string): boolean {
  const index = targets.get(id);
  const declaration = index === undefined ? undefined : declarations.find((_, at) => at === index);
  return declaration !== undefined && declaration.op !== "budget";
}

function tierPath({ targets, declarations }: Structure, id: string): string {
  const index = targets.get(id);
  const declaration = index === undefined ? undefined : declarations[index];
  const statesTier = declaration !== undefined && "tier" in declaration;
  return `/declarations/${index}${statesTier ? "/tier" : ""}`;
}

/** A budget that this batch sets is the place to look; otherwise no single declaration is. */
function budgetPath({ targets, declarations, candidate }: Structure, layer: string | null): string {
  const index = targets.get(layer);
  const declaration = index === undefined ? undefined : declarations[index];
  const isSet =
    declaration?.op === "budget" && declaration.budget === budgetOf(candidate, declaration.layer);
  return isSet ? `/declarations/${index}/budget` : "";
}

function budgetEntry(entry: Entry, now: Instant): BudgetEntry {
  const isPast = (time: Instant | null): boolean => time !== null && msOf(now) > msOf(time);
  return {
    id: entry.id,
    tier: entry.tier,
    share: shareOf(entry.tier),
    overdue: isPast(entry.due_at),
    stale: isPast(entry.stale_after),
    pending: entry.annotations.pending,
  };
}
