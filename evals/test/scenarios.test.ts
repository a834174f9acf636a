/** The scenarios are sound, and each expectation is seen to hold on a right store and fail on a wrong one. */
import { describe, expect, test } from "vitest";
import { FAMILIES } from "../src/scenario/case-schema.js";
import { scenariosOf } from "../src/scenario/scenario.js";
import { taskOf } from "../src/scenario/task.js";
import { unitsOf } from "../src/scoring/units.js";
import { cases, scenarios, solutionOf, solutions } from "./support/cases.js";
import { work } from "./support/work.js";

describe("the collection", () => {
  test("has at least 40 scenarios, 6 in each family, 8 in Chinese", () => {
    expect(scenarios.length).toBeGreaterThanOrEqual(40);
    for (const family of FAMILIES) {
      const own = scenarios.filter((scenario) => scenario.family === family);
      expect(own.length, family).toBeGreaterThanOrEqual(6);
    }
    const chinese = scenarios.filter(({ language }) => language === "zh");
    expect(chinese.length).toBeGreaterThanOrEqual(8);
  });

  test("has a solution for each scenario and for nothing else", () => {
    expect([...solutions.keys()].sort()).toEqual(scenarios.map(({ id }) => id).sort());
  });

  test("tells no two scenarios by the same task", () => {
    expect(new Set(scenarios.map(taskOf)).size).toBe(scenarios.length);
  });

  test("has facts of some length: a line is no scenario", () => {
    for (const { id, facts } of scenarios) {
      expect([...facts.join("")].length, id).toBeGreaterThan(70);
    }
  });
});

describe.each(cases)("$family/$id", (one) => {
  const own = scenariosOf(one);

  test("the careful work fulfils all that is expected, in good order", async () => {
    const trials = await Promise.all(
      own.map(async (scenario) => {
        const batches = solutionOf(scenario).careful;
        const { judgement, outcomes } = await work(one, scenario, batches);
        const wanted = batches.map(({ refused }) => (refused ? "rejected" : "accepted"));
        expect(outcomes, scenario.id).toEqual(wanted);
        expect(judgement.checks.filter(({ holds }) => !holds)).toEqual([]);
        expect(judgement.faults).toEqual([]);
        return { scenario: scenario.id, repeat: 0, outcome: "completed", judgement };
      }),
    );
    expect(unitsOf([one], trials).filter(({ value }) => value === 0)).toEqual([]);
  });

  test.each(own)("$id: the careless work does not", async (scenario) => {
    const batches = solutionOf(scenario).careless;
    const { judgement, outcomes } = await work(one, scenario, batches);
    // A mistake that the store refuses would prove nothing about the expectation.
    expect(outcomes).toEqual(batches.map(() => "accepted"));
    expect(judgement.checks.some(({ holds }) => !holds)).toBe(true);
  });

  test.each(own)("$id: doing nothing does not", async (scenario) => {
    const { judgement } = await work(one, scenario, []);
    expect(judgement.checks.some(({ holds }) => !holds)).toBe(true);
    expect(judgement.faults.map(({ code }) => code)).toContain("nothing_written");
  });
});
