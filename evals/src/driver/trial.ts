/** One scenario, once: a store, an agent, a look at what it left. */
import { closeSync, fstatSync, mkdirSync, openSync, readSync } from "node:fs";
import { join } from "node:path";
import { type Judgement, judgeTrial } from "../judging/judge-trial.js";
import type { Matcher } from "../scenario/check-schema.js";
import type { Scenario } from "../scenario/scenario.js";
import { observe, readActive } from "../store/observe.js";
import { seed } from "../store/seed.js";
import { type AgentEnd, runAgent } from "./agent-process.js";
import { readCalls } from "./calls.js";
import { type DeskSettings, prepareDesk } from "./desk.js";

export interface TrialPlan {
  readonly scenario: Scenario;
  readonly pairEntry: Matcher | null;
  readonly repeat: number;
}

export interface TrialSettings extends DeskSettings {
  readonly command: string;
  readonly timeoutMs: number;
  readonly graceMs: number;
  readonly abort: AbortSignal;
}

export type TrialOutcome = "completed" | "failed" | "timed_out" | "store_unsound";

export interface Trial {
  readonly scenario: string;
  readonly repeat: number;
  readonly outcome: TrialOutcome;
  /** How the agent ended, or why its store could not be judged; for people. */
  readonly ended: string;
  readonly seconds: number;
  /** Null where there is no store to judge. */
  readonly judgement: Judgement | null;
  readonly stdoutTail: string;
  readonly stderrTail: string;
}

/** Null when it was aborted. */
export async function runTrial(
  folder: string,
  { scenario, pairEntry, repeat }: TrialPlan,
  settings: TrialSettings,
): Promise<Trial | null> {
  mkdirSync(folder, { recursive: true });
  const desk = prepareDesk(folder, scenario, settings);
  const seededSeq = await seed(desk.store, scenario);
  const before = await readActive(desk.store, scenario.now);
  const startMs = performance.now();
  const end = await runAgent({
    ...settings,
    cwd: desk.cwd,
    env: desk.env,
    stdinPath: desk.task,
    stdoutPath: desk.stdout,
    stderrPath: desk.stderr,
  });
  if (end.how === "aborted") return null;
  const seconds = Math.round(performance.now() - startMs) / 1000;
  const calls = readCalls(desk.journal);
  const { now } = scenario;
  const observed = await observe(desk.store, { now, seededSeq, before, calls });
  const told = { scenario: scenario.id, repeat, seconds, ...tailsOf(desk) };
  if (!observed.ok) {
    return { ...told, outcome: "store_unsound", ended: observed.reason, judgement: null };
  }
  const judgement = judgeTrial(scenario, observed.observation, pairEntry);
  return { ...told, ...outcomeOf(end), judgement };
}

function outcomeOf(end: Exclude<AgentEnd, { how: "aborted" }>): Pick<Trial, "outcome" | "ended"> {
  switch (end.how) {
    case "exited":
      return {
        outcome: end.exitCode === 0 ? "completed" : "failed",
        ended: `exit code ${end.exitCode}`,
      };
    case "signalled":
      return { outcome: "failed", ended: end.signal };
    case "timed_out":
      return { outcome: "timed_out", ended: "did not end in time" };
  }
}

const TAIL_BYTES = 2000;

function tailsOf(desk: { readonly stdout: string; readonly stderr: string }) {
  return { stdoutTail: tailOf(desk.stdout), stderrTail: tailOf(desk.stderr) };
}

function tailOf(path: string): string {
  const file = openSync(path, "r");
  try {
    const { size } = fstatSync(file);
    const bytes = Buffer.alloc(Math.min(size, TAIL_BYTES));
    readSync(file, bytes, 0, bytes.length, size - bytes.length);
    return bytes.toString();
  } finally {
    closeSync(file);
  }
}

/** Where a trial of a run has its folder. */
export function trialFolder(run: string, { scenario, repeat }: TrialPlan): string {
  return join(run, `${scenario.id}-${repeat}`);
}
