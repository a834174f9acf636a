/** What the tests of the store share: a directory that goes away, short requests, a full check. */
import {
  appendFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Accepted, Batch, Finding, Instant, Receipt, Store } from "@fold/contracts";
import { type OpenStoreOptions, openStore, verify } from "@fold/store-fs";
import { expect, onTestFinished } from "vitest";
import { fakeKernel } from "../fakes/fake-kernel.mjs";

export const NOW = "2026-11-30T09:00:00.000Z" as Instant;
export const CONTEXT = { actor: "agent", now: NOW } as const;

/** Where there is one, a file system in memory: hundreds of stores, without a disk to wait for. */
const FAST_PARENT = existsSync("/dev/shm") ? "/dev/shm" : tmpdir();

export function temporaryDir(parent = FAST_PARENT): string {
  const dir = mkdtempSync(join(parent, "fold-store-"));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

export type Options = Partial<OpenStoreOptions>;

/** Opens a store that is closed when the test ends. */
export async function open(dir: string, options: Options = {}): Promise<Store> {
  const opened = await openStore({ dir, kernel: fakeKernel, init: true, ...options });
  if (!opened.ok) throw new Error(JSON.stringify(opened.failure));
  onTestFinished(() => opened.store.close());
  return opened.store;
}

export function declare(id: string, title = `Title of ${id}`): Batch {
  const entry = { op: "declare", id, title, tier: "XS", kind: "info" } as const;
  return { batch_id: `batch-${id}`, declarations: [entry] };
}

export function patch(batchId: string, id: string, title: string): Batch {
  return { batch_id: batchId, declarations: [{ op: "patch", id, title }] };
}

export function accepted(receipt: Receipt): Accepted {
  if (receipt.outcome !== "accepted") throw new Error(JSON.stringify(receipt));
  return receipt;
}

/** Lets a fresh handle read, which writes the caches if they are due for a handle that starts. */
export async function readFresh(dir: string): Promise<void> {
  const opened = await openStore({ dir, kernel: fakeKernel });
  if (!opened.ok) throw new Error(JSON.stringify(opened.failure));
  await opened.store.view({ now: NOW });
  await opened.store.close();
}

/** Commits so many small batches, then leaves the caches as a command would. */
export async function fill(store: Store, count: number, title = "x"): Promise<void> {
  await commitOnly(store, count, title);
  await readFresh(store.dir);
}

/** Commits so many small batches; the first declares the entry that the others patch. */
export async function commitOnly(store: Store, count: number, title = "x"): Promise<void> {
  for (let at = 0; at < count; at += 1) {
    const batch = at === 0 ? declare("e") : patch(`fill-${at}`, "e", `${title}-${at}`);
    accepted(await store.commit(batch, CONTEXT));
  }
}

export async function titles(store: Store): Promise<readonly string[]> {
  const read = await store.view({ now: NOW });
  if (!read.ok) throw new Error(JSON.stringify(read.failure));
  return "root" in read.value ? read.value.root.entries.map(({ title }) => title) : [];
}

export async function seqOf(store: Store): Promise<number> {
  const read = await store.view({ now: NOW });
  if (!read.ok) throw new Error(JSON.stringify(read.failure));
  return read.value.event_seq;
}

export function logOf(dir: string): Buffer {
  return readFileSync(join(dir, "events.jsonl"));
}

export function linesOf(dir: string): readonly string[] {
  return logOf(dir).toString("utf8").split("\n").slice(0, -1);
}

export function writeLog(dir: string, content: string | Uint8Array): void {
  writeFileSync(join(dir, "events.jsonl"), content);
}

export function appendLog(dir: string, content: string | Uint8Array): void {
  appendFileSync(join(dir, "events.jsonl"), content);
}

/** Walks the whole store: the log is sound, the caches fit it. Returns what else was found. */
export async function fullCheck(dir: string): Promise<readonly Finding[]> {
  const verified = await verify(dir, { kernel: fakeKernel });
  if (!verified.ok) throw new Error(JSON.stringify(verified.failure));
  expect(verified.value.failure).toBeNull();
  const wrong = verified.value.findings.filter(({ code }) => /differs|damaged/.test(code));
  expect(wrong).toEqual([]);
  return verified.value.findings;
}

/** A copy of a log in a directory of its own, with nothing else. */
export function dirWithLog(content: string | Uint8Array): string {
  const dir = temporaryDir();
  writeLog(dir, content);
  return dir;
}

export const propertyRuns = (fallback: number): number =>
  Number(process.env["FOLD_PROP_RUNS"] ?? fallback);
