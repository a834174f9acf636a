/** Records at the limit of 4 MiB, and calls side by side that depend on each other. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { BatchInput } from "@fold/sdk";
import { expect, test } from "vitest";
import { AGENT, accepted, declare, fullCheck, open, PERSON, temporaryDir } from "./support/fold.js";

const RECORD_BYTES = 4 * 1024 * 1024;

/** One entry, whose source says so much: the size of the record alone limits that. */
function batchOf(characters: number, batchId: string): BatchInput {
  const sources = [{ id: "s", origin: "test", text: "x".repeat(characters) }];
  const entry = { id: "e", title: "Large", tier: "S", kind: "info" } as const;
  return { batch_id: batchId, declarations: [{ op: "declare", ...entry, sources }] };
}

test("a record of exactly 4 MiB is saved, read and repeated, and one byte more is refused", async () => {
  const dir = temporaryDir();
  const fold = await open(dir);
  // The text stands in the request and in the change.
  let fits = RECORD_BYTES / 2 - 2000;
  let refused = RECORD_BYTES / 2;
  while (refused - fits > 1) {
    const middle = (fits + refused) >> 1;
    const verdict = await fold.commit(batchOf(middle, "large"), { ...AGENT, check: true });
    if (verdict.outcome === "accepted") fits = middle;
    else {
      expect(verdict).toMatchObject({ violations: [{ code: "record_too_large" }] });
      refused = middle;
    }
  }
  expect((await fold.commit(batchOf(refused, "large"), AGENT)).outcome).toBe("rejected");
  const receipt = accepted(await fold.commit(batchOf(fits, "large"), AGENT));
  expect(receipt).toMatchObject({ event_seq: 1, duplicate: false });
  const { length } = readFileSync(join(dir, "events.jsonl"));
  expect(length).toBeLessThanOrEqual(RECORD_BYTES);
  expect(length).toBeGreaterThan(RECORD_BYTES - 8);
  await fold.close();

  const again = await open(dir);
  const state = await again.state({ now: AGENT.now });
  expect(state.event_seq).toBe(1);
  const repeated = accepted(await again.commit(batchOf(fits, "large"), AGENT));
  expect(repeated).toMatchObject({ event_seq: 1, duplicate: true });
  expect((await again.history({ batch: "large" })).records).toHaveLength(1);
  await fullCheck(dir);
});

test("an annotation is acknowledged in the group that saves it, beside other commits", async () => {
  const dir = temporaryDir();
  const fold = await open(dir);
  const note = { annotation_id: "n", entry_id: "a", text: "hello" };
  const acknowledging = { batch_id: "ack", acknowledges: [{ annotation_id: "n", note: "seen" }] };
  const receipts = await Promise.all([
    fold.commit({ ...acknowledging, batch_id: "early" }, AGENT),
    fold.commit(declare("a"), AGENT),
    fold.annotate(note, PERSON),
    fold.commit(declare("b"), AGENT),
    fold.commit(acknowledging, AGENT),
    fold.commit(acknowledging, AGENT),
    fold.commit(declare("c"), AGENT),
  ]);
  expect(receipts).toMatchObject([
    // Nothing to acknowledge yet: each is judged as if those before it were in the log, and no more.
    { outcome: "rejected" },
    { event_seq: 1 },
    { event_seq: 2, type: "annotation" },
    { event_seq: 3 },
    { event_seq: 4, type: "acknowledge", acknowledged: ["n"] },
    { event_seq: 4, duplicate: true },
    { event_seq: 5 },
  ]);
  await fold.close();
  const again = await open(dir);
  expect(await again.state({ now: AGENT.now })).toMatchObject({ event_seq: 5, pending_total: 0 });
  await fullCheck(dir);
});
