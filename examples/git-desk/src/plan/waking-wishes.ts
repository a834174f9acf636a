/** What the person asks back before its time: "now" or "mine" about an entry that is put aside. */
import type { ClosedEntryView } from "@fold/contracts";
import type { Matter } from "../rules/matter.js";
import { foldedMatterId } from "./folded-matter-id.js";
import { recollectionOf } from "./memory.js";
import type { Situation } from "./situation.js";
import type { Wish } from "./wishes.js";

export interface Waking {
  /** Matters that are shown again, whatever was put aside. */
  readonly matterIds: ReadonlySet<string>;
  /** The wish, and the entry that it is about, by the matter that is asked back itself. */
  readonly wishes: ReadonlyMap<string, AskedBack>;
}

export interface AskedBack {
  readonly wish: Wish;
  readonly entryId: string;
}

/** A group comes back with what went along with it, and a member with the group that it needs. */
export function wakingOf(situation: Situation): Waking {
  const { wanted } = situation;
  const wishes = new Map(
    wanted.matters.flatMap((matter): [string, AskedBack][] => {
      const asked = askedBack(matter, situation);
      return asked === null ? [] : [[matter.id, asked]];
    }),
  );
  const matterIds = new Set(wishes.keys());
  for (const matter of wanted.matters) {
    const { id, parent } = matter;
    if (parent === null) continue;
    if (wishes.has(id)) matterIds.add(parent);
    if (wentAlong(matter, situation)) matterIds.add(id);
  }
  return { matterIds, wishes };
}

/** What continues an entry that was put aside is meant by a wish about that entry. */
function askedBack(matter: Matter, situation: Situation): AskedBack | null {
  if (situation.desk.byMatter.has(matter.id)) return null;
  for (const id of [matter.id, ...matter.replaces]) {
    const last = closedEntry(id, situation);
    const wish = last === null ? undefined : situation.wishes.get(last.id);
    if (last !== null && wish !== undefined) return { wish, entryId: last.id };
  }
  return null;
}

/** Whether it was put aside together with an entry that is asked back. */
function wentAlong({ id, parent }: Matter, situation: Situation): boolean {
  const { wishes } = situation;
  const last = closedEntry(id, situation);
  if (last?.reason?.code !== "deferred") return false;
  if (last.closed_with !== null) return wishes.has(last.closed_with);
  const shared = closedEntry(foldedMatterId(parent), situation);
  return shared !== null && wishes.has(shared.id) && last.reason.text === SHARED_ASIDE;
}

/** Why a matter is put aside that would have been folded into an entry which is. */
export const SHARED_ASIDE = "It would share an entry that was put aside.";

function closedEntry(matterId: string, { recollections }: Situation): ClosedEntryView | null {
  return recollectionOf(recollections, matterId).last;
}
