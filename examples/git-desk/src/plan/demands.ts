/** What a refusal demands of the next attempt. */
import type { Violation } from "@fold/contracts";

export interface Demands {
  /** By the id of the layer's entry; null is the root. */
  readonly layers: ReadonlyMap<string | null, LayerDemand>;
  /** Entries whose tier is larger than their whole layer: the most units that they may have. */
  readonly unitsMax: ReadonlyMap<string, number>;
}

export interface LayerDemand {
  readonly budget: number;
  /** Units by the entries that the refused batch would have left in the layer. */
  readonly units: ReadonlyMap<string, number>;
}

export const NO_DEMANDS: Demands = { layers: new Map(), unitsMax: new Map() };

/** The demands so far and those of another refusal; null if a refusal asks for something else. */
export function withViolations(demands: Demands, violations: readonly Violation[]): Demands | null {
  const layers = new Map(demands.layers);
  const unitsMax = new Map(demands.unitsMax);
  for (const violation of violations) {
    switch (violation.code) {
      case "budget_exceeded": {
        const units = violation.entries.map(({ id, share }): [string, number] => [id, share]);
        layers.set(violation.layer, { budget: violation.budget, units: new Map(units) });
        break;
      }
      case "tier_too_large":
        unitsMax.set(violation.id, violation.budget);
        break;
      default:
        return null;
    }
  }
  return { layers, unitsMax };
}

/** The refusal in words, with its numbers. */
export function refusalWords(violations: readonly Violation[]): readonly string[] {
  return violations.map((violation) => {
    switch (violation.code) {
      case "budget_exceeded": {
        const { layer, budget, declared, over_by } = violation;
        return `layer ${layer ?? "root"}: budget ${budget}, declared ${declared}, over by ${over_by}`;
      }
      case "tier_too_large":
        return `${violation.id}: tier ${violation.tier} is larger than the budget ${violation.budget}`;
      default:
        return `${violation.code}: ${violation.message}`;
    }
  });
}
