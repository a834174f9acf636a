/** Real agents as processes, on the real runner, with the real command. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { builtProgram } from "../src/driver/desk.js";
import type { RunSettings } from "../src/driver/run.js";
import { type Evaluated, evaluate } from "../src/evaluate.js";
import { report } from "../src/report/report.js";
import type { Case } from "../src/scenario/case-schema.js";
import { orderFaults, scoresOfAll, tableOf } from "../src/self.js";
import { oneSkill } from "../src/skill.js";
import { cases } from "./support/cases.js";

const RECORDER = builtProgram("driver/recorder.js");
const AGENT = builtProgram("scripted/agent.js");
if (!existsSync(RECORDER)) throw new Error("These tests run the built programs: npm run build");

const SKILL = fileURLToPath(new URL("skill", import.meta.url));

function some(...ids: readonly string[]): readonly Case[] {
  return ids.map((id) => {
    const found = cases.find((one) => one.id === id);
    if (found === undefined) throw new Error(`there is no case ${id}`);
    return found;
  });
}

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), "fold-evals-test-"));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

async function run(
  chosen: readonly Case[],
  settings: Pick<RunSettings, "command"> & Partial<RunSettings>,
): Promise<Evaluated> {
  const evaluated = await evaluate(chosen, {
    skill: oneSkill(SKILL),
    recorder: RECORDER,
    repeats: 1,
    seed: 1,
    jobs: 2,
    keep: folder(),
    timeoutMs: 60_000,
    graceMs: 100,
    abort: new AbortController().signal,
    onTrial: () => undefined,
    ...settings,
  });
  if (evaluated === null) throw new Error("nobody aborted it");
  return evaluated;
}

// Some fifty agents, and several processes for each: on a busy machine that takes a while.
test("scripted agents come out in the right order, in total and in what they are bad at", async () => {
  const chosen = some(
    "school-trip-form",
    "disk-alert",
    "two-annas",
    "kitchen-quote",
    "clinic-morning",
    "newsletter-smaller",
  );
  // A seed by which the careless agent gets the annotation right; it is wrong in most others.
  const scores = await scoresOfAll(chosen, { seed: 48, jobs: 2, skill: SKILL });
  if (scores === null) throw new Error("nobody aborted it");
  expect(orderFaults(scores), tableOf(scores)).toEqual([]);
  const { crasher, hanger, copier } = scores;
  expect(crasher.trials.every(({ outcome }) => outcome === "failed")).toBe(true);
  expect(hanger.trials.every(({ outcome }) => outcome === "timed_out")).toBe(true);
  const codes = new Set(copier.trials.flatMap(({ faults }) => faults.map(({ code }) => code)));
  expect([...codes]).toEqual(expect.arrayContaining(["copied", "too_many_opened"]));
}, 120_000);

test("what the careful one is refused is seen by the recorder, with its numbers", async () => {
  const { results, keptIn } = await run(some("clinic-morning"), {
    command: `node '${AGENT}' careful`,
  });
  expect(results.summary.total.estimate).toBe(1);
  const journal = join(keptIn ?? "", "clinic-morning-0", "notes", "calls.jsonl");
  const lines = readFileSync(journal, "utf8").trimEnd().split("\n");
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    { command: "state", outcome: null, over_by: 0 },
    { command: "commit", outcome: "rejected", over_by: 16 },
    { command: "commit", outcome: "accepted", over_by: 0 },
  ]);
});

test("the command reckons with the time of the scenario, unless told otherwise", async () => {
  const command = `fold state > state.json; fold state --now 2030-01-01T00:00:00Z > later.json`;
  const { keptIn } = await run(some("disk-alert"), { command });
  const desk = join(keptIn ?? "", "disk-alert.first-0", "desk");
  const read = (name: string): unknown => JSON.parse(readFileSync(join(desk, name), "utf8"));
  expect(read("state.json")).toMatchObject({ now: "2026-09-08T08:00:00.000Z" });
  expect(read("later.json")).toMatchObject({ now: "2030-01-01T00:00:00.000Z" });
});

test("an agent finds its task, the skill and the store, and nothing of what is expected", async () => {
  const chosen = some("not-yet-signed");
  const command = "find . -type f; env; cat > stdin.txt";
  const { keptIn } = await run(chosen, { command, jobs: 1 });
  const trial = join(keptIn ?? "", "not-yet-signed-0");
  const names = readdirSync(join(trial, "desk"), { recursive: true, encoding: "utf8" });
  const outside = names.filter((name) => !name.startsWith("store"));
  expect(outside.sort()).toEqual(["TASK.md", "skill", "skill/SKILL.md", "stdin.txt"]);
  expect(readFileSync(join(trial, "desk", "stdin.txt"), "utf8")).toContain("Mr. Baumann");

  const seen = names
    .filter((name) => name.includes("."))
    .map((name) => readFileSync(join(trial, "desk", name), "utf8"))
    .concat(readFileSync(join(trial, "notes", "stdout.txt"), "utf8"));
  const [one] = chosen;
  const ownWords = [
    one?.reason ?? "",
    "declining",
    "unconfirmed",
    'acknowledgement"',
    "steps_apart",
  ];
  for (const word of ownWords) {
    expect(
      seen.filter((text) => text.includes(word)),
      word,
    ).toEqual([]);
  }
  // Neither the family nor the id of the scenario: both would hint at what is looked for.
  expect(seen.filter((text) => /FOLD_EVALS_(?!SEED)/.test(text))).toEqual([]);
  expect(seen.filter((text) => text.includes(one?.title ?? "-"))).toEqual([]);
});

test("one that hangs is ended with all that it started, and harms no other", async () => {
  const marks = folder();
  const pidFile = join(marks, "pid");
  const hangs = `trap '' TERM; sleep 600 & echo $! > '${pidFile}'; wait; wait; sleep 600`;
  const command = `if grep -q fridge TASK.md; then ${hangs}; else exec node '${AGENT}' careful; fi`;
  const { results } = await run(some("clinic-morning", "kitchen-quote"), {
    command,
    timeoutMs: 4000,
  });
  const outcomes = Object.fromEntries(results.trials.map((one) => [one.scenario, one.outcome]));
  expect(outcomes).toEqual({ "clinic-morning": "timed_out", "kitchen-quote": "completed" });
  expect(results.summary.measures.supersession?.estimate).toBe(1);
  expect(results.summary.measures.refusal?.estimate).toBe(0);
  const pid = Number(readFileSync(pidFile, "utf8"));
  // It was sent SIGKILL; on a busy machine it may take a moment to die of it.
  while (isRunning(pid)) await new Promise(setImmediate);
});

/** A process that has ended and that nobody has waited for yet is no longer running. */
function isRunning(pid: number): boolean {
  try {
    const [, state = ""] =
      /^State:\s+(\w)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
    return state !== "Z";
  } catch {
    return false;
  }
}

test("a right store counts for nothing when the agent then fails", async () => {
  const command = `node '${AGENT}' careful; exit 9`;
  const { results } = await run(some("kitchen-quote"), { command });
  expect(results.trials[0]).toMatchObject({ outcome: "failed", ended: "exit code 9" });
  expect(results.trials[0]?.checks.every(({ holds }) => holds)).toBe(true);
  expect(results.summary.total.estimate).toBe(0);
  expect(report(results, "text")).toContain("1 of 1 trials failed: exit code 9");
});

test("a store that was tampered with is told and not judged", async () => {
  const { results } = await run(some("kitchen-quote"), {
    command: `echo '{"v":1}' >> store/events.jsonl`,
  });
  expect(results.trials[0]).toMatchObject({ outcome: "store_unsound", checks: [] });
});

test("repeats and seeds: the same chance again, another chance with another seed", async () => {
  const command = 'echo "$FOLD_EVALS_SEED"';
  const seeds = async (seed: number) => {
    const { results } = await run(some("kitchen-quote"), { command, seed, repeats: 2 });
    return results.trials.map(({ stdout_tail }) => Number(stdout_tail));
  };
  const [first, again, other] = [await seeds(1), await seeds(1), await seeds(2)];
  expect(again).toEqual(first);
  expect(new Set([...first, ...other]).size).toBe(4);
});
