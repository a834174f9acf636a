/** Another log of the same length is put in the place of one, and its caches stay beside it. */
import { baseOf } from "./bases.js";
import { allDurable, Disk, type DiskState, visibleFile } from "./disk.js";
import type { Product } from "./product.js";
import { checkRecovery, LOG_PATH } from "./recovery-check.js";
import { type Start, traceOf } from "./trace.js";
import { type Action, patches } from "./workload.js";

/** Throws a `Violation` where the old caches still count for something. */
export async function checkReplacedLog(product: Product): Promise<void> {
  const start = await baseOf(product, "caches_due");
  // Ids of one length, so that the two logs differ in nothing that a directory shows.
  const first = await grown(product, start, patches("this", "e"));
  const second = await grown(product, start, patches("that", "e"));
  const disk = new Disk(first.disk);
  const log = disk.find(LOG_PATH);
  const [before, after] = [logIn(first.disk), logIn(second.disk)];
  if (before.length !== after.length || before.equals(after)) {
    throw new Error("invariant: two logs of one length");
  }
  disk.write(log, 0, after);
  await checkRecovery(product, {
    disk: allDurable(disk.state),
    facts: second.facts,
    tornBeyond: null,
    mayDiscardCaches: true,
  });
}

async function grown(product: Product, start: Start, action: Action): Promise<Start> {
  const { end } = await traceOf(product, { start, actions: [action] });
  return { disk: allDurable(end.disk), facts: end.facts };
}

function logIn(state: DiskState): Buffer {
  const content = visibleFile(state, LOG_PATH);
  if (content === null) throw new Error("invariant: there is a log");
  return content;
}
