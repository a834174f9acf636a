/** The built command as a process, and what a test asks of a store on disk. */
import { type ChildProcess, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Accepted, LogRecord } from "@fold/contracts";
import { execa, type Options } from "execa";

export const BIN = fileURLToPath(new URL("../../bin/fold.cjs", import.meta.url));
export const CTL = fileURLToPath(new URL("../../bin/foldctl.cjs", import.meta.url));

if (!existsSync(fileURLToPath(new URL("../../dist/main.cjs", import.meta.url)))) {
  throw new Error("These tests run the built command, and there is no build: npm run build");
}

/** Multiplies the number of runs of the tests that play with chance. */
export const SOAK = Number(process.env["FOLD_SOAK"] ?? 1);

export interface Ran {
  readonly exitCode: number | undefined;
  readonly signal: string | undefined;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the command to its end. Nothing is trimmed, nothing thrown. */
export async function fold(args: readonly string[], options: Options = {}): Promise<Ran> {
  const result = await execa(process.execPath, [BIN, ...args], {
    stdin: options.input === undefined ? "ignore" : "pipe",
    env: { FOLD_DIR: "" },
    reject: false,
    stripFinalNewline: false,
    maxBuffer: 1 << 28,
    ...options,
  });
  return {
    exitCode: result.exitCode,
    signal: result.signal,
    stdout: String(result.stdout),
    stderr: String(result.stderr),
  };
}

/** As `fold`, for an answer that is JSON. */
export async function foldJson(args: readonly string[], options: Options = {}) {
  const ran = await fold(args, options);
  return { ...ran, json: JSON.parse(ran.stdout) };
}

/** Starts the command and leaves the rest to the test. */
export function startFold(
  args: readonly string[],
  options: { readonly stdio: ("pipe" | "ignore" | number)[] },
): ChildProcess {
  return spawn(process.execPath, [BIN, ...args], options);
}

export function exitOf(
  child: ChildProcess,
): Promise<{ code: number | null; signal: string | null }> {
  if (child.exitCode !== null || child.signalCode !== null) {
    return Promise.resolve({ code: child.exitCode, signal: child.signalCode });
  }
  return new Promise((resolve) => {
    child.once("close", (code, signal) => resolve({ code, signal }));
  });
}

/** A fresh directory that goes away after the test that made it. */
export function temporary(onTestFinished: (cleanUp: () => void) => void): string {
  const dir = mkdtempSync(join(tmpdir(), "fold-cli-"));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

export function declare(id: string, fields: Readonly<Record<string, unknown>> = {}) {
  return { op: "declare", id, title: `Title of ${id}`, tier: "XXS", kind: "info", ...fields };
}

export function batch(batchId: string, ...declarations: readonly unknown[]): string {
  return JSON.stringify({ batch_id: batchId, declarations });
}

/** Commits a batch and wants it accepted. */
export async function commit(dir: string, input: string): Promise<Accepted> {
  const args = ["commit", "--dir", dir, "--init", "--actor", "tester", "-"];
  const ran = await foldJson(args, { input });
  if (ran.exitCode !== 0) throw new Error(`not accepted: ${ran.stdout}${ran.stderr}`);
  return ran.json;
}

export function logBytes(dir: string): Buffer {
  return readFileSync(join(dir, "events.jsonl"));
}

/** Every record of the log, after checking that it is whole: lines, numbers, hashes, chain. */
export function wholeLog(dir: string): readonly LogRecord[] {
  const text = logBytes(dir).toString("utf8");
  if (!text.endsWith("\n")) throw new Error("the log does not end in a line feed");
  let previous = "0".repeat(64);
  return text
    .slice(0, -1)
    .split("\n")
    .map((line, index) => {
      const record = JSON.parse(line) as LogRecord;
      const hash = createHash("sha256").update(line.slice(0, -75)).digest("hex");
      if (record.event_seq !== index + 1) throw new Error(`line ${index + 1}: wrong number`);
      if (record.prev !== previous) throw new Error(`line ${index + 1}: broken chain`);
      if (record.hash !== hash) throw new Error(`line ${index + 1}: wrong hash`);
      previous = hash;
      return record;
    });
}
