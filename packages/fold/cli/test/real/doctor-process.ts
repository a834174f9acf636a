/** The built `fold-doctor` as a process, and stores to show it. */
import { createHash } from "node:crypto";
import { lstatSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { openFold } from "@fold/sdk";
import { execa, type Options } from "execa";
import type { Ran } from "./fold-process.js";

export const DOCTOR = fileURLToPath(new URL("../../bin/fold-doctor.cjs", import.meta.url));

/** Runs the command to its end. Nothing is trimmed, nothing thrown. */
export async function foldDoctor(args: readonly string[], options: Options = {}): Promise<Ran> {
  const { exitCode, signal, stdout, stderr } = await execa(process.execPath, [DOCTOR, ...args], {
    stdin: "ignore",
    env: { FOLD_DIR: "" },
    reject: false,
    stripFinalNewline: false,
    ...options,
  });
  return { exitCode, signal, stdout: String(stdout), stderr: String(stderr) };
}

const CONTEXT = { actor: "tester", now: "2026-11-30T09:00:00.000Z" };

/** Saves so many annotations, one record each. */
export async function annotate(dir: string, ids: readonly string[], text = "text"): Promise<void> {
  const fold = await openFold({ dir, init: true });
  for (const id of ids) {
    const note = { annotation_id: id, entry_id: null, text: `${text} of ${id}` };
    const receipt = await fold.annotate(note, CONTEXT);
    if (receipt.outcome !== "accepted") throw new Error(JSON.stringify(receipt));
  }
  await fold.close();
}

export function logIn(dir: string): Buffer {
  return readFileSync(join(dir, "events.jsonl"));
}

export function linesIn(dir: string): string[] {
  return logIn(dir).toString("utf8").split("\n").slice(0, -1);
}

/** A new store that has nothing but a log. */
export function storeWith(dir: string, log: string | Uint8Array): string {
  mkdirSync(dir);
  writeFileSync(join(dir, "events.jsonl"), log);
  return dir;
}

/** Everything that writing into a directory would change. */
export function imprintOf(dir: string): readonly object[] {
  const names = ["", ...readdirSync(dir, { recursive: true, encoding: "utf8" })].sort();
  return names.map((name) => {
    const { mtimeMs, ctimeMs, ino, mode, size } = lstatSync(join(dir, name));
    const isFile = lstatSync(join(dir, name)).isFile();
    const bytes = isFile ? readFileSync(join(dir, name)) : "";
    const hash = createHash("sha256").update(bytes).digest("hex");
    return { name, mtimeMs, ctimeMs, ino, mode, size, hash };
  });
}
