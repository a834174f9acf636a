/** Lets batches work on the store of a scenario, without processes, and judges what they left. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openFold, type Receipt } from "@fold/sdk";
import { type Judgement, judgeTrial } from "../../src/judging/judge-trial.js";
import type { Case } from "../../src/scenario/case-schema.js";
import type { Scenario } from "../../src/scenario/scenario.js";
import { AGENT } from "../../src/scenario/task.js";
import { requestOf, type SolutionBatch } from "../../src/scripted/solutions.js";
import type { SeenCall } from "../../src/store/observation.js";
import { observe, readActive } from "../../src/store/observe.js";
import { seed } from "../../src/store/seed.js";

export interface Worked {
  readonly judgement: Judgement;
  readonly outcomes: readonly Receipt["outcome"][];
}

export async function work(
  one: Case,
  scenario: Scenario,
  batches: readonly SolutionBatch[],
): Promise<Worked> {
  const folder = mkdtempSync(join(tmpdir(), "fold-evals-work-"));
  try {
    const dir = join(folder, "store");
    const { now } = scenario;
    const seededSeq = await seed(dir, scenario);
    const before = await readActive(dir, now);
    const receipts = await send(dir, batches, now);
    const calls = receipts.map(callOf);
    const observed = await observe(dir, { now, seededSeq, before, calls });
    if (!observed.ok) throw new Error(observed.reason);
    const pairEntry = "pair" in one ? one.pair.entry : null;
    const judgement = judgeTrial(scenario, observed.observation, pairEntry);
    return { judgement, outcomes: receipts.map(({ outcome }) => outcome) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function send(
  dir: string,
  batches: readonly SolutionBatch[],
  now: string,
): Promise<readonly Receipt[]> {
  const fold = await openFold({ dir });
  try {
    const receipts: Receipt[] = [];
    for (const [index, batch] of batches.entries()) {
      receipts.push(await fold.commit(requestOf(batch, index), { actor: AGENT, now }));
    }
    return receipts;
  } finally {
    await fold.close();
  }
}

/** What the recorder would have written down. */
function callOf(receipt: Receipt): SeenCall {
  const violations = receipt.outcome === "rejected" ? receipt.violations : [];
  const over = violations.map((one) => (one.code === "budget_exceeded" ? one.over_by : 0));
  return {
    command: "commit",
    outcome: receipt.outcome,
    overBy: over.reduce((sum, units) => sum + units, 0),
  };
}
