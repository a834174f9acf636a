/** From judged trials to units: one yes or no for each case and repeat, and for each trial. */

import type { Case } from "../scenario/case-schema.js";
import { stepsBetween } from "../scenario/check-schema.js";
import { scenariosOf } from "../scenario/scenario.js";
import { MEASURE_OF, type Unit } from "./measures.js";

/** As much of a trial as scores depend on. */
export interface ScoredTrial {
  readonly scenario: string;
  readonly repeat: number;
  readonly outcome: string;
  readonly judgement: {
    readonly checks: readonly { readonly holds: boolean }[];
    readonly faults: readonly { readonly code: string }[];
    readonly tier: Parameters<typeof stepsBetween>[0] | null;
  } | null;
}

export function unitsOf(cases: readonly Case[], trials: readonly ScoredTrial[]): readonly Unit[] {
  const byPlace = new Map(trials.map((trial) => [placeOf(trial.scenario, trial.repeat), trial]));
  const repeats = [...new Set(trials.map(({ repeat }) => repeat))].sort((one, two) => one - two);
  return cases.flatMap((one) =>
    repeats.flatMap((repeat) => {
      const found = scenariosOf(one).map(({ id }) => byPlace.get(placeOf(id, repeat)));
      const unit = { caseId: one.id, family: one.family, repeat };
      return [
        { ...unit, measure: MEASURE_OF[one.family], value: bit(isRight(one, found)) },
        ...scenariosOf(one).flatMap((scenario, index) => {
          const trial = found[index];
          return [
            { ...unit, measure: "discipline" as const, value: bit(isOrderly(trial)) },
            { ...unit, measure: "completion" as const, value: bit(isComplete(trial)) },
            ...scenario.expect.map((_, place) => {
              return { ...unit, measure: "checks" as const, value: bit(isHeld(trial, place)) };
            }),
          ];
        }),
      ];
    }),
  );
}

function placeOf(scenario: string, repeat: number): string {
  return `${scenario} ${repeat}`;
}

type Found = ScoredTrial | undefined;

/** A case is right when every check of every scenario holds and, of a pair, the two fit together. */
function isRight(one: Case, found: readonly Found[]): boolean {
  if (!found.every(holds)) return false;
  if (!("pair" in one)) return true;
  const [first, second] = found.map((trial) => trial?.judgement?.tier ?? null);
  if (first === undefined || first === null || second === undefined || second === null) {
    return false;
  }
  const up = stepsBetween(first, second);
  if (one.family === "paraphrase") return Math.abs(up) <= one.pair.steps_apart_max;
  return (one.pair.higher === "second" ? up : -up) >= one.pair.steps;
}

function holds(trial: Found): boolean {
  if (trial?.outcome !== "completed" || trial.judgement === null) return false;
  return trial.judgement.checks.every((check) => check.holds);
}

function isComplete(trial: Found): boolean {
  return trial?.outcome === "completed";
}

function isOrderly(trial: Found): boolean {
  return isComplete(trial) && trial?.judgement?.faults.length === 0;
}

/** Where nothing was written, nothing holds by what the agent did. */
function isHeld(trial: Found, place: number): boolean {
  if (!isComplete(trial)) return false;
  const { checks = [], faults = [] } = trial?.judgement ?? {};
  return !faults.some(({ code }) => code === "nothing_written") && checks[place]?.holds === true;
}

function bit(claim: boolean): 0 | 1 {
  return claim ? 1 : 0;
}
