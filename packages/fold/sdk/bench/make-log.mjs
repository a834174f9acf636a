/**
 * Makes a store with a long log, as a busy one looks after years: entries that are changed again and
 * again, replaced and withdrawn, annotations and their acknowledgements. It is written by the store
 * itself, only without waiting for the disk, so its caches are there as well.
 *
 * Usage: node packages/fold/sdk/bench/make-log.mjs DIR RECORDS
 */
import { openFold } from "@fold/sdk";
import { nodeFs } from "@fold/store-fs";

/** Eight at the root, which carry layers, and the others inside those. */
const ENTRIES = 8 * 57;
const LAYERS = 8;
const START_MS = Date.parse("2026-01-01T00:00:00.000Z");

/** Fills a directory that is no store yet; returns how many records it has then. */
async function makeLog(dir, records) {
  const unsynced = { ...nodeFs, datasync: async () => undefined, syncDirectory: () => undefined };
  const fold = await openFold({ dir, init: true, fs: unsynced });
  try {
    for (let number = 0; number < records; number += 1) {
      const context = {
        actor: `agent-${number % 5}`,
        now: new Date(START_MS + number * 60_000).toISOString(),
      };
      const receipt = await send(fold, number, context);
      if (receipt.outcome !== "accepted") throw new Error(JSON.stringify(receipt));
    }
  } finally {
    await fold.close();
  }
  return records;
}

function send(fold, number, context) {
  if (number >= ENTRIES && number % 10 === 7) {
    const note = { annotation_id: `note-${number}`, entry_id: idOf(number), text: NOTE };
    return fold.annotate(note, context);
  }
  return fold.commit(batchNumber(number), context);
}

const NOTE = "Not this week, please; ask again on Monday, and tell me what it would cost.";
const SUMMARY = "What is known of it, and what could be done about it next. ".repeat(3);

function idOf(number) {
  return `matter-${number % ENTRIES}`;
}

function batchNumber(number) {
  const batch = { batch_id: `batch-${number}` };
  const fields = {
    title: `Matter ${number} that deserves a little attention`,
    summary: `${SUMMARY}Seen for the ${number}th time.`,
    kind: "finding",
    tier: "XXS",
    due_at: "P3D",
    sources: [{ id: "s", origin: "git", ref: `refs/heads/matter-${number}` }],
  };
  if (number < LAYERS) {
    const carrier = { op: "declare", id: idOf(number), ...fields, child_budget: 64 };
    return { ...batch, declarations: [carrier] };
  }
  if (number < ENTRIES) {
    return {
      ...batch,
      declarations: [{ op: "declare", id: idOf(number), parent: idOf(number % LAYERS), ...fields }],
    };
  }
  if (number % 10 === 8 && number > ENTRIES) {
    const acknowledges = [{ annotation_id: `note-${number - 1}`, note: "Put off until Monday." }];
    return { ...batch, acknowledges };
  }
  if (number % 10 === 9) return batch;
  const { title, summary } = fields;
  return {
    ...batch,
    declarations: [patch(number, number % 2 === 0 ? { title } : { title, summary })],
  };
}

function patch(number, fields) {
  return { op: "patch", id: idOf(number), ...fields, why: "the nightly run said so" };
}

const [dir, records] = process.argv.slice(2);
if (dir === undefined || !/^\d+$/.test(records ?? "")) {
  console.error("Usage: node packages/fold/sdk/bench/make-log.mjs DIR RECORDS");
  process.exitCode = 2;
} else {
  console.log(`${await makeLog(dir, Number(records))} records in ${dir}`);
}
