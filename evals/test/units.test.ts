/** When a case counts: whole or not at all, and of a pair both halves and how they fit. */
import type { Tier } from "@fold/contracts";
import { describe, expect, test } from "vitest";
import type { Case } from "../src/scenario/case-schema.js";
import { scenariosOf } from "../src/scenario/scenario.js";
import { type ScoredTrial, unitsOf } from "../src/scoring/units.js";
import { cases } from "./support/cases.js";

function caseOf(id: string): Case {
  const found = cases.find((one) => one.id === id);
  if (found === undefined) throw new Error(`there is no case ${id}`);
  return found;
}

interface Half {
  readonly tier?: Tier | null;
  readonly holds?: boolean;
  readonly outcome?: string;
}

function rightness(id: string, ...halves: readonly Half[]): number | undefined {
  const one = caseOf(id);
  const trials = scenariosOf(one).flatMap((scenario, index): readonly ScoredTrial[] => {
    const half = halves[index];
    if (half === undefined) return [];
    const { tier = null, holds = true, outcome = "completed" } = half;
    const checks = scenario.expect.map((_, place) => ({ holds: holds || place > 0 }));
    const judgement = { checks, faults: [], tier };
    return [{ scenario: scenario.id, repeat: 0, outcome, judgement }];
  });
  const [unit] = unitsOf([one], trials);
  return unit?.value;
}

describe("a paraphrase", () => {
  test.each<[string, readonly Half[], number]>([
    ["the same tier", [{ tier: "S" }, { tier: "S" }], 1],
    ["another tier", [{ tier: "S" }, { tier: "M" }], 0],
    ["one half not there", [{ tier: "S" }, { tier: null }], 0],
    ["one half wrong", [{ tier: "S" }, { tier: "S", holds: false }], 0],
    ["the other half wrong", [{ tier: "S", holds: false }, { tier: "S" }], 0],
    ["one half failed", [{ tier: "S" }, { tier: "S", outcome: "failed" }], 0],
    ["one half never came", [{ tier: "S" }], 0],
  ])("%s", (_, halves, value) => {
    expect(rightness("school-trip-form", ...halves)).toBe(value);
  });

  test("may allow one step, whichever way", () => {
    expect(rightness("reviewer-two", { tier: "S" }, { tier: "M" })).toBe(1);
    expect(rightness("reviewer-two", { tier: "M" }, { tier: "S" })).toBe(1);
    expect(rightness("reviewer-two", { tier: "S" }, { tier: "L" })).toBe(0);
  });
});

describe("another background", () => {
  test.each<[string, Tier, Tier, number]>([
    ["moves as far as wanted", "S", "L", 1],
    ["moves further", "XXS", "XL", 1],
    ["moves too little", "S", "M", 0],
    ["does not move", "M", "M", 0],
    ["moves the wrong way", "L", "S", 0],
  ])("%s", (_, first, second, value) => {
    expect(rightness("disk-alert", { tier: first }, { tier: second })).toBe(value);
  });
});

test("a single scenario counts when all its checks hold", () => {
  expect(rightness("kitchen-quote", {})).toBe(1);
  expect(rightness("kitchen-quote", { holds: false })).toBe(0);
  expect(rightness("kitchen-quote", { outcome: "timed_out" })).toBe(0);
});
