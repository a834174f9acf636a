/** Two runs on the same cases, case by case: what differs between the agents and not the scenarios. */
import { FAMILIES, type Family } from "../scenario/case-schema.js";
import { bootstrap } from "../statistics/bootstrap.js";
import type { Interval } from "../statistics/wilson.js";
import { MEASURES, type Measure, type Unit } from "./measures.js";
import { type Cluster, clusterOf, meanOf, totalOf } from "./summary.js";

export interface ComparedRun {
  readonly cases: readonly {
    readonly id: string;
    readonly family: Family;
    readonly digest: string;
  }[];
  readonly units: readonly Unit[];
}

export interface Difference {
  readonly measure: Measure | "total";
  readonly before: number;
  readonly after: number;
  /** After less before, from -1 to 1. */
  readonly estimate: number;
  readonly interval: Interval | null;
  /** Cases that came out better, equal and worse. */
  readonly better: number;
  readonly equal: number;
  readonly worse: number;
}

export interface Comparison {
  readonly differences: readonly Difference[];
  readonly comparedCount: number;
  /** Cases that only one run has, or that have changed between them. */
  readonly leftOut: readonly string[];
}

interface Pair {
  readonly before: Cluster;
  readonly after: Cluster;
}

export function compare(before: ComparedRun, after: ComparedRun, seed: number): Comparison {
  const afterDigests = new Map(after.cases.map(({ id, digest }) => [id, digest]));
  const common = before.cases.filter(({ id, digest }) => afterDigests.get(id) === digest);
  const commonIds = new Set(common.map(({ id }) => id));
  const all = [...before.cases, ...after.cases].map(({ id }) => id);
  const strata = FAMILIES.map((family) =>
    common
      .filter((one) => one.family === family)
      .map(({ id }) => id)
      .sort()
      .map((id): Pair => ({ before: ofCase(before, id), after: ofCase(after, id) })),
  );
  const names = [...MEASURES, "total"] as const;
  return {
    differences: names.flatMap((name) => differenceOf(name, strata, seed) ?? []),
    comparedCount: common.length,
    leftOut: [...new Set(all.filter((id) => !commonIds.has(id)))].sort(),
  };
}

function ofCase({ units }: ComparedRun, id: string): Cluster {
  return clusterOf(units.filter(({ caseId }) => caseId === id));
}

function differenceOf(
  name: Measure | "total",
  strata: readonly (readonly Pair[])[],
  seed: number,
): Difference | null {
  const mean = (drawn: readonly Cluster[]): number | null =>
    name === "total" ? totalOf(drawn) : meanOf(drawn, name);
  const pairs = strata.flat();
  const [first, second] = [
    mean(pairs.map((pair) => pair.before)),
    mean(pairs.map((pair) => pair.after)),
  ];
  if (first === null || second === null) return null;
  const difference = (drawn: readonly Pair[]): number | null => {
    const [one, other] = [
      mean(drawn.map((pair) => pair.before)),
      mean(drawn.map((pair) => pair.after)),
    ];
    return one === null || other === null ? null : other - one;
  };
  const ofCases = pairs.flatMap((pair) => difference([pair]) ?? []);
  return {
    measure: name,
    before: first,
    after: second,
    estimate: second - first,
    interval: bootstrap(strata, difference, { seed }),
    better: ofCases.filter((one) => one > 0).length,
    equal: ofCases.filter((one) => one === 0).length,
    worse: ofCases.filter((one) => one < 0).length,
  };
}
