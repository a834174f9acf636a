/** What the command line can ask for. */
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { FAMILIES, type Family } from "./scenario/case-schema.js";

export interface RunOptions {
  readonly agentCmd: string;
  readonly only: readonly Family[];
  /** Cases by name; empty: all. */
  readonly cases: readonly string[];
  readonly repeats: number;
  readonly seed: number;
  readonly timeoutSeconds: number;
  readonly jobs: number;
  readonly json: string | null;
  readonly skill: string | null;
  readonly keep: string | null;
  readonly format: "text" | "markdown";
}

export interface CompareOptions {
  readonly before: string;
  readonly after: string;
  readonly seed: number;
  readonly json: string | null;
  readonly format: "text" | "markdown";
}

export const HELP = `Lets an agent work on scenarios with the real command, and measures how it judged.

  npm run evals -- --agent-cmd 'claude -p < TASK.md' --repeats 3 --json before.json
  npm run evals -- --compare before.json after.json

  --agent-cmd C        the agent, as a command for sh; it starts in a folder with TASK.md and
                       skill/SKILL.md, has the task on its standard input and fold on its PATH
  --only LIST          families: ${FAMILIES.slice(0, 3).join(",")},
                       ${FAMILIES.slice(3).join(",")}; all unless given
  --cases LIST         only these cases, by id
  --repeats N          how often each scenario is worked on, 1 to 100; 1 unless given
  --seed S             of the order, of the intervals, and of FOLD_EVALS_SEED; 1 unless given
  --timeout-seconds T  for one scenario, 1 to 7200; 600 unless given
  --jobs J             how many agents at once, 1 to 64; 1 unless given
  --json FILE          also write everything as JSON
  --skill DIR          the folder of SKILL.md, for all tasks; unless given, that of this repository in
                       the language of each task
  --keep DIR           keep the folders of all trials below DIR; else those of a run in which all
                       trials completed are removed
  --format F           text (unless given) or markdown
  --compare A B        compare two files that --json wrote, case by case
  --help               this text

Ends with 0 when it was measured, whatever the scores; 1 for a bug in the harness; 2 for a command
line or an input that makes no sense; 3 when no trial completed; 130 after Ctrl-C.
`;

export type ParsedOptions =
  | { readonly ok: true; readonly asks: "help" }
  | { readonly ok: true; readonly asks: "run"; readonly options: RunOptions }
  | { readonly ok: true; readonly asks: "compare"; readonly options: CompareOptions }
  | { readonly ok: false; readonly message: string };

const FLAGS = {
  "agent-cmd": { type: "string" },
  only: { type: "string", default: FAMILIES.join() },
  cases: { type: "string", default: "" },
  repeats: { type: "string", default: "1" },
  seed: { type: "string", default: "1" },
  "timeout-seconds": { type: "string", default: "600" },
  jobs: { type: "string", default: "1" },
  json: { type: "string" },
  skill: { type: "string" },
  keep: { type: "string" },
  format: { type: "string", default: "text" },
  compare: { type: "boolean", default: false },
  help: { type: "boolean", default: false },
} as const;

const SEED_MAX = 2 ** 31 - 1;

export function parseOptions(argv: readonly string[]): ParsedOptions {
  let values: ReturnType<typeof parse>["values"];
  let positionals: readonly string[];
  try {
    ({ values, positionals } = parse(argv));
  } catch (error) {
    return refuse(error instanceof Error ? error.message : String(error));
  }
  if (values.help) return { ok: true, asks: "help" };
  const { format } = values;
  if (format !== "text" && format !== "markdown") return refuse("--format: text or markdown");
  const seed = wholeNumber(values.seed, { from: 0, to: SEED_MAX });
  if (seed === null) return refuse(`--seed: a whole number from 0 to ${SEED_MAX}`);
  const json = values.json === undefined ? null : resolve(values.json);
  if (values.compare) {
    const [before, after, ...more] = positionals;
    if (before === undefined || after === undefined || more.length > 0) {
      return refuse("--compare: two files that --json wrote are needed");
    }
    return { ok: true, asks: "compare", options: { before, after, seed, json, format } };
  }
  if (positionals.length > 0) return refuse(`${positionals[0]}: what is this?`);
  return parseRun(values, { seed, json, format });
}

function parse(argv: readonly string[]) {
  return parseArgs({ args: [...argv], options: FLAGS, allowPositionals: true });
}

function parseRun(
  values: ReturnType<typeof parse>["values"],
  common: Pick<RunOptions, "seed" | "json" | "format">,
): ParsedOptions {
  const agentCmd = values["agent-cmd"];
  if (agentCmd === undefined || agentCmd.trim() === "") {
    return refuse("--agent-cmd: the command of an agent is needed");
  }
  const repeats = wholeNumber(values.repeats, { from: 1, to: 100 });
  if (repeats === null) return refuse("--repeats: a whole number from 1 to 100");
  const timeoutSeconds = wholeNumber(values["timeout-seconds"], { from: 1, to: 7200 });
  if (timeoutSeconds === null) return refuse("--timeout-seconds: a whole number from 1 to 7200");
  const jobs = wholeNumber(values.jobs, { from: 1, to: 64 });
  if (jobs === null) return refuse("--jobs: a whole number from 1 to 64");
  const names = values.only.split(",");
  const unknown = names.find((name) => !FAMILIES.some((family) => family === name));
  if (unknown !== undefined) {
    return refuse(`--only: there is no ${unknown}, only ${FAMILIES.join(", ")}`);
  }
  const options: RunOptions = {
    agentCmd,
    only: FAMILIES.filter((family) => names.includes(family)),
    cases: values.cases === "" ? [] : values.cases.split(","),
    repeats,
    timeoutSeconds,
    jobs,
    skill: values.skill === undefined ? null : resolve(values.skill),
    keep: values.keep === undefined ? null : resolve(values.keep),
    ...common,
  };
  return { ok: true, asks: "run", options };
}

function refuse(message: string): ParsedOptions {
  return { ok: false, message };
}

interface Bounds {
  readonly from: number;
  readonly to: number;
}

function wholeNumber(text: string, { from, to }: Bounds): number | null {
  if (!/^\d{1,12}$/.test(text)) return null;
  const value = Number(text);
  return value >= from && value <= to ? value : null;
}
