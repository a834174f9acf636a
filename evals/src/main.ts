/** The command line. */
import { writeFileSync } from "node:fs";
import { builtProgram } from "./driver/desk.js";
import { evaluate } from "./evaluate.js";
import { type CompareOptions, HELP, parseOptions, type RunOptions } from "./options.js";
import { comparedRunOf, compareReport } from "./report/compare-report.js";
import { report } from "./report/report.js";
import { readResults } from "./report/results-file.js";
import { loadCases } from "./scenario/load-cases.js";
import { compare } from "./scoring/compare.js";
import { missingSkill, oneSkill, ownSkill } from "./skill.js";

const EXIT = { measured: 0, usage: 2, nothingCompleted: 3, interrupted: 130 } as const;

/** Between SIGTERM and SIGKILL for an agent that does not end in time. */
const GRACE_MS = 2000;

/** Returns the exit code; `--help` lists them. Throws for a bug in the harness alone. */
export async function main(argv: readonly string[]): Promise<number> {
  const parsed = parseOptions(argv);
  if (!parsed.ok) return refuse(`${parsed.message}\n\n${HELP}`);
  switch (parsed.asks) {
    case "help":
      process.stdout.write(HELP);
      return EXIT.measured;
    case "compare":
      return compareFiles(parsed.options);
    case "run":
      return run(parsed.options);
  }
}

function refuse(message: string): number {
  process.stderr.write(`${message}\n`);
  return EXIT.usage;
}

async function run(options: RunOptions): Promise<number> {
  if (process.platform === "win32") {
    return refuse("Windows has no process groups: use another system, or its Linux subsystem.");
  }
  const loaded = loadCases();
  if (!loaded.ok) return refuse(loaded.faults.join("\n"));
  const unknown = options.cases.find((id) => !loaded.cases.some((one) => one.id === id));
  if (unknown !== undefined) return refuse(`--cases: there is no case ${unknown}`);
  const cases = loaded.cases.filter(
    ({ id, family }) =>
      options.only.includes(family) && (options.cases.length === 0 || options.cases.includes(id)),
  );
  if (cases.length === 0) return refuse("--only and --cases leave no case");
  const skill = options.skill === null ? ownSkill() : oneSkill(options.skill);
  const missing = missingSkill(skill);
  if (missing !== null) return refuse(`--skill: there is no SKILL.md in ${missing}`);

  const abort = new AbortController();
  const interrupt = (): void => abort.abort();
  process.on("SIGINT", interrupt).on("SIGTERM", interrupt);
  const evaluated = await evaluate(cases, {
    ...options,
    command: options.agentCmd,
    skill,
    recorder: builtProgram("driver/recorder.js"),
    timeoutMs: options.timeoutSeconds * 1000,
    graceMs: GRACE_MS,
    abort: abort.signal,
    onTrial: ({ scenario, outcome, seconds }, done, all) => {
      process.stderr.write(`${done}/${all} ${scenario}: ${outcome}, ${seconds.toFixed(1)} s\n`);
    },
  });
  process.off("SIGINT", interrupt).off("SIGTERM", interrupt);
  if (evaluated === null) return EXIT.interrupted;
  const { results, keptIn } = evaluated;
  if (options.json !== null) writeJson(options.json, results);
  process.stdout.write(report(results, options.format));
  if (keptIn !== null) process.stderr.write(`kept in ${keptIn}\n`);
  return results.summary.completion.hits === 0 ? EXIT.nothingCompleted : EXIT.measured;
}

function compareFiles({ before, after, seed, json, format }: CompareOptions): number {
  const [first, second] = [readResults(before), readResults(after)];
  if (!first.ok) return refuse(first.fault);
  if (!second.ok) return refuse(second.fault);
  const comparison = compare(comparedRunOf(first.results), comparedRunOf(second.results), seed);
  if (comparison.comparedCount === 0) return refuse("--compare: the files have no case in common");
  if (json !== null) writeJson(json, { schema: "fold.evals-compare/1", ...comparison });
  process.stdout.write(compareReport(comparison, format));
  return EXIT.measured;
}

function writeJson(path: string, document: unknown): void {
  writeFileSync(path, `${JSON.stringify(document, null, 2)}\n`);
}
