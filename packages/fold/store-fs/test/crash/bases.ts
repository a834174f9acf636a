/** Disks to begin with, each made by the real code and then all durable. */
import { allDurable, Disk, type DiskState, EMPTY_DISK, findIn } from "./disk.js";
import { NO_FACTS } from "./ledger.js";
import type { Product } from "./product.js";
import { LOG_PATH, STORE_DIR } from "./recovery-check.js";
import { type Start, traceOf } from "./trace.js";
import { type Action, annotates, declares, patches } from "./workload.js";

export const BASE_NAMES = [
  "no_directory",
  "empty_store",
  "young",
  "torn",
  "caches_due",
  "caches_old",
] as const;

export type BaseName = (typeof BASE_NAMES)[number];

export async function baseOf(product: Product, name: BaseName): Promise<Start> {
  const nowhere: Start = { disk: emptyHome(), facts: NO_FACTS };
  switch (name) {
    case "no_directory":
      return nowhere;
    case "empty_store":
      return await grown(product, nowhere, []);
    case "young":
      return await grown(product, nowhere, [declares("e"), annotates("first", "e")]);
    case "torn": {
      const young = await baseOf(product, "young");
      const disk = new Disk(young.disk);
      const log = disk.find(LOG_PATH);
      const { content } = disk.file(log);
      disk.write(log, content.length, content.subarray(0, 333));
      return { ...young, disk: allDurable(disk.state) };
    }
    case "caches_due":
      return await beforeSnapshots(product, 1);
    case "caches_old":
      return await beforeSnapshots(product, 2);
    default:
      return name satisfies never;
  }
}

/** The directories above the store are there, but for the last of them. */
function emptyHome(): DiskState {
  const disk = new Disk(EMPTY_DISK);
  disk.makeDirectory("/home");
  return allDurable(disk.state);
}

async function grown(product: Product, start: Start, actions: readonly Action[]): Promise<Start> {
  const { end } = await traceOf(product, { start, actions });
  const last = [...end.facts.accepted.keys()].slice(-1);
  return { disk: allDurable(end.disk), facts: { ...end.facts, recent: new Set(last) } };
}

const COMMITS_MAX = 2000;

/** Right before a short commit that saves the caches for the first, or the second, time. */
async function beforeSnapshots(product: Product, count: number): Promise<Start> {
  let start = await baseOf(product, "young");
  for (let at = 1; at < count; at += 1) start = (await untilSaved(product, start, LONG)).after;
  const { before } = await untilSaved(product, start, LONG);
  return (await untilSaved(product, before, { name: "short", note: "" })).before;
}

interface Filling {
  readonly name: string;
  readonly note: string;
}

const LONG: Filling = { name: "long", note: "n".repeat(7900) };

/** The disk before and after the commit that saves the caches. */
async function untilSaved(
  product: Product,
  start: Start,
  { name, note }: Filling,
): Promise<{ readonly before: Start; readonly after: Start }> {
  let before = start;
  for (let at = 0; at < COMMITS_MAX; at += 1) {
    const id = `${name}-${before.facts.accepted.size}`;
    const after = await grown(product, before, [patches(id, "e", note)]);
    if (snapshotOf(after.disk) !== snapshotOf(before.disk)) return { before, after };
    before = after;
  }
  throw new Error(`no snapshot after ${COMMITS_MAX} commits`);
}

function snapshotOf(disk: DiskState): number | null {
  return findIn(disk, `${STORE_DIR}/snapshot.json`);
}
