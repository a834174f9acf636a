/** A run in words. */
import { MEASURES } from "../scoring/measures.js";
import type { Score } from "../scoring/summary.js";
import type { Results } from "./results-file.js";
import { type Table, type TableFormat, tableText } from "./table.js";

export function report(results: Results, format: TableFormat): string {
  const { summary, repeats, cases, trials, seed } = results;
  const heading = `${cases.length} cases, ${trials.length} trials, repeats ${repeats}, seed ${seed}`;
  const parts = [
    `${heading}\n`,
    tableText(scoreTable(summary), format),
    ...endingsOf(trials).map((line) => `${line}\n`),
    ...wrongOnes(results, format),
  ];
  return `${parts.join("\n")}`;
}

function scoreTable(summary: Results["summary"]): Table {
  const measured = MEASURES.flatMap((name) => {
    const score = summary.measures[name];
    return score === undefined ? [] : [scoreRow(name, score)];
  });
  const { estimate, bootstrap } = summary.total;
  return {
    head: ["measure", "score", "hits", "cases", "95 % Wilson", "95 % by cases"],
    rows: [
      ...measured,
      ["total", percent(estimate), "", "", "", intervalText(bootstrap)],
      scoreRow("single checks", summary.checks),
      scoreRow("completed", summary.completion),
    ],
  };
}

function scoreRow(name: string, score: Score): readonly string[] {
  const { estimate, hits, count, cases, wilson, bootstrap } = score;
  const numbers = [percent(estimate), `${hits}/${count}`, `${cases}`];
  return [name, ...numbers, intervalText(wilson), intervalText(bootstrap)];
}

export function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}

export function intervalText(interval: readonly [number, number] | null): string {
  if (interval === null) return "too few cases";
  return `${(interval[0] * 100).toFixed(1)} to ${(interval[1] * 100).toFixed(1)} %`;
}

type TrialLine = Results["trials"][number];

function endingsOf(trials: readonly TrialLine[]): readonly string[] {
  const wrong = trials.filter(({ outcome }) => outcome !== "completed");
  if (wrong.length === 0) return [];
  const kinds = [...new Set(wrong.map(({ outcome, ended }) => `${outcome}: ${ended}`))].sort();
  return kinds.map((kind) => {
    const own = wrong.filter(({ outcome, ended }) => `${outcome}: ${ended}` === kind);
    return `${own.length} of ${trials.length} trials ${kind}`;
  });
}

/** What did not hold, scenario by scenario; of repeats those that went wrong are counted. */
function wrongOnes({ trials }: Results, format: TableFormat): readonly string[] {
  const lines = new Map<string, number>();
  for (const { scenario, checks, faults } of trials) {
    for (const { check, seen } of checks.filter(({ holds }) => !holds)) {
      add(lines, JSON.stringify([scenario, check, seen]));
    }
    for (const { code, seen } of faults) add(lines, JSON.stringify([scenario, code, seen]));
  }
  if (lines.size === 0) return [];
  const rows = [...lines].sort().map(([line, times]) => [...JSON.parse(line), `${times}`]);
  return [tableText({ head: ["scenario", "not so", "seen", "times"], rows }, format)];
}

function add(lines: Map<string, number>, line: string): void {
  lines.set(line, (lines.get(line) ?? 0) + 1);
}
