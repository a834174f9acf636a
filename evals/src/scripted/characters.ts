/** What each scripted agent makes of the solution of a scenario. */
import { createRandom } from "../statistics/random.js";
import type { Solution, SolutionBatch } from "./solutions.js";

export const CHARACTERS = [
  "careful",
  "liar",
  "careless",
  "always-xl",
  "copier",
  "crasher",
  "hanger",
  "idler",
] as const;
export type Character = (typeof CHARACTERS)[number];

/** Characters that send batches; the others end, or do not, in a way of their own. */
export type Writer = Exclude<Character, "crasher" | "hanger" | "idler">;

export interface Occasion {
  readonly solution: Solution;
  readonly task: string;
  readonly seed: number;
}

export function batchesOf(character: Writer, occasion: Occasion): readonly SolutionBatch[] {
  const { solution, task, seed } = occasion;
  switch (character) {
    case "careful":
      return solution.careful;
    case "careless":
      // Wrong more often than right, and not always in the same scenarios.
      return createRandom(seed).below(10) < 6 ? solution.careless : solution.careful;
    case "always-xl":
      return solution.careful.map((batch) => ({
        ...batch,
        declarations: batch.declarations.map((one) =>
          "tier" in one ? { ...one, tier: "XL" } : one,
        ),
      }));
    case "copier":
      return [copied(task)];
    case "liar":
      return lying(solution.careful);
  }
}

/** One entry for each paragraph that came in, and the whole of it in each summary. */
function copied(task: string): SolutionBatch {
  const [, , , , facts = ""] = task.split(/^#{1,2} .*$/m).map((part) => part.trim());
  const whole =
    facts === ""
      ? task
          .split(/^## .*$/m)
          .slice(-1)
          .join("")
          .trim()
      : facts;
  const paragraphs = whole.split("\n").filter((line) => line.trim().length > 0);
  return {
    refused: false,
    declarations: paragraphs.map((line, index) => ({
      op: "declare",
      id: `copy-${index + 1}`,
      title: [...line.trim()].slice(0, 150).join("").trim(),
      kind: "info",
      tier: "S",
      summary: [...whole].slice(0, 3900).join(""),
    })),
    acknowledges: [],
  };
}

/** Acknowledges everything as done and does nothing of what annotations ask; else careful. */
function lying(batches: readonly SolutionBatch[]): readonly SolutionBatch[] {
  if (!batches.some(({ acknowledges }) => acknowledges.length > 0)) return batches;
  return batches
    .filter(({ acknowledges }) => acknowledges.length > 0)
    .map(({ acknowledges }) => ({
      refused: false,
      declarations: [],
      acknowledges: acknowledges.map(({ annotation_id }) => ({ annotation_id, note: "All done." })),
    }));
}
