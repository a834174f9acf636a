/**
 * Stands on the PATH of an agent as `fold`: runs the real command with the arguments and the standard
 * input it was given, hands on its answer and its exit code, and writes down how the call went. Where
 * `--now` is not given, it is the time of the scenario.
 */
import { spawnSync } from "node:child_process";
import { openSync, readFileSync, writeSync } from "node:fs";
// Types alone: an agent waits for each call, and a schema would take longer to load than the call.
import type { CallLine, RecorderSettings } from "./calls.js";

/** More than the command ever prints in a scenario. */
const OUTPUT_BYTES_MAX = 256 * 1024 * 1024;

const [settingsPath = "", ...argv] = process.argv.slice(2);
const settings: RecorderSettings = JSON.parse(readFileSync(settingsPath, "utf8"));
const journal = openJournal(settings.journal);
const ran = spawnSync(process.execPath, [settings.fold, ...withNow(argv)], {
  stdio: ["inherit", "pipe", "inherit"],
  maxBuffer: OUTPUT_BYTES_MAX,
});
if (ran.error !== undefined) throw ran.error;
writeSync(journal, `${JSON.stringify(lineOf(argv, ran.stdout.toString()))}\n`);
writeAll(ran.stdout);
if (ran.signal === null) process.exitCode = ran.status ?? 1;
else process.kill(process.pid, ran.signal);

/** Before the command does anything: what is not recorded must not happen. */
function openJournal(path: string): number {
  try {
    return openSync(path, "a");
  } catch (error) {
    process.stderr.write(
      `fold: this call cannot be recorded in ${path}, so it was not made. ` +
        "A sandbox around the agent must let it write there.\n",
    );
    throw error;
  }
}

function withNow([command = "", ...rest]: readonly string[]): readonly string[] {
  const takesNow = ["state", "commit", "annotate"].includes(command);
  const hasNow = rest.some((one) => one === "--now" || one.startsWith("--now="));
  if (!takesNow || hasNow) return command === "" ? rest : [command, ...rest];
  return [command, "--now", settings.now, ...rest];
}

function lineOf([command = ""]: readonly string[], stdout: string): CallLine {
  const answer = jsonOf(stdout);
  const outcome = member(answer, "outcome");
  const violations = member(answer, "violations");
  const over = (Array.isArray(violations) ? violations : [])
    .filter((violation) => member(violation, "code") === "budget_exceeded")
    .map((violation) => Number(member(violation, "over_by") ?? 0));
  return {
    command,
    outcome: typeof outcome === "string" ? outcome : null,
    over_by: over.reduce((sum, units) => sum + units, 0),
  };
}

function member(value: unknown, name: string): unknown {
  if (typeof value !== "object" || value === null) return undefined;
  return Object.entries(value).find(([key]) => key === name)?.[1];
}

/** Views have no outcome, and the brief and the help are no JSON. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** To a pipe that nobody reads any more there is nothing left to say. */
function writeAll(bytes: Buffer): void {
  let written = 0;
  while (written < bytes.length) {
    try {
      written += writeSync(1, bytes, written);
    } catch (error) {
      const code = error instanceof Error && "code" in error ? error.code : undefined;
      if (code === "EAGAIN") continue;
      if (code === "EPIPE") return;
      throw error;
    }
  }
}
