import type { Entry, LayerUsage, RecordBody, State } from "@fold/contracts";
import { shareOf } from "@fold/contracts/values";
import { compareText } from "../order.js";
import { layersOf } from "../state/layers.js";

/** How full the root layer is, and every other active layer that the changes of a record touch. */
export function touchedLayers(
  before: State,
  after: State,
  changes: RecordBody["changes"],
): readonly LayerUsage[] {
  const ids = new Set<string | null>([null]);
  for (const change of changes) {
    if (!("id" in change) || change.id === null) continue;
    for (const entry of [before.entries.get(change.id), after.entries.get(change.id)]) {
      if (entry === undefined) continue;
      ids.add(entry.parent);
      if (entry.child_budget !== null) ids.add(entry.id);
    }
  }
  const layers = layersOf(after.entries);
  return [...ids]
    .sort((left, right) => compareText(left ?? "", right ?? ""))
    .flatMap((id) => {
      const budget = id === null ? after.root_budget : after.entries.get(id)?.child_budget;
      if (budget == null) return [];
      const units = unitsOf(layers.get(id) ?? []);
      return [{ id, budget, used: units, free: budget - units }];
    });
}

/** What entries take of the budget of their layer. */
export function unitsOf(entries: readonly Entry[]): number {
  let units = 0;
  for (const { tier } of entries) units += shareOf(tier);
  return units;
}
