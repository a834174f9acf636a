/** Judges what one trial left behind, all checks and the discipline of the work. */
import type { Tier } from "@fold/contracts";
import type { Matcher } from "../scenario/check-schema.js";
import type { Scenario } from "../scenario/scenario.js";
import type { Observation } from "../store/observation.js";
import { disciplineFaults, type Fault } from "./discipline.js";
import { judgeCheck } from "./judge-check.js";
import type { Verdict } from "./judge-store-check.js";
import { oneMatching } from "./matching.js";

export interface JudgedCheck extends Verdict {
  readonly check: string;
}

export interface Judgement {
  readonly checks: readonly JudgedCheck[];
  readonly faults: readonly Fault[];
  /** The tier of the entry that a pair is about; null where there is none. */
  readonly tier: Tier | null;
}

export function judgeTrial(
  scenario: Scenario,
  observation: Observation,
  pairEntry: Matcher | null,
): Judgement {
  const checks = scenario.expect.map((check) => {
    return { check: check.check, ...judgeCheck(check, observation) };
  });
  const found = pairEntry === null ? null : oneMatching(pairEntry, observation);
  return { checks, faults: disciplineFaults(scenario, observation), tier: found?.tier ?? null };
}
