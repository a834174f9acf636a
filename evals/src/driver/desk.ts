/**
 * The place where one agent works. Its own folder holds the task, the skill and the store; what is
 * noted about it lies beside that folder, and what is expected of it nowhere near.
 */
import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Scenario } from "../scenario/scenario.js";
import { taskOf } from "../scenario/task.js";
import type { Skill } from "../skill.js";
import type { RecorderSettings } from "./calls.js";

export interface Desk {
  /** The working folder of the agent. */
  readonly cwd: string;
  readonly store: string;
  readonly task: string;
  readonly journal: string;
  readonly stdout: string;
  readonly stderr: string;
  readonly env: NodeJS.ProcessEnv;
}

export interface DeskSettings {
  /** Its folder is copied. */
  readonly skill: Skill;
  readonly recorder: string;
  /** A number that an agent may use for its chance. */
  readonly seed: number;
}

export function prepareDesk(folder: string, scenario: Scenario, settings: DeskSettings): Desk {
  const [cwd, bin, notes] = [join(folder, "desk"), join(folder, "bin"), join(folder, "notes")];
  for (const path of [cwd, bin, notes]) mkdirSync(path, { recursive: true });
  const task = join(cwd, "TASK.md");
  writeFileSync(task, taskOf(scenario));
  cpSync(settings.skill[scenario.language], join(cwd, "skill"), { recursive: true });
  const journal = join(notes, "calls.jsonl");
  putCommand(bin, { ...settings, notes, journal, now: scenario.now });
  const store = join(cwd, "store");
  const { PATH = "", FOLD_DIR: _ours, ...rest } = process.env;
  return {
    cwd,
    store,
    task,
    journal,
    stdout: join(notes, "stdout.txt"),
    stderr: join(notes, "stderr.txt"),
    env: {
      ...rest,
      PATH: `${bin}${delimiter}${PATH}`,
      FOLD_DIR: store,
      FOLD_EVALS_SEED: String(settings.seed),
    },
  };
}

interface Command extends Pick<DeskSettings, "recorder"> {
  readonly notes: string;
  readonly journal: string;
  readonly now: string;
}

function putCommand(bin: string, { recorder, notes, journal, now }: Command): void {
  const settings: RecorderSettings = { fold: foldProgram(), journal, now };
  const settingsPath = join(notes, "recorder.json");
  writeFileSync(settingsPath, JSON.stringify(settings));
  const words = [process.execPath, recorder, settingsPath].map(quoted).join(" ");
  writeFileSync(join(bin, "fold"), `#!/bin/sh\nexec ${words} "$@"\n`, { mode: 0o755 });
}

function quoted(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}

function foldProgram(): string {
  const manifest = createRequire(import.meta.url).resolve("@fold/cli/package.json");
  return join(dirname(manifest), "bin", "fold.cjs");
}

/** The built recorder; the same from `src` and from `dist`. */
export function builtProgram(name: string): string {
  const [packageFolder = ""] = fileURLToPath(import.meta.url).split(/[/\\](?:src|dist)[/\\]/);
  return join(packageFolder, "dist", name);
}
