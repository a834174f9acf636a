/** Scores with their intervals, from units. */
import { FAMILIES } from "../scenario/case-schema.js";
import { bootstrap } from "../statistics/bootstrap.js";
import { type Interval, wilson } from "../statistics/wilson.js";
import { MEASURES, type Measure, type Unit } from "./measures.js";

export interface Score {
  /** From 0 to 1. */
  readonly estimate: number;
  readonly hits: number;
  readonly count: number;
  /** How many cases they come from. */
  readonly cases: number;
  readonly wilson: Interval;
  readonly bootstrap: Interval | null;
}

export interface Total {
  /** The mean of the measures, each counting the same. */
  readonly estimate: number;
  readonly bootstrap: Interval | null;
}

export interface Summary {
  /** Only what was measured at all. */
  readonly measures: Readonly<Partial<Record<Measure, Score>>>;
  readonly checks: Score;
  readonly completion: Score;
  readonly total: Total;
}

export function summarise(units: readonly Unit[], seed: number): Summary {
  const strata = strataOf(units);
  const scoreOf = (measure: Unit["measure"]): Score => {
    const own = units.filter((unit) => unit.measure === measure);
    const hits = own.filter(({ value }) => value === 1).length;
    return {
      estimate: own.length === 0 ? 0 : hits / own.length,
      hits,
      count: own.length,
      cases: new Set(own.map(({ caseId }) => caseId)).size,
      wilson: wilson(hits, own.length),
      bootstrap: bootstrap(strata, (drawn) => meanOf(drawn, measure), { seed }),
    };
  };
  const present = MEASURES.filter((name) => units.some(({ measure }) => measure === name));
  return {
    measures: Object.fromEntries(present.map((name) => [name, scoreOf(name)])),
    checks: scoreOf("checks"),
    completion: scoreOf("completion"),
    total: {
      estimate: totalOf(strata.flat()) ?? 0,
      bootstrap: bootstrap(strata, totalOf, { seed }),
    },
  };
}

/** Hits and counts of one case. */
export type Cluster = Readonly<Partial<Record<Unit["measure"], { hits: number; count: number }>>>;

/** Cases by family, always in the same order, whatever the order of the units. */
export function strataOf(units: readonly Unit[]): readonly (readonly Cluster[])[] {
  return FAMILIES.map((family) => {
    const own = units.filter((unit) => unit.family === family);
    const ids = [...new Set(own.map(({ caseId }) => caseId))].sort();
    return ids.map((id) => clusterOf(own.filter(({ caseId }) => caseId === id)));
  });
}

export function clusterOf(units: readonly Unit[]): Cluster {
  const names = [...new Set(units.map(({ measure }) => measure))];
  return Object.fromEntries(
    names.map((name) => {
      const own = units.filter(({ measure }) => measure === name);
      return [name, { hits: own.filter(({ value }) => value === 1).length, count: own.length }];
    }),
  );
}

export function meanOf(drawn: readonly Cluster[], measure: Unit["measure"]): number | null {
  let [hits, count] = [0, 0];
  for (const cluster of drawn) {
    hits += cluster[measure]?.hits ?? 0;
    count += cluster[measure]?.count ?? 0;
  }
  return count === 0 ? null : hits / count;
}

export function totalOf(drawn: readonly Cluster[]): number | null {
  const means = MEASURES.flatMap((measure) => meanOf(drawn, measure) ?? []);
  if (means.length === 0) return null;
  return means.reduce((sum, mean) => sum + mean, 0) / means.length;
}
