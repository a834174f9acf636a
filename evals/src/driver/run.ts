/** All trials of a run, some at a time. */
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { Case } from "../scenario/case-schema.js";
import { scenariosOf } from "../scenario/scenario.js";
import { createRandom } from "../statistics/random.js";
import { runTrial, type Trial, type TrialPlan, type TrialSettings, trialFolder } from "./trial.js";

export interface RunSettings extends Omit<TrialSettings, "seed"> {
  readonly repeats: number;
  readonly seed: number;
  readonly jobs: number;
  /** Where the folders of the trials stay; null: they are removed unless a trial went wrong. */
  readonly keep: string | null;
  /** Told after each trial. */
  readonly onTrial: (trial: Trial, doneCount: number, count: number) => void;
}

export interface RunOutcome {
  readonly trials: readonly Trial[];
  /** Where all of it was kept; null where nothing was. */
  readonly keptIn: string | null;
}

/** Null when it was aborted; then nothing is kept. */
export async function runTrials(
  cases: readonly Case[],
  settings: RunSettings,
): Promise<RunOutcome | null> {
  const folder = runFolder(settings.keep);
  const plans = shuffled(plansOf(cases, settings.repeats), settings.seed);
  const trials: Trial[] = [];
  const waiting = plans.values();
  const work = async (): Promise<void> => {
    for (const plan of waiting) {
      if (settings.abort.aborted) return;
      const seed = seedOf(plan, settings.seed);
      const trial = await runTrial(trialFolder(folder, plan), plan, { ...settings, seed });
      if (trial === null) return;
      trials.push(trial);
      settings.onTrial(trial, trials.length, plans.length);
    }
  };
  let isKept = settings.keep !== null;
  try {
    const workers = await Promise.allSettled(Array.from({ length: settings.jobs }, work));
    for (const worker of workers) if (worker.status === "rejected") throw worker.reason;
    if (settings.abort.aborted) return null;
    isKept ||= trials.some(({ outcome }) => outcome !== "completed");
    return { trials, keptIn: isKept ? folder : null };
  } finally {
    if (!isKept) rmSync(folder, { recursive: true, force: true });
  }
}

function runFolder(keep: string | null): string {
  if (keep === null) return mkdtempSync(join(tmpdir(), "fold-evals-"));
  mkdirSync(keep, { recursive: true });
  return mkdtempSync(join(resolve(keep), "run-"));
}

export function plansOf(cases: readonly Case[], repeats: number): readonly TrialPlan[] {
  return Array.from({ length: repeats }, (_, repeat) =>
    cases.flatMap((one) =>
      scenariosOf(one).map((scenario) => {
        return { scenario, pairEntry: "pair" in one ? one.pair.entry : null, repeat };
      }),
    ),
  ).flat();
}

/** In another order, so that what slows or fills the machine does not always meet the same ones. */
function shuffled(plans: readonly TrialPlan[], seed: number): readonly TrialPlan[] {
  const random = createRandom(seed);
  const left = [...plans];
  const taken: TrialPlan[] = [];
  while (left.length > 0) taken.push(...left.splice(random.below(left.length), 1));
  return taken;
}

/** Each trial has a chance of its own that depends on nothing but the seed, its id and its repeat. */
function seedOf({ scenario, repeat }: TrialPlan, seed: number): number {
  let mixed = (seed + repeat * 7919) | 0;
  for (const character of scenario.id) {
    mixed = (Math.imul(mixed, 31) + (character.codePointAt(0) ?? 0)) | 0;
  }
  return mixed >>> 0;
}
