/**
 * The one place that starts `git`. What holds for every command:
 *
 * 1. No shell, and the repository's own ways to start programs are off: hooks, file system monitor,
 *    pager, external diffs, signature checks, and the clean and smudge filters. (A filter may write:
 *    that of Git LFS fills `.git/lfs` when it is asked about a changed file.)
 * 2. Nothing is written. `GIT_OPTIONAL_LOCKS=0` and `diff.autoRefreshIndex=false` keep `status` and
 *    `diff` from refreshing the index.
 * 3. No network: a partial clone may not fetch what it lacks.
 * 4. Output does not depend on the language, the settings or the GIT_ variables of the caller.
 */
import { type ExecFileException, execFile } from "node:child_process";
import type { GitError } from "./git-error.js";

export interface RunOptions {
  /** Exit codes that are answers and not failures; 0 unless given. */
  readonly okExitCodes?: readonly number[];
  readonly bytesMax: number;
  readonly timeoutMs: number;
}

export type GitOutcome =
  | {
      readonly ok: true;
      readonly exitCode: number;
      readonly text: string;
      /** The output was longer than `bytesMax`, and the rest is missing. */
      readonly isCut: boolean;
    }
  | { readonly ok: false; readonly error: GitError };

export interface Git {
  run(args: readonly string[], options: RunOptions): Promise<GitOutcome>;
}

export type Environment = Readonly<Record<string, string | undefined>>;
type Settings = readonly (readonly [key: string, value: string])[];

const SETTINGS: Settings = [
  ["core.quotePath", "false"],
  ["core.fsmonitor", "false"],
  ["core.hooksPath", "/dev/null"],
  ["diff.autoRefreshIndex", "false"],
  ["log.showSignature", "false"],
  ["i18n.logOutputEncoding", "UTF-8"],
  ["color.ui", "false"],
];

/** Variables that say where git and its settings are; all other GIT_ variables are dropped. */
const KEPT_VARIABLES = new Set([
  "GIT_CEILING_DIRECTORIES",
  "GIT_CONFIG_GLOBAL",
  "GIT_CONFIG_NOSYSTEM",
  "GIT_CONFIG_SYSTEM",
  "GIT_EXEC_PATH",
]);

const FILTER_KEY = /^filter\.(.*)\.[^.]*$/s;

/** git at one path, with every filter that its settings define switched off. */
export async function openGit(path: string, environment: Environment): Promise<Git> {
  const plain = gitAt(path, gitEnvironment(environment, SETTINGS));
  const listed = await plain.run(
    ["config", "--null", "--name-only", "--get-regexp", "^filter\\."],
    {
      okExitCodes: [0, 1],
      bytesMax: 1024 * 1024,
      timeoutMs: 10_000,
    },
  );
  const keys = listed.ok ? listed.text.split("\0") : [];
  const names = new Set(keys.flatMap((key) => FILTER_KEY.exec(key)?.[1] ?? []));
  const filters = [...names].flatMap(
    (name): Settings => [
      [`filter.${name}.clean`, ""],
      [`filter.${name}.smudge`, ""],
      [`filter.${name}.process`, ""],
      [`filter.${name}.required`, "false"],
    ],
  );
  return gitAt(path, gitEnvironment(environment, [...SETTINGS, ...filters]));
}

function gitAt(path: string, env: Record<string, string>): Git {
  return {
    run: (args, options) =>
      new Promise((resolve) => {
        const { bytesMax, timeoutMs } = options;
        execFile(
          "git",
          ["--no-pager", "-C", path, ...args],
          { env, encoding: "buffer", maxBuffer: bytesMax, timeout: timeoutMs, windowsHide: true },
          (error, stdout, stderr) => {
            resolve(outcomeOf({ args, options, error, stdout, stderr: stderr.toString("utf8") }));
          },
        );
      }),
  };
}

interface Ended {
  readonly args: readonly string[];
  readonly options: RunOptions;
  readonly error: ExecFileException | null;
  readonly stdout: Buffer;
  readonly stderr: string;
}

function outcomeOf({ args, options, error, stdout, stderr }: Ended): GitOutcome {
  const command = args[0] ?? "";
  const text = stdout.toString("utf8");
  if (error === null) return { ok: true, exitCode: 0, text, isCut: false };
  if (error.code === "ERR_CHILD_PROCESS_STDIO_MAXBUFFER") {
    return { ok: true, exitCode: 0, text, isCut: true };
  }
  if (error.code === "ENOENT") return { ok: false, error: { code: "git_missing" } };
  if (typeof error.code === "number") {
    const { okExitCodes = [0] } = options;
    if (okExitCodes.includes(error.code)) {
      return { ok: true, exitCode: error.code, text, isCut: false };
    }
    const detail = lastLine(stderr) || `exit code ${error.code}`;
    return { ok: false, error: { code: "git_failed", command, detail } };
  }
  if (error.killed === true) {
    return { ok: false, error: { code: "timed_out", command, timeoutMs: options.timeoutMs } };
  }
  const detail = lastLine(stderr) || `signal ${error.signal ?? "unknown"}`;
  return { ok: false, error: { code: "git_failed", command, detail } };
}

/** What git ends with says more than the warnings and hints before it. */
function lastLine(text: string): string {
  return text.trim().split("\n").at(-1) ?? "";
}

function gitEnvironment(environment: Environment, settings: Settings): Record<string, string> {
  const env: Record<string, string> = {};
  for (const [name, value] of Object.entries(environment)) {
    if (value === undefined) continue;
    if (name.startsWith("GIT_") && !KEPT_VARIABLES.has(name)) continue;
    env[name] = value;
  }
  env["LC_ALL"] = "C";
  env["LANGUAGE"] = "";
  env["GIT_OPTIONAL_LOCKS"] = "0";
  env["GIT_TERMINAL_PROMPT"] = "0";
  env["GIT_LITERAL_PATHSPECS"] = "1";
  env["GIT_NO_LAZY_FETCH"] = "1";
  // Older versions of git do not know GIT_NO_LAZY_FETCH, but fetch over no protocol but this one.
  env["GIT_ALLOW_PROTOCOL"] = "none";
  env["GIT_CONFIG_COUNT"] = String(settings.length);
  settings.forEach(([key, value], index) => {
    env[`GIT_CONFIG_KEY_${index}`] = key;
    env[`GIT_CONFIG_VALUE_${index}`] = value;
  });
  return env;
}
