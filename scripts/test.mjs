// `npm test`: installs what is missing, then runs every check and every test. All of them run even
// if one fails. The last line is always `N passed, N failed`: each test counts as one, and so does
// each other check.

import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { ensureBrowser } from "./browser.mjs";
import { build, install, root, runTool } from "./setup.mjs";

const checks = [
  { name: "typecheck", run: () => runTool("tsc", ["--noEmit"]) },
  { name: "biome", run: () => runTool("biome", ["check"]) },
  { name: "arrows", run: cruise },
  { name: "build", run: build },
  { name: "browser", run: ensureBrowser },
];

main();

function main() {
  const totals = { passedCount: 0, failedCount: 0 };
  const installed = timed("install", () => asCounts(install()));
  if (installed.failedCount > 0) {
    totals.failedCount = 1;
  } else {
    for (const { name, run } of checks) {
      add(
        totals,
        timed(name, () => asCounts(run())),
      );
    }
    add(totals, timed("vitest", runVitest));
  }
  process.exitCode = totals.failedCount > 0 ? 1 : 0;
  process.stdout.write(`${totals.passedCount} passed, ${totals.failedCount} failed\n`);
}

function cruise() {
  return runTool("depcruise", [
    "--config",
    ".dependency-cruiser.cjs",
    "packages",
    "conformance",
    "examples",
    "soak",
    "evals",
  ]);
}

function asCounts({ ok, output }) {
  return ok
    ? { passedCount: 1, failedCount: 0, lines: [] }
    : { passedCount: 0, failedCount: 1, lines: [output] };
}

function add(totals, { passedCount, failedCount }) {
  totals.passedCount += passedCount;
  totals.failedCount += failedCount;
}

function timed(name, step) {
  const startMs = performance.now();
  const counts = step();
  const seconds = ((performance.now() - startMs) / 1000).toFixed(1);
  const verdict = counts.failedCount > 0 ? "failed" : "ok";
  process.stdout.write(`${name.padEnd(10)} ${verdict.padEnd(6)} ${seconds.padStart(6)} s\n`);
  for (const line of counts.lines) process.stdout.write(`${line.trimEnd()}\n`);
  return counts;
}

function runVitest() {
  const folder = mkdtempSync(join(tmpdir(), "fold-test-"));
  try {
    const reportPath = join(folder, "report.json");
    const { ok, output } = runTool("vitest", [
      "run",
      "--reporter=default",
      "--reporter=json",
      `--outputFile.json=${reportPath}`,
    ]);
    return countsOfVitest({ ok, output, report: readReport(reportPath) });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** No report means that vitest did not come so far; that is one failure, shown with its output. */
function readReport(path) {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch {
    return undefined;
  }
}

function countsOfVitest({ ok, output, report }) {
  if (report === undefined) return { passedCount: 0, failedCount: 1, lines: [output] };

  const files = report.testResults;
  const tests = files.flatMap((file) =>
    file.assertionResults.map((test) => ({ ...test, path: relative(root, file.name) })),
  );
  const withStatus = (...wanted) => tests.filter(({ status }) => wanted.includes(status));
  // A file that could not be loaded has no failed test of its own, and yet it failed.
  const brokenFileCount = files.filter(
    (file) =>
      file.status === "failed" && !file.assertionResults.some(({ status }) => status === "failed"),
  ).length;
  const foundCount = withStatus("failed").length + brokenFileCount;
  // Errors outside any test, such as an unhandled rejection, show in the exit code alone.
  const failedCount = ok ? foundCount : Math.max(1, foundCount);

  const skipped = withStatus("skipped", "pending", "todo", "disabled").map(
    ({ path, fullName }) => `skipped    ${path}: ${fullName}`,
  );
  return {
    passedCount: withStatus("passed").length,
    failedCount,
    lines: failedCount > 0 ? [output, ...skipped] : skipped,
  };
}
