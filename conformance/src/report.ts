/** The results of a run as a table, and under it what failed. */
import type { CaseResult } from "./run-case.js";

export interface NamedResult {
  readonly name: string;
  readonly result: CaseResult;
}

export interface Tally {
  readonly driver: string;
  readonly passed: number;
  readonly failed: readonly NamedResult[];
  readonly skipped: number;
  readonly skippedSteps: number;
}

export function tallyOf(driver: string, results: readonly NamedResult[]): Tally {
  const count = (verdict: CaseResult["verdict"]) =>
    results.filter(({ result }) => result.verdict === verdict).length;
  return {
    driver,
    passed: count("passed"),
    failed: results.filter(({ result }) => result.verdict === "failed"),
    skipped: count("skipped"),
    skippedSteps: results.reduce((sum, { result }) => sum + result.skippedSteps, 0),
  };
}

export function report(tallies: readonly Tally[]): string {
  const head = ["driver", "passed", "failed", "skipped", "steps skipped"];
  const rows = tallies.map((tally) => [
    tally.driver,
    String(tally.passed),
    String(tally.failed.length),
    String(tally.skipped),
    String(tally.skippedSteps),
  ]);
  const failures = tallies.flatMap(({ driver, failed }) =>
    failed.map(({ name, result }) => `\n${driver}: ${name}\n${indented(result.faults)}`),
  );
  return `${failures.join("\n")}${failures.length > 0 ? "\n\n" : ""}${table([head, ...rows])}\n`;
}

function indented(faults: readonly string[]): string {
  return faults.map((fault) => `  ${fault}`).join("\n");
}

function table(rows: readonly (readonly string[])[]): string {
  const width = (column: number) => Math.max(...rows.map((row) => (row[column] ?? "").length));
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(width(column)))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}
