/** The command line of the runner. */
import { parseArgs } from "node:util";
import { kernel } from "@fold/kernel";
import { commandDriver } from "./drivers/command.js";
import type { Driver } from "./drivers/driver.js";
import { foldCommand } from "./drivers/fold.js";
import { memoryDriver } from "./drivers/memory.js";
import { sdkDriver } from "./drivers/sdk.js";
import { type LoadedCase, loadCases } from "./load.js";
import { type NamedResult, report, type Tally, tallyOf } from "./report.js";
import { type CaseResult, runCase } from "./run-case.js";

const HELP = `Runs the conformance cases and prints a table. Ends with code 1 if one of them fails.

  node run.mjs                          the kernel in memory, the SDK, and the fold command
  node run.mjs --driver sdk             one of memory, sdk, fold; may be repeated
  node run.mjs --cmd "other-fold"       any program with the same command line
  node run.mjs --case budget            only cases whose file or name contains this
  node run.mjs --list                   the names of the cases
`;

/** A command line that makes no sense. */
class UsageError extends Error {}

/** Ends with 0 if every case passed, 1 if one did not, 2 if the command line makes no sense. */
export async function main(
  argv: readonly string[],
  print: (text: string) => void,
): Promise<number> {
  try {
    return await run(argv, print);
  } catch (error) {
    const isUsage = error instanceof UsageError || (error instanceof TypeError && "code" in error);
    if (!isUsage) throw error;
    print(`${error.message}\n\n${HELP}`);
    return 2;
  }
}

async function run(argv: readonly string[], print: (text: string) => void): Promise<number> {
  const { values } = parseArgs({ args: [...argv], options: OPTIONS });
  if (values.help === true) {
    print(HELP);
    return 0;
  }
  const wanted = values.case ?? "";
  const cases = loadCases().filter((loaded) => nameOf(loaded).includes(wanted));
  if (cases.length === 0) throw new UsageError(`no case contains ${wanted}`);
  if (values.list === true) {
    print(cases.map((loaded) => `${nameOf(loaded)}\n`).join(""));
    return 0;
  }
  const tallies: Tally[] = [];
  for (const driver of driversOf(values.driver, values.cmd)) {
    tallies.push(tallyOf(driver.name, await resultsOf(cases, driver)));
  }
  print(report(tallies));
  return tallies.some(({ failed }) => failed.length > 0) ? 1 : 0;
}

const OPTIONS = {
  driver: { type: "string", multiple: true },
  cmd: { type: "string" },
  case: { type: "string" },
  list: { type: "boolean" },
  help: { type: "boolean" },
} as const;

function nameOf({ file, testCase }: LoadedCase): string {
  return `${file}: ${testCase.name}`;
}

async function resultsOf(cases: readonly LoadedCase[], driver: Driver): Promise<NamedResult[]> {
  const results: NamedResult[] = [];
  for (const loaded of cases) {
    // A program that answers no JSON, or none at all, fails the case and not the run.
    const result = await runCase(loaded.testCase, driver).catch(
      (error: unknown): CaseResult => ({
        verdict: "failed",
        faults: [error instanceof Error ? error.message : String(error)],
        skippedSteps: 0,
        log: null,
      }),
    );
    results.push({ name: nameOf(loaded), result });
  }
  return results;
}

function driversOf(
  names: readonly string[] | undefined,
  cmd: string | undefined,
): readonly Driver[] {
  const own = [
    memoryDriver(kernel),
    sdkDriver(),
    commandDriver({ name: "fold", command: foldCommand() }),
  ];
  const chosen = names ?? (cmd === undefined ? own.map(({ name }) => name) : []);
  const unknown = chosen.filter((name) => !own.some((driver) => driver.name === name));
  if (unknown.length > 0) throw new UsageError(`no driver is called ${unknown.join(", ")}`);
  const other = cmd === undefined ? [] : [commandDriver({ name: cmd, command: wordsOf(cmd) })];
  return [...own.filter(({ name }) => chosen.includes(name)), ...other];
}

/** Words are told apart by spaces; quotes keep a space in a word. */
function wordsOf(command: string): [string, ...string[]] {
  const words = command.match(/"[^"]*"|'[^']*'|[^\s"']+/g) ?? [];
  const [program, ...rest] = words.map((word) => word.replace(/^(["'])(.*)\1$/, "$2"));
  if (program === undefined) throw new UsageError("--cmd names a program");
  return [program, ...rest];
}
