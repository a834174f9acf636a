/** A whole run: the cases that are asked for, the trials, the scores. */
import { type RunSettings, runTrials } from "./driver/run.js";
import { type Results, resultsOf } from "./report/results-file.js";
import type { Case } from "./scenario/case-schema.js";
import { digestOf } from "./scenario/load-cases.js";
import { summarise } from "./scoring/summary.js";
import { unitsOf } from "./scoring/units.js";
import { digestOfSkill } from "./skill.js";

export interface Evaluated {
  readonly results: Results;
  readonly keptIn: string | null;
}

/** Null when it was aborted. */
export async function evaluate(
  cases: readonly Case[],
  settings: RunSettings,
): Promise<Evaluated | null> {
  const ran = await runTrials(cases, settings);
  if (ran === null) return null;
  const units = unitsOf(cases, ran.trials);
  const results = resultsOf({
    agent_cmd: settings.command,
    seed: settings.seed,
    repeats: settings.repeats,
    timeout_seconds: settings.timeoutMs / 1000,
    skill_digest: digestOfSkill(settings.skill),
    cases: cases.map((one) => ({ id: one.id, family: one.family, digest: digestOf([one]) })),
    units,
    trials: ran.trials,
    summary: summarise(units, settings.seed),
  });
  return { results, keptIn: ran.keptIn };
}
