/** "Not now": withdraws an entry with all it carries until a later day. */
import { headOf } from "@fold/contracts/values";
import { daysAfter } from "../rules/instants.js";
import { matterIdOf } from "../rules/matter-id.js";
import { ORDER, type Step } from "./declaration.js";
import { isBelow } from "./desk.js";
import type { Situation } from "./situation.js";

export const PUT_ASIDE_DAYS = 7;

export interface Aside {
  readonly until: string;
  /** Entries that are withdrawn, those included which go along with the one that carries them. */
  readonly ids: ReadonlySet<string>;
  readonly steps: readonly Step[];
}

/** `standing`: whether the matter of an entry is still so; one that is over is closed as done. */
export function putAside(
  { now, desk, wishes }: Situation,
  standing: {
    readonly entryIds: ReadonlySet<string>;
    readonly matterIds: ReadonlySet<string>;
  },
): Aside {
  const until = daysAfter(now, PUT_ASIDE_DAYS) ?? now;
  const wished = [...wishes].filter(([id, { code }]) => {
    const isStanding = standing.entryIds.has(id) || standing.matterIds.has(matterIdOf(id));
    return code === "not_now" && isStanding;
  });
  const ids = wished.map(([id]) => id);
  const steps = wished.flatMap(([id, { annotation }]): readonly Step[] => {
    if (ids.some((other) => isBelow(desk, id, other))) return [];
    const text = headOf(`The person said: ${annotation.text}`, 500);
    const reason = { code: "deferred", text, until } as const;
    const subtree = desk.byId.get(id)?.layer === null ? {} : { subtree: true };
    const declaration = { op: "withdraw", id, reason, ...subtree } as const;
    return [{ declaration, order: ORDER.wished }];
  });
  const below = desk.entries.filter(({ id }) => ids.some((other) => isBelow(desk, id, other)));
  return { until, ids: new Set([...ids, ...below.map(({ id }) => id)]), steps };
}
