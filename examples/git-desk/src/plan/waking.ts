/**
 * A deferred entry whose time has come is restored by its matter. If the matter is over, nothing
 * would restore it, and the store would list it as due for ever: so it is restored to be closed as
 * done in the batch that follows.
 */

import { matterIdOf } from "../rules/matter-id.js";
import { ORDER, type Step } from "./declaration.js";
import { recollectionOf } from "./memory.js";
import type { Situation } from "./situation.js";

export function wakeForClosing({ desk, wanted, recollections }: Situation): readonly Step[] {
  const wantedIds = new Set(wanted.matters.map(({ id }) => id));
  const over = desk.dueBack.filter((id) => {
    const matterId = matterIdOf(id);
    const { last } = recollectionOf(recollections, matterId);
    return last?.id === id && !wantedIds.has(matterId);
  });
  const [first] = over;
  if (first === undefined || desk.rootFree === 0) return [];
  // The first takes a unit of the root layer, and carries the others.
  return over.map((id) => ({
    declaration: {
      op: "restore",
      id,
      tier: "XXS",
      parent: id === first ? null : first,
      why: "Its time has come, but the matter is over; the next batch closes it.",
    },
    order: ORDER.arrival,
  }));
}
