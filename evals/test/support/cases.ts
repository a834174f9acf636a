/** The cases of this package, and what the scripted agents do in them. */
import type { Case } from "../../src/scenario/case-schema.js";
import { loadCases } from "../../src/scenario/load-cases.js";
import { type Scenario, scenariosOf } from "../../src/scenario/scenario.js";
import { loadSolutions, type Solution } from "../../src/scripted/solutions.js";

const loaded = loadCases();
if (!loaded.ok) throw new Error(loaded.faults.join("\n"));

export const cases: readonly Case[] = loaded.cases;
export const scenarios: readonly Scenario[] = cases.flatMap(scenariosOf);
export const solutions = loadSolutions();

export function solutionOf({ id }: Scenario): Solution {
  const solution = solutions.get(id);
  if (solution === undefined) throw new Error(`nobody wrote a solution for ${id}`);
  return solution;
}
