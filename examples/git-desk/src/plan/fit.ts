/**
 * Makes wanted matters fit into layers that refused them. The order in which they give way:
 *
 * 1. What was kept without being looked at gives way before all that was seen.
 * 2. The least important first: the lower tier, then the later deadline, then the later id.
 * 3. Going up in that order each gives way by one tier, until the rest fits. If all have given way
 *    and it is still too much, the round begins again.
 * 4. One that is XXS already is folded: it stands in the entry "and N smaller matters" of its layer,
 *    which takes one unit for all of them. A group is not folded, nor is what the person took over
 *    or has just asked back.
 *
 * The same matters fitted again give the same: what was seen begins with the tiers of the rules, and
 * what was not has given way as far as it must.
 */
import { shareOf } from "@fold/contracts/values";
import { listed } from "../rules/one-line.js";
import type { Demands, LayerDemand } from "./demands.js";
import type { Fold } from "./folded-matter.js";
import type { Settled } from "./settle.js";
import { oneTierLess } from "./yours.js";

export interface Fitted {
  readonly settled: readonly Settled[];
  readonly folds: readonly Fold[];
  /** What gave way, for the log. */
  readonly remarks: readonly string[];
  /** Even so it is too much: the layer is full of what is not ours to move. */
  readonly isTooMuch: boolean;
}

interface Member {
  readonly one: Settled;
  readonly isFolded: boolean;
}

/** `isFixed`: whether an entry keeps its units, being of another agent or asleep. */
export function fit(
  settled: readonly Settled[],
  demands: Demands,
  isFixed: (id: string) => boolean,
): Fitted {
  let members: readonly Member[] = settled.map((one) => ({
    one: withUnitsMax(one, demands.unitsMax.get(one.entryId)),
    isFolded: false,
  }));
  let isTooMuch = false;
  for (const [layer, demand] of demands.layers) {
    const inLayer = members.filter(({ one }) => one.parentId === layer);
    const result = fitLayer(inLayer, roomFor(demand, isFixed));
    isTooMuch ||= result === null;
    const byId = new Map((result ?? inLayer).map((member) => [member.one.entryId, member]));
    members = members.map((member) => byId.get(member.one.entryId) ?? member);
  }
  const folds = [...demands.layers.keys()].flatMap((layer): readonly Fold[] => {
    const folded = members.flatMap(({ one, isFolded }) => {
      return isFolded && one.parentId === layer ? [one] : [];
    });
    return folded.length === 0 ? [] : [{ layer, folded }];
  });
  return {
    settled: members.filter(({ isFolded }) => !isFolded).map(({ one }) => one),
    folds,
    remarks: [...loweredRemarks(settled, members), ...foldRemarks(folds)],
    isTooMuch,
  };
}

/** Units that are left once what is fixed has its own. */
function roomFor({ budget, units }: LayerDemand, isFixed: (id: string) => boolean): number {
  const fixed = [...units].filter(([id]) => isFixed(id));
  return budget - fixed.reduce((sum, [, share]) => sum + share, 0);
}

/** Null if there is no way. */
function fitLayer(layer: readonly Member[], room: number): readonly Member[] | null {
  const ranked = [...layer].sort((a, b) => byImportance(a.one, b.one));
  const afterHeld = giveWay(ranked, room, ({ one }) => one.isHeld);
  const members = giveWay(afterHeld, room, ({ one }) => !one.isHeld);
  return unitsOf(members) > room ? null : withoutLoneFold(members);
}

/** Goes through the members in rounds until they fit, or none of those asked can give way. */
function giveWay(
  ranked: readonly Member[],
  room: number,
  isAsked: (member: Member) => boolean,
): readonly Member[] {
  const members = [...ranked];
  for (let hasGivenWay = true; hasGivenWay; ) {
    hasGivenWay = false;
    for (const [index, member] of members.entries()) {
      if (unitsOf(members) <= room) return members;
      const lesser = isAsked(member) ? givingWay(member) : null;
      if (lesser === null) continue;
      members[index] = lesser;
      hasGivenWay = true;
    }
  }
  return members;
}

/** One folded matter takes as much room as the entry that stands for it. */
function withoutLoneFold(members: readonly Member[]): readonly Member[] {
  const foldedCount = members.filter(({ isFolded }) => isFolded).length;
  return foldedCount === 1 ? members.map((member) => ({ ...member, isFolded: false })) : members;
}

function givingWay({ one, isFolded }: Member): Member | null {
  if (isFolded) return null;
  const { matter, isYours, wokenId } = one;
  if (matter.tier !== "XXS") {
    return { one: { ...one, matter: { ...matter, tier: oneTierLess(matter.tier) } }, isFolded };
  }
  return matter.isGroup || isYours || wokenId !== null ? null : { one, isFolded: true };
}

function unitsOf(members: readonly Member[]): number {
  const shown = members.filter(({ isFolded }) => !isFolded);
  const units = shown.reduce((sum, { one }) => sum + shareOf(one.matter.tier), 0);
  return shown.length < members.length ? units + 1 : units;
}

/** The least important first. */
function byImportance(a: Settled, b: Settled): number {
  const due = (one: Settled): string => one.matter.dueAt ?? "9999";
  return (
    shareOf(a.matter.tier) - shareOf(b.matter.tier) ||
    compare(due(b), due(a)) ||
    compare(b.matter.id, a.matter.id)
  );
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function withUnitsMax(one: Settled, unitsMax: number | undefined): Settled {
  const { matter } = one;
  let { tier } = matter;
  while (unitsMax !== undefined && shareOf(tier) > unitsMax && tier !== "XXS") {
    tier = oneTierLess(tier);
  }
  return tier === matter.tier ? one : { ...one, matter: { ...matter, tier } };
}

function loweredRemarks(before: readonly Settled[], after: readonly Member[]): readonly string[] {
  const byStep = new Map<string, string[]>();
  for (const [index, { one, isFolded }] of after.entries()) {
    const from = before[index]?.matter.tier;
    const { tier } = one.matter;
    if (isFolded || from === tier) continue;
    const step = `${from} to ${tier}`;
    byStep.set(step, [...(byStep.get(step) ?? []), one.entryId]);
  }
  return [...byStep].map(([step, ids]) => `lowered from ${step}: ${listed(ids, { shown: 5 })}`);
}

function foldRemarks(folds: readonly Fold[]): readonly string[] {
  return folds.map(({ layer, folded }) => {
    return `folded ${folded.length} matters of layer ${layer ?? "root"} into one`;
  });
}
