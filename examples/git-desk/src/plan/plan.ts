/**
 * What to commit next: pure, from what the store says, what is wanted, what the store remembers and
 * what the person wishes. A plan without declarations and acknowledgements means that nothing
 * changed.
 */
import { LIMITS } from "@fold/contracts/values";
import type { Fates } from "../git/fates.js";
import { daysAfter } from "../rules/instants.js";
import type { Wanted } from "../rules/matter.js";
import { type Acknowledge, answer, type Done, type Reply } from "./answers.js";
import { type ClosingQuestion, type Closings, closeWhatIsOver } from "./closings.js";
import { type Declaration, stepOf } from "./declaration.js";
import { type Demands, NO_DEMANDS } from "./demands.js";
import { type Desk, isOurs } from "./desk.js";
import { fit } from "./fit.js";
import { foldedMatterId } from "./folded-matter-id.js";
import { type Folding, foldInto } from "./folding.js";
import { heldEntries } from "./held.js";
import type { Recollections } from "./memory.js";
import { type Aside, PUT_ASIDE_DAYS, putAside } from "./putting-aside.js";
import { type Settled, type Settlement, settle } from "./settle.js";
import type { Situation } from "./situation.js";
import { wakeForClosing } from "./waking.js";
import { latestWishes, readWishes, type Wish } from "./wishes.js";

export interface PlanInput {
  readonly now: string;
  readonly desk: Desk;
  readonly wanted: Wanted;
  readonly recollections: Recollections;
  readonly fates: Fates;
  /** What refusals of earlier attempts demand. */
  readonly demands?: Demands;
}

export interface Plan {
  readonly declarations: readonly Declaration[];
  readonly acknowledges: readonly Acknowledge[];
  /** The same answers, in words. */
  readonly replies: readonly Reply[];
  /** What had to give way, for the log. */
  readonly remarks: readonly string[];
  /** A layer is full of what git-desk may not move. */
  readonly isTooMuch: boolean;
  /** How many declarations are left for the next batch. */
  readonly laterCount: number;
}

export function makePlan(input: PlanInput): Plan {
  const { now, desk, wanted, recollections, fates, demands = NO_DEMANDS } = input;
  const wishes = readWishes({ now, desk, recollections });
  const situation: Situation = {
    now,
    desk,
    wanted,
    recollections,
    wishes: latestWishes(wishes),
  };
  const settlement = settle(situation);
  const held = heldEntries(situation, standingIds(settlement));
  const sleepingIds = new Set([...settlement.sleepingIds, ...held.sleepingIds]);
  const isFixed = (id: string): boolean => {
    const entry = desk.byId.get(id);
    return entry !== undefined && (!isOurs(entry) || sleepingIds.has(id));
  };
  const fitted = fit([...settlement.settled, ...held.settled], demands, isFixed);
  const until = daysAfter(now, PUT_ASIDE_DAYS) ?? now;
  const foldings = fitted.folds.map((fold) => foldInto(fold, situation, until));
  const aside = putAside(situation, {
    entryIds: sleepingIds,
    matterIds: new Set(fitted.folds.map(({ layer }) => foldedMatterId(layer))),
  });
  const closings = closeWhatIsOver({
    situation,
    fates,
    ...stayingAndLeaving({ settled: fitted.settled, foldings, sleepingIds, aside }),
  });
  const steps = [
    ...aside.steps,
    ...fitted.settled.flatMap((one) => stepOf(one) ?? []),
    ...foldings.flatMap((folding) => folding.steps),
    ...closings.steps,
  ];
  const isIdle = steps.length === 0 && wishes.length === 0;
  const ordered = (isIdle ? [...wakeForClosing(situation)] : steps).sort(
    (a, b) => a.order - b.order,
  );
  const done = { settled: fitted.settled, foldings, aside, closings };
  const answers = wishes.map((wish) => answer(wish, doneAbout(wish, done)));
  const first = ordered.slice(0, LIMITS.declarationsPerBatch);
  return {
    declarations: first.map(({ declaration }) => declaration),
    acknowledges: answers.map(({ acknowledge }) => acknowledge),
    replies: answers.map(({ reply }) => reply),
    remarks: fitted.remarks,
    isTooMuch: fitted.isTooMuch,
    laterCount: ordered.length - first.length,
  };
}

function stayingAndLeaving({
  settled,
  foldings,
  sleepingIds,
  aside,
}: {
  readonly settled: readonly Settled[];
  readonly foldings: readonly Folding[];
  readonly sleepingIds: ReadonlySet<string>;
  readonly aside: Aside;
}): Pick<ClosingQuestion, "parents" | "keptIds" | "leavingIds"> {
  const replacedIds = settled.flatMap(({ predecessor }) => predecessor?.id ?? []);
  const leavingIds = new Set([
    ...replacedIds,
    ...foldings.flatMap((folding) => folding.leavingIds),
    ...aside.ids,
  ]);
  const stayingIds = foldings.flatMap((folding) => folding.stayingIds);
  return {
    leavingIds,
    keptIds: new Set([...settled.flatMap(shownIds), ...stayingIds, ...sleepingIds, ...leavingIds]),
    parents: new Map(settled.map(({ entryId, parentId }) => [entryId, parentId])),
  };
}

function standingIds({ settled, sleepingIds }: Settlement): ReadonlySet<string> {
  return new Set([...settled.flatMap(shownIds), ...sleepingIds]);
}

function shownIds({ place, predecessor }: Settled): readonly string[] {
  const ids = place.type === "active" ? [place.entry.id] : [];
  return predecessor === null ? ids : [...ids, predecessor.id];
}

function doneAbout(
  { target }: Wish,
  {
    settled,
    foldings,
    aside,
    closings,
  }: {
    readonly settled: readonly Settled[];
    readonly foldings: readonly Folding[];
    readonly aside: Aside;
    readonly closings: Closings;
  },
): Done {
  switch (target.type) {
    case "whole":
    case "foreign":
    case "closed":
      return { type: "kept", isLowest: false, isYours: false };
    case "aside": {
      const { id } = target.entry;
      const one = settled.find(({ wokenId }) => wokenId === id);
      if (one !== undefined) return { type: "brought_back", ...standing(one) };
      const isBack = foldings.some(({ wokenId }) => wokenId === id);
      if (isBack) return { type: "brought_back", isLowest: true, isYours: false };
      return { type: "still_aside" };
    }
    case "active": {
      const { entryId } = target;
      if (aside.ids.has(entryId)) return { type: "put_aside", until: aside.until };
      if (closings.closedIds.has(entryId)) return { type: "closed" };
      const one = settled.find((known) => shownIds(known).includes(entryId));
      if (one === undefined) return { type: "kept", isLowest: false, isYours: false };
      return { type: "kept", ...standing(one) };
    }
    default:
      return target satisfies never;
  }
}

function standing({ ruleTier, isYours }: Settled) {
  return { isLowest: ruleTier === "XXS", isYours };
}
