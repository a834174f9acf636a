/** A comparison in words. */
import type { ComparedRun, Comparison } from "../scoring/compare.js";
import { percent } from "./report.js";
import type { Results } from "./results-file.js";
import { type TableFormat, tableText } from "./table.js";

export function comparedRunOf({ cases, units }: Results): ComparedRun {
  return { cases, units: units.map(({ case: caseId, ...unit }) => ({ ...unit, caseId })) };
}

export function compareReport(comparison: Comparison, format: TableFormat): string {
  const { differences, comparedCount, leftOut } = comparison;
  const rows = differences.map(({ measure, before, after, estimate, interval, ...counts }) => [
    measure,
    percent(before),
    percent(after),
    signed(estimate),
    interval === null ? "too few cases" : `${signed(interval[0])} to ${signed(interval[1])}`,
    `${counts.better}/${counts.equal}/${counts.worse}`,
  ]);
  const head = ["measure", "A", "B", "B - A", "95 % by cases", "better/equal/worse"];
  const left = leftOut.length === 0 ? "" : `\nnot in both, or changed: ${leftOut.join(", ")}\n`;
  return `${comparedCount} cases in both\n\n${tableText({ head, rows }, format)}${left}`;
}

function signed(share: number): string {
  const points = (share * 100).toFixed(1);
  return share > 0 ? `+${points}` : points;
}
