/**
 * Commits batches until the store says what is wanted. A refusal for want of budget is answered by
 * deciding again with the numbers it names; a stale revision by reading again.
 */
import type { BatchInput } from "@fold/contracts";
import type { Reply } from "./plan/answers.js";
import { type Demands, NO_DEMANDS } from "./plan/demands.js";
import { makePlan, type Plan } from "./plan/plan.js";
import { type Asking, type Reading, readDesk } from "./reading.js";
import type { RunLog } from "./run-log.js";
import { type Failure, judge, wordsOf } from "./verdict.js";

export interface ConvergeInput extends Asking {
  readonly now: string;
  readonly log: RunLog;
}

export type Converged =
  | { readonly ok: true; readonly outcome: Outcome }
  | { readonly ok: false; readonly failure: Failure };

/** What a run came to. */
export interface Outcome {
  /** Batches that were accepted; at least one. */
  readonly batchCount: number;
  readonly isChanged: boolean;
  /** The store was empty before. */
  readonly isFirst: boolean;
  /** Batches that were refused for want of budget. */
  readonly refusalCount: number;
  /** What was answered to the person. */
  readonly replies: readonly Reply[];
}

/** How far a run has come. */
interface Progress {
  readonly outcome: Outcome;
  /** Batches that were sent, accepted or not. */
  readonly attemptCount: number;
  /** What refusals have demanded; it holds until the store is changed by others. */
  readonly demands: Demands;
  /** The place of the store when the run began. */
  readonly firstSeq: number | null;
}

type Step =
  | { readonly type: "on"; readonly progress: Progress }
  | { readonly type: "end"; readonly result: Converged };

const ATTEMPTS_MAX = 40;

const BEGINNING: Progress = {
  outcome: { batchCount: 0, isChanged: false, isFirst: false, refusalCount: 0, replies: [] },
  attemptCount: 0,
  demands: NO_DEMANDS,
  firstSeq: null,
};

export async function converge(input: ConvergeInput): Promise<Converged> {
  let progress = BEGINNING;
  while (progress.attemptCount < ATTEMPTS_MAX) {
    const step = await attempt(input, progress);
    if (step.type === "end") return step.result;
    progress = step.progress;
  }
  return { ok: false, failure: { code: "restless", attemptCount: ATTEMPTS_MAX } };
}

/** Reads, plans, and sends one batch; none if the store says all that is wanted already. */
async function attempt(input: ConvergeInput, before: Progress): Promise<Step> {
  const { wanted, now, log } = input;
  const reading = await readDesk(input);
  if (!reading.ok) {
    const { outcome, message } = reading.failure;
    return { type: "end", result: { ok: false, failure: { code: "store", outcome, message } } };
  }
  const { desk } = reading.value;
  const { outcome, demands } = before;
  const plan = makePlan({ now, wanted, demands, ...reading.value });
  const isCheck = plan.declarations.length === 0 && plan.acknowledges.length === 0;
  if (isCheck && outcome.batchCount > 0) return { type: "end", result: { ok: true, outcome } };
  const sent: Progress = {
    ...before,
    attemptCount: before.attemptCount + 1,
    firstSeq: before.firstSeq ?? desk.eventSeq,
  };
  const batch = batchOf(plan, reading.value, { ...sent, now });
  for (const remark of plan.remarks) log.write(`${batch.batch_id} decided again: ${remark}`);
  const receipt = await input.port.commit(batch);
  for (const line of wordsOf(receipt)) log.write(`${batch.batch_id} ${line}`);
  const verdict = judge(receipt, { demands, isTooMuch: plan.isTooMuch });
  switch (verdict.type) {
    case "accepted":
      return accepted(sent, { plan, isCheck, log });
    case "decide_again": {
      const refused = { ...outcome, refusalCount: outcome.refusalCount + 1 };
      return { type: "on", progress: { ...sent, outcome: refused, demands: verdict.demands } };
    }
    case "next_id":
      return { type: "on", progress: sent };
    case "read_again":
      return { type: "on", progress: { ...sent, demands: NO_DEMANDS } };
    case "failed":
      return { type: "end", result: { ok: false, failure: verdict.failure } };
    default:
      return verdict satisfies never;
  }
}

function accepted(
  sent: Progress,
  { plan, isCheck, log }: { readonly plan: Plan; readonly isCheck: boolean; readonly log: RunLog },
): Step {
  const outcome: Outcome = {
    ...sent.outcome,
    batchCount: sent.outcome.batchCount + 1,
    isChanged: sent.outcome.isChanged || !isCheck,
    isFirst: sent.firstSeq === 0,
    replies: [...sent.outcome.replies, ...plan.replies],
  };
  for (const { about, note } of plan.replies)
    log.write(`answered ${about ?? "the whole"}: ${note}`);
  if (plan.laterCount > 0) log.write(`${plan.laterCount} declarations wait for the next batch`);
  if (isCheck) return { type: "end", result: { ok: true, outcome } };
  return { type: "on", progress: { ...sent, outcome } };
}

/** Ids are the same for the same store and time, and differ within a run. */
function batchOf(
  { declarations, acknowledges }: Plan,
  { desk }: Reading,
  { now, firstSeq, attemptCount }: Progress & { readonly now: string },
): BatchInput {
  return {
    batch_id: `git-desk-${now}-${(firstSeq ?? 0) + attemptCount}`,
    base_revision: desk.revision,
    declarations,
    acknowledges,
  };
}
