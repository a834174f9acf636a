/** A run as one JSON document, to keep and to compare. Members are snake_case, as everywhere in Fold. */
import { readFileSync } from "node:fs";
import { TIERS } from "@fold/contracts";
import * as z from "zod";
import type { Trial } from "../driver/trial.js";
import { FAMILIES } from "../scenario/case-schema.js";
import { MEASURES, SIDE_MEASURES, type Unit } from "../scoring/measures.js";
import type { Score, Summary } from "../scoring/summary.js";

const share = z.number().min(0).max(1);
const interval = z.tuple([share, share]);
const count = z.int().nonnegative();

const scoreSchema = z.strictObject({
  estimate: share,
  hits: count,
  count,
  cases: count,
  wilson: interval,
  bootstrap: interval.nullable(),
});

export const resultsSchema = z.strictObject({
  schema: z.literal("fold.evals/1"),
  agent_cmd: z.string(),
  seed: z.int(),
  repeats: z.int().positive(),
  timeout_seconds: z.number().positive(),
  /** Of the files of the skill that agents were given. */
  skill_digest: z.string(),
  cases: z.array(z.strictObject({ id: z.string(), family: z.enum(FAMILIES), digest: z.string() })),
  summary: z.strictObject({
    measures: z.partialRecord(z.enum(MEASURES), scoreSchema),
    checks: scoreSchema,
    completion: scoreSchema,
    total: z.strictObject({ estimate: share, bootstrap: interval.nullable() }),
  }),
  units: z.array(
    z.strictObject({
      measure: z.enum([...MEASURES, ...SIDE_MEASURES]),
      case: z.string(),
      family: z.enum(FAMILIES),
      repeat: count,
      value: z.union([z.literal(0), z.literal(1)]),
    }),
  ),
  trials: z.array(
    z.strictObject({
      scenario: z.string(),
      repeat: count,
      outcome: z.enum(["completed", "failed", "timed_out", "store_unsound"]),
      ended: z.string(),
      seconds: z.number().nonnegative(),
      tier: z.enum(TIERS).nullable(),
      checks: z.array(z.strictObject({ check: z.string(), holds: z.boolean(), seen: z.string() })),
      faults: z.array(z.strictObject({ code: z.string(), seen: z.string() })),
      stdout_tail: z.string(),
      stderr_tail: z.string(),
    }),
  ),
});

export type Results = z.output<typeof resultsSchema>;

export interface RunFacts
  extends Pick<
    Results,
    "agent_cmd" | "seed" | "repeats" | "timeout_seconds" | "skill_digest" | "cases"
  > {
  readonly units: readonly Unit[];
  readonly trials: readonly Trial[];
  readonly summary: Summary;
}

export function resultsOf({ units, trials, summary, ...facts }: RunFacts): Results {
  const inOrder = [...trials].sort(
    (one, two) => one.repeat - two.repeat || (one.scenario < two.scenario ? -1 : 1),
  );
  return {
    schema: "fold.evals/1",
    ...facts,
    summary: {
      measures: Object.fromEntries(
        Object.entries(summary.measures).map(([name, score]) => [name, plainScore(score)]),
      ),
      checks: plainScore(summary.checks),
      completion: plainScore(summary.completion),
      total: {
        estimate: summary.total.estimate,
        bootstrap: plainInterval(summary.total.bootstrap),
      },
    },
    units: units.map(({ caseId, ...unit }) => ({ ...unit, case: caseId })),
    trials: inOrder.map(({ judgement, stdoutTail, stderrTail, ...trial }) => ({
      ...trial,
      tier: judgement?.tier ?? null,
      checks: (judgement?.checks ?? []).map(({ check, holds, seen }) => ({ check, holds, seen })),
      faults: (judgement?.faults ?? []).map((fault) => ({ ...fault })),
      stdout_tail: stdoutTail,
      stderr_tail: stderrTail,
    })),
  };
}

function plainScore(score: Score): Results["summary"]["completion"] {
  const [low, high] = score.wilson;
  return { ...score, wilson: [low, high], bootstrap: plainInterval(score.bootstrap) };
}

function plainInterval(given: Score["bootstrap"]): [number, number] | null {
  return given === null ? null : [given[0], given[1]];
}

export type ReadResults =
  | { readonly ok: true; readonly results: Results }
  | { readonly ok: false; readonly fault: string };

/** A file that was cut, edited or comes from another version is refused with the place. */
export function readResults(path: string): ReadResults {
  let json: unknown;
  try {
    json = JSON.parse(readFileSync(path, "utf8"));
  } catch (error) {
    return { ok: false, fault: `${path}: ${error instanceof Error ? error.message : error}` };
  }
  const parsed = resultsSchema.safeParse(json);
  if (parsed.success) return { ok: true, results: parsed.data };
  return { ok: false, fault: `${path}: ${z.prettifyError(parsed.error)}` };
}
