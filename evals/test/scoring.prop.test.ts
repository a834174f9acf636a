/** Laws of the scores, over invented trials of the real cases. */
import { test } from "@fast-check/vitest";
import { TIERS } from "@fold/contracts";
import * as fc from "fast-check";
import { expect } from "vitest";
import { digestOf } from "../src/scenario/load-cases.js";
import { scenariosOf } from "../src/scenario/scenario.js";
import { compare } from "../src/scoring/compare.js";
import { MEASURES } from "../src/scoring/measures.js";
import { summarise } from "../src/scoring/summary.js";
import { type ScoredTrial, unitsOf } from "../src/scoring/units.js";
import { bootstrap } from "../src/statistics/bootstrap.js";
import { wilson } from "../src/statistics/wilson.js";
import { cases } from "./support/cases.js";

const numRuns = Number(process.env["FOLD_PROP_RUNS"] ?? 10);
const options = { numRuns, verbose: 1 as const };

/** Two cases of each family: enough for every formula. */
const some = cases.filter(
  ({ family }, index) => cases.slice(0, index).filter((one) => one.family === family).length < 2,
);

/** Every scenario of these cases, some of them failing in some way; a trial may even be missing. */
const trialsOf = fc
  .integer({ min: 1, max: 3 })
  .chain((repeats) =>
    fc.tuple(
      ...Array.from({ length: repeats }, (_, repeat) =>
        some
          .flatMap(scenariosOf)
          .map(({ id, expect: checks }) => trialOf(id, repeat, checks.length)),
      ).flat(),
    ),
  )
  .map((trials) => trials.flatMap((trial) => (trial === null ? [] : [trial])));

function trialOf(
  scenario: string,
  repeat: number,
  checkCount: number,
): fc.Arbitrary<ScoredTrial | null> {
  const judgement = fc.record({
    checks: fc.array(fc.record({ holds: mostly(true, false) }), {
      minLength: checkCount,
      maxLength: checkCount,
    }),
    faults: mostly([], [{ code: "padded" }]),
    tier: fc.constantFrom(...TIERS),
  });
  const trial = fc.record({
    scenario: fc.constant(scenario),
    repeat: fc.constant(repeat),
    outcome: mostly("completed", "failed"),
    judgement,
  });
  return fc.oneof({ weight: 20, arbitrary: trial }, { weight: 1, arbitrary: fc.constant(null) });
}

function mostly<Usual, Rare>(usual: Usual, rare: Rare): fc.Arbitrary<Usual | Rare> {
  return fc.oneof(
    { weight: 9, arbitrary: fc.constant(usual) },
    { weight: 1, arbitrary: fc.constant(rare) },
  );
}

test.prop([trialsOf, fc.nat()], options)(
  "scores lie in 0..1, inside their intervals",
  (trials, seed) => {
    const { measures, total, checks, completion } = summarise(unitsOf(some, trials), seed);
    const scores = [...Object.values(measures), checks, completion];
    for (const { estimate, wilson: w, bootstrap: b } of scores) {
      for (const [low, high] of [w, b ?? w]) {
        expect(low).toBeGreaterThanOrEqual(0);
        expect(low).toBeLessThanOrEqual(estimate);
        expect(high).toBeGreaterThanOrEqual(estimate);
        expect(high).toBeLessThanOrEqual(1);
      }
    }
    expect(total.estimate).toBeGreaterThanOrEqual(0);
    expect(total.estimate).toBeLessThanOrEqual(1);
  },
);

const shuffledTrials = trialsOf.chain((trials) =>
  fc.tuple(fc.constant(trials), fc.shuffledSubarray(trials, { minLength: trials.length })),
);

test.prop([shuffledTrials, fc.nat()], options)(
  "the order of trials changes nothing, the intervals included",
  ([trials, other], seed) => {
    const inOrder = summarise(unitsOf(some, trials), seed);
    expect(summarise(unitsOf(some, other), seed)).toEqual(inOrder);
  },
);

test.prop([shuffledTrials, fc.nat()], options)(
  "the order of cases changes nothing either",
  ([trials], seed) => {
    const turned = [...some].reverse();
    expect(summarise(unitsOf(turned, trials), seed)).toEqual(
      summarise(unitsOf(some, trials), seed),
    );
  },
);

test.prop(
  [trialsOf, fc.nat(), fc.nat(), fc.constantFrom("check", "fault", "crash", "gone")],
  options,
)(
  "more wrong never scores higher, in no measure and not in total",
  (trials, place, checkPlace, harm) => {
    const index = place % trials.length;
    const worse = trials.flatMap((trial, at) =>
      at === index ? harmed(trial, harm, checkPlace) : [trial],
    );
    const [before, after] = [unitsOf(some, trials), unitsOf(some, worse)].map((units) =>
      summarise(units, 1),
    );
    // Where the only trial of a repeat is gone, there is one repeat less, and nothing to compare.
    const repeats = (all: readonly ScoredTrial[]) => new Set(all.map(({ repeat }) => repeat)).size;
    fc.pre(repeats(worse) === repeats(trials));
    expect(after?.total.estimate).toBeLessThanOrEqual(before?.total.estimate ?? 0);
    expect(after?.checks.estimate).toBeLessThanOrEqual(before?.checks.estimate ?? 0);
    for (const name of MEASURES) {
      expect(after?.measures[name]?.estimate ?? 0).toBeLessThanOrEqual(
        before?.measures[name]?.estimate ?? 0,
      );
    }
  },
);

function harmed(trial: ScoredTrial, harm: string, place: number): readonly ScoredTrial[] {
  const { judgement } = trial;
  if (harm === "gone" || judgement === null) return [];
  if (harm === "crash") return [{ ...trial, outcome: "failed" }];
  if (harm === "fault") {
    const faults = [...judgement.faults, { code: "restated" }];
    return [{ ...trial, judgement: { ...judgement, faults } }];
  }
  const checks = judgement.checks.map((check, index) =>
    index === place % judgement.checks.length ? { holds: false } : check,
  );
  return [{ ...trial, judgement: { ...judgement, checks } }];
}

test.prop([trialsOf, trialsOf, fc.nat()], options)(
  "a comparison the other way round is the same with the other sign; with itself it is nothing",
  (one, other, seed) => {
    const listed = some.map((each) => ({ ...each, digest: digestOf([each]) }));
    const [a, b] = [one, other].map((trials) => ({ cases: listed, units: unitsOf(some, trials) }));
    if (a === undefined || b === undefined) throw new Error("two were made");
    const there = compare(a, b, seed).differences;
    const back = compare(b, a, seed).differences;
    for (const [index, { estimate, better, worse, interval }] of there.entries()) {
      expect(back[index]?.estimate).toBeCloseTo(-estimate, 12);
      expect(back[index]?.better).toBe(worse);
      expect(back[index]?.worse).toBe(better);
      if (interval === null) continue;
      expect(interval[0]).toBeLessThanOrEqual(estimate);
      expect(interval[1]).toBeGreaterThanOrEqual(estimate);
    }
    const same = compare(a, a, seed).differences;
    expect(
      same.every(
        ({ estimate, interval }) => estimate === 0 && (interval ?? []).every((at) => at === 0),
      ),
    ).toBe(true);
  },
);

test.prop([fc.integer({ min: 1, max: 2000 }), fc.double({ min: 0, max: 1, noNaN: true })], options)(
  "Wilson: inside 0..1, around the share, narrower with more, mirrored",
  (count, part) => {
    const hits = Math.round(part * count);
    const [low, high] = wilson(hits, count);
    expect(low).toBeGreaterThanOrEqual(0);
    expect(high).toBeLessThanOrEqual(1);
    expect(low).toBeLessThanOrEqual(hits / count);
    expect(high).toBeGreaterThanOrEqual(hits / count);
    const [lowOfMore, highOfMore] = wilson(hits * 4, count * 4);
    expect(highOfMore - lowOfMore).toBeLessThan(high - low);
    const [mirroredLow, mirroredHigh] = wilson(count - hits, count);
    expect(mirroredLow).toBeCloseTo(1 - high, 9);
    expect(mirroredHigh).toBeCloseTo(1 - low, 9);
  },
);

const clusters = fc.array(fc.array(fc.constantFrom(0, 1), { minLength: 2, maxLength: 8 }), {
  minLength: 1,
  maxLength: 4,
});

test.prop([clusters, fc.nat()], options)(
  "bootstrap: repeats with its seed, holds the estimate, is a point where nothing varies",
  (strata, seed) => {
    const mean = (drawn: readonly number[]) =>
      drawn.reduce((sum, one) => sum + one, 0) / drawn.length;
    const interval = bootstrap(strata, mean, { seed, draws: 200 });
    expect(bootstrap(strata, mean, { seed, draws: 200 })).toEqual(interval);
    const [low, high] = interval ?? [1, 0];
    expect(low).toBeLessThanOrEqual(mean(strata.flat()));
    expect(high).toBeGreaterThanOrEqual(mean(strata.flat()));
    const still = strata.map((stratum) => stratum.map(() => 1));
    expect(bootstrap(still, mean, { seed, draws: 50 })).toEqual([1, 1]);
  },
);
