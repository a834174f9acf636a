import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  type Accepted,
  type BatchInput,
  type Fold,
  openFold,
  type Receipt,
  verify,
} from "@fold/sdk";
import { expect, onTestFinished } from "vitest";

export const NOW = "2026-11-30T09:00:00Z";
export const AGENT = { actor: "agent", now: NOW } as const;
export const PERSON = { actor: "person", now: NOW } as const;

/** Where there is one, a file system in memory: many stores, without a disk to wait for. */
const PARENT = existsSync("/dev/shm") ? "/dev/shm" : tmpdir();

export function temporaryDir(): string {
  const dir = mkdtempSync(join(PARENT, "fold-sdk-"));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

export async function open(dir = temporaryDir()): Promise<Fold> {
  const fold = await openFold({ dir, init: true });
  onTestFinished(() => fold.close());
  return fold;
}

export function declare(id: string, tier: "XXS" | "S" | "M" | "L" | "XL" = "S"): BatchInput {
  const entry = { op: "declare", id, title: `Title of ${id}`, tier, kind: "info" } as const;
  return { batch_id: `batch-${id}`, declarations: [entry] };
}

export function accepted(receipt: Receipt): Accepted {
  if (receipt.outcome !== "accepted") throw new Error(JSON.stringify(receipt));
  return receipt;
}

export async function fullCheck(dir: string): Promise<void> {
  expect(await verify(dir)).toMatchObject({ ok: true, value: { isSound: true, findings: [] } });
}
