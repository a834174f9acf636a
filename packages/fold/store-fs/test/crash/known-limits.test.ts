/** What the store does where no rule could do better, held fast so that a change is noticed. */
import { expect, test } from "vitest";
import { baseOf } from "./bases.js";
import { allDurable, Disk, durableFile } from "./disk.js";
import { traceWithFault } from "./faults.js";
import { Ledger } from "./ledger.js";
import { REAL_PRODUCT as product } from "./product.js";
import { checkRecovery, LOG_PATH } from "./recovery-check.js";
import { traceOf } from "./trace.js";
import { patches } from "./workload.js";

test("an append of which the first sector is missing and the line feed is there is refused and told", async () => {
  const start = await baseOf(product, "young");
  const action = patches("torn", "e", "n".repeat(2000));
  const { end } = await traceOf(product, { start, actions: [action] });
  const disk = new Disk(end.disk);
  const from = durableFile(start.disk, LOG_PATH)?.length ?? 0;
  disk.write(disk.find(LOG_PATH), from, Buffer.alloc(512));
  // The note of the length that was synced is from before: the same cut took the later one.
  const note = start.disk.nodes.get(disk.find("/home/me/notes/lock"));
  if (note?.kind !== "file") throw new Error("invariant: the lock is a file");
  disk.write(disk.find("/home/me/notes/lock"), 0, note.content);
  const ledger = new Ledger(start.facts);
  ledger.began(action);
  const left = { disk: allDurable(disk.state), facts: ledger.facts };
  expect(await checkRecovery(product, { ...left, tornBeyond: from })).toBe("refused_and_told");
  // Where the record was synced, and so may have been acknowledged, the very same is damage.
  await expect(checkRecovery(product, { ...left, tornBeyond: null })).rejects.toThrow("unsound");
});

test("a record whose sync failed, and whose writer died before taking it back, is safe before it is served", async () => {
  const start = await baseOf(product, "young");
  const failing = { start, actions: [patches("p", "e")], fault: "sync_given_up" } as const;
  const { calls } = await traceWithFault(product, { ...failing, at: 0 });
  let tried = 0;
  for (let at = 1; at <= calls; at += 1) {
    const { stops } = await traceWithFault(product, { ...failing, at });
    for (const { disk, facts } of stops) {
      const given = [...disk.nodes.values()].some(
        (node) =>
          node.kind === "file" &&
          node.pending.some((change) => change.type === "write" && change.isGivenUp),
      );
      if (!given) continue;
      await checkRecovery(product, { disk, facts, tornBeyond: null });
      tried += 1;
    }
  }
  expect(tried).toBeGreaterThan(0);
});
