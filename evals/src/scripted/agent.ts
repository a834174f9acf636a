/**
 * A scripted agent as a process: `agent.js CHARACTER`. It recognises the scenario by its task and uses
 * the command `fold` as a real agent would. It knows the solutions; no model is asked.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { loadCases } from "../scenario/load-cases.js";
import { scenariosOf } from "../scenario/scenario.js";
import { AGENT, taskOf } from "../scenario/task.js";
import { batchesOf, CHARACTERS, type Character, type Writer } from "./characters.js";
import { loadSolutions, requestOf, type Solution, type SolutionBatch } from "./solutions.js";

const character = CHARACTERS.find((name) => name === process.argv[2]);
if (character === undefined) throw new Error(`a character is needed: ${CHARACTERS.join(", ")}`);
act(character);

function act(who: Character): void {
  switch (who) {
    case "crasher":
      fold("state");
      process.abort();
      return;
    case "hanger":
      // Neither the end of its input nor SIGTERM moves it.
      process.on("SIGTERM", () => undefined);
      setInterval(() => undefined, 60_000);
      return;
    case "idler":
      fold("state");
      return;
    default:
      write(who);
  }
}

function write(who: Writer): void {
  const task = readFileSync("TASK.md", "utf8");
  const seed = Number(process.env["FOLD_EVALS_SEED"] ?? "0");
  fold("state");
  const batches = batchesOf(who, { solution: solutionOf(task), task, seed });
  for (const [index, batch] of batches.entries()) {
    const exitCode = commit(batch, index);
    // Only the careful one goes on after a refusal; it knows that its first try does not fit.
    if (exitCode !== 0 && !batch.refused) break;
  }
}

function solutionOf(task: string): Solution {
  const loaded = loadCases();
  if (!loaded.ok) throw new Error(loaded.faults.join("\n"));
  const scenario = loaded.cases.flatMap(scenariosOf).find((one) => taskOf(one) === task);
  const solution = loadSolutions().get(scenario?.id ?? "");
  if (solution === undefined) throw new Error("a task that nobody wrote a solution for");
  return solution;
}

function fold(...argv: readonly string[]): void {
  execFileSync("fold", argv, { stdio: "ignore" });
}

function commit(batch: SolutionBatch, index: number): number {
  const input = JSON.stringify(requestOf(batch, index));
  const { status } = spawnSync("fold", ["commit", "--actor", AGENT, "-"], {
    input,
    stdio: ["pipe", "ignore", "inherit"],
  });
  return status ?? 1;
}
