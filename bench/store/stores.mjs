/** The stores that the benches work on: 64 entries, and as many records as asked for. */
import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { openFold } from "@fold/sdk";

export const NOW = "2026-12-01T09:00:00.000Z";
export const WHO = { actor: "agent:bench", now: NOW };
export const ENTRIES = 64;
const AT_ONCE = 128;

/** A batch that says something new of one entry: about a kilobyte as a record. */
export function patchNumber(serial) {
  const summary = `Step ${serial}: the second run is through, and ${serial % 7} of the checks wait.`;
  return {
    batch_id: `step-${serial}`,
    declarations: [{ op: "patch", id: `entry-${serial % ENTRIES}`, summary }],
  };
}

// Runs before this one may have used the same stores.
let serial = Date.now() * 100;

/** A batch that no store has seen. */
export function nextPatch() {
  serial += 1;
  return patchNumber(serial);
}

/** Makes a store through the SDK, unless it is there already. */
export async function makeStore(dir, records) {
  if (existsSync(join(dir, "events.jsonl"))) return;
  const fold = await openFold({ dir, init: true });
  const declarations = Array.from({ length: ENTRIES }, (_, at) => ({
    op: "declare",
    id: `entry-${at}`,
    title: `Matter ${at} that deserves a little attention`,
    kind: "progress",
    tier: "XXS",
  }));
  accepted(await fold.commit({ batch_id: "declared", declarations }, WHO));
  for (let serial = 1; serial < records; serial += AT_ONCE) {
    const count = Math.min(AT_ONCE, records - serial);
    const calls = Array.from({ length: count }, (_, at) =>
      fold.commit(patchNumber(serial + at), WHO),
    );
    for (const receipt of await Promise.all(calls)) accepted(receipt);
  }
  await fold.close();
}

export function accepted(receipt) {
  if (receipt.outcome !== "accepted" || receipt.duplicate) {
    throw new Error(`not accepted: ${JSON.stringify(receipt)}`);
  }
  return receipt;
}

export function logPath(dir) {
  return join(dir, "events.jsonl");
}

export function logBytes(dir) {
  return statSync(logPath(dir)).size;
}

/** The last line of a log, with its line feed. */
export function lastLine(dir) {
  const lines = readFileSync(logPath(dir)).toString("utf8").split("\n");
  return Buffer.from(`${lines.at(-2)}\n`);
}
