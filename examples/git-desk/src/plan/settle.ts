/**
 * Finds for each wanted matter the entry that stands for it, or will: an active one, a withdrawn one
 * that can be restored, or a new one. Matters that the person put aside find none and are asleep,
 * until the time comes or the person asks them back.
 */
import type { ClosedEntryView, EntryView } from "@fold/contracts";
import type { Tier } from "@fold/contracts/values";
import { groupWith, type Matter } from "../rules/matter.js";
import { recollectionOf } from "./memory.js";
import { predecessorOf } from "./predecessor.js";
import { isPutAside } from "./put-aside.js";
import type { Situation } from "./situation.js";
import { type Waking, wakingOf } from "./waking-wishes.js";
import type { Wish } from "./wishes.js";
import { asYours, markOf } from "./yours.js";

export type Place =
  | { readonly type: "active"; readonly entry: EntryView }
  | { readonly type: "restorable"; readonly entry: ClosedEntryView }
  | { readonly type: "new" };

export interface Settled {
  readonly matter: Matter;
  readonly entryId: string;
  /** Id of the entry in whose layer it stands. */
  readonly parentId: string | null;
  readonly place: Place;
  /** An active entry that this one replaces. */
  readonly predecessor: EntryView | null;
  /** The tier by the rules alone. */
  readonly ruleTier: Tier;
  readonly isYours: boolean;
  /** The entry that was put aside, and that the person asked back, if that is why it is shown. */
  readonly wokenId: string | null;
  /** Its wish has just been read, so it must go into the batch that acknowledges it. */
  readonly isWished: boolean;
  /** It was not looked at, and is kept as it was. */
  readonly isHeld: boolean;
}

export interface Settlement {
  readonly settled: readonly Settled[];
  /** Active entries of matters that are wanted and must not be shown now. */
  readonly sleepingIds: ReadonlySet<string>;
}

export function settle(situation: Situation): Settlement {
  const { wanted, desk } = situation;
  const waking = wakingOf(situation);
  const asleep = new Set<string>();
  const sleepingIds = new Set<string>();
  const predecessors = new Map<string, EntryView | null>();
  const takenIds = new Set<string>();
  for (const matter of wanted.matters) {
    const active = desk.byMatter.get(matter.id) ?? null;
    const predecessor = active === null ? predecessorOf(matter, situation, takenIds) : null;
    predecessors.set(matter.id, predecessor);
    if (predecessor !== null) takenIds.add(predecessor.id);
    const isParentAsleep = matter.parent !== null && asleep.has(matter.parent);
    if (!isParentAsleep && !isAsleep(matter, active ?? predecessor, { situation, waking })) {
      continue;
    }
    asleep.add(matter.id);
    const known = active ?? predecessor;
    if (known !== null) sleepingIds.add(known.id);
  }
  const awake = wanted.matters.filter((matter) => {
    const isKnown = desk.byMatter.has(matter.id) || predecessors.get(matter.id) !== null;
    return !asleep.has(matter.id) && (isKnown || !matter.isSequel);
  });
  const members = awake
    .filter(({ isGroup }) => !isGroup)
    .map((matter) => settleOne(matter, predecessors.get(matter.id) ?? null, { situation, waking }));
  const groups = awake
    .filter(({ isGroup }) => isGroup)
    .flatMap((group) => settleGroup(group, { members, asleep, situation, waking }) ?? []);
  const ids = new Map(groups.map(({ matter, entryId }) => [matter.id, entryId]));
  const settled = [...groups, ...members].map((one) => ({
    ...one,
    parentId: one.matter.parent === null ? null : (ids.get(one.matter.parent) ?? null),
  }));
  return { settled, sleepingIds };
}

function isAsleep(
  matter: Matter,
  known: EntryView | null,
  { situation, waking }: { readonly situation: Situation; readonly waking: Waking },
): boolean {
  const { now, recollections, wishes } = situation;
  if (known !== null) return wishes.get(known.id)?.code === "not_now";
  if (waking.matterIds.has(matter.id)) return false;
  // What continues an entry that was put aside was put aside with it.
  return [matter.id, ...matter.replaces].some((id) => {
    const { last } = recollectionOf(recollections, id);
    return last !== null && isPutAside(last, now);
  });
}

/** A group whose members are all asleep, or came to nothing, has nothing to hold together. */
function settleGroup(
  group: Matter,
  {
    members,
    asleep,
    situation,
    waking,
  }: {
    readonly members: readonly Settled[];
    readonly asleep: ReadonlySet<string>;
    readonly situation: Situation;
    readonly waking: Waking;
  },
): Settled | null {
  const ours = members.filter(({ matter }) => matter.parent === group.id);
  if (ours.length === 0) return null;
  const asideCount = situation.wanted.matters.filter(
    ({ id, parent }) => parent === group.id && asleep.has(id),
  ).length;
  const shown = ours.map(({ matter }) => matter);
  const stated = groupWith(group, { members: shown, asideCount });
  const one = settleOne(stated, null, { situation, waking });
  // What a wished member needs to stand in comes in the same batch.
  return { ...one, isWished: one.isWished || ours.some(({ isWished }) => isWished) };
}

function settleOne(
  matter: Matter,
  predecessor: EntryView | null,
  { situation, waking }: { readonly situation: Situation; readonly waking: Waking },
): Settled {
  const { desk, recollections, wishes } = situation;
  const { last, nextId } = recollectionOf(recollections, matter.id);
  const place = placeOf(desk.byMatter.get(matter.id) ?? null, predecessor === null ? last : null);
  const known = place.type === "new" ? predecessor : place.entry;
  const asked = waking.wishes.get(matter.id);
  const wish = (known === null ? undefined : wishes.get(known.id)) ?? asked?.wish;
  const mark = markAfter(wish, markOf(known));
  return {
    matter: mark === null ? matter : asYours(matter, mark),
    entryId: place.type === "new" ? nextId : place.entry.id,
    parentId: null,
    place,
    predecessor,
    ruleTier: matter.tier,
    isYours: mark !== null,
    wokenId: asked?.entryId ?? null,
    isWished: wish !== undefined || waking.matterIds.has(matter.id),
    isHeld: false,
  };
}

function placeOf(active: EntryView | null, last: ClosedEntryView | null): Place {
  if (active !== null) return { type: "active", entry: active };
  return last?.status === "withdrawn" ? { type: "restorable", entry: last } : { type: "new" };
}

function markAfter(wish: Wish | undefined, before: string | null): string | null {
  if (wish?.code === "mine") return wish.annotation.annotation_id;
  return wish?.code === "not_mine" ? null : before;
}
