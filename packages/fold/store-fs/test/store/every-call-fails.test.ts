import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Receipt } from "@fold/contracts";
import { nodeFs, openStore } from "@fold/store-fs";
import { beforeAll, describe, expect, test } from "vitest";
import { fakeKernel } from "../fakes/fake-kernel.mjs";
import { type Call, hookedFs, systemError } from "../fakes/faulty-fs.js";
import {
  accepted,
  CONTEXT,
  declare,
  fill,
  fullCheck,
  linesOf,
  NOW,
  open,
  patch,
  temporaryDir,
} from "../support/store.js";

interface Outcome {
  readonly receipts: readonly Receipt[];
  /** File calls that were made. */
  readonly calls: number;
}

/** What one file call does: it fails with a code, or takes or gives fewer bytes than it was asked to. */
const FAULTS: Readonly<Record<string, (call: Call) => unknown>> = {
  ...Object.fromEntries(
    ["EIO", "ENOSPC", "EACCES", "EMFILE", "EINTR"].map((code) => [
      code,
      ({ name, proceed }: Call) => {
        // A descriptor that does not close has closed all the same.
        if (name === "close") proceed();
        throw systemError(code);
      },
    ]),
  ),
  "a short count": ({ name, args, proceed }) => {
    const [fd, bytes, position] = args as [number, Uint8Array, number];
    if (name !== "append" && name !== "write" && name !== "read") return proceed();
    return nodeFs[name](fd, bytes.subarray(0, Math.ceil(bytes.length / 2)), position);
  },
};

/** Opens, reads and commits, the caches being due in between, while one file call goes wrong. */
async function work(dir: string, failAt: number, fault: (call: Call) => unknown): Promise<Outcome> {
  let calls = 0;
  const fs = hookedFs(nodeFs, (call) => {
    calls += 1;
    return calls === failAt ? fault(call) : call.proceed();
  });
  const receipts: Receipt[] = [];
  for (let round = 0; round < 2; round += 1) {
    const opened = await openStore({ dir, kernel: fakeKernel, init: true, fs });
    if (!opened.ok) continue;
    await opened.store.view({ now: NOW });
    for (let at = 0; at < 3; at += 1) {
      const batch = patch(`w${round}-${at}`, "e", `t${round}-${at}`);
      receipts.push(await opened.store.commit(batch, CONTEXT));
    }
    await opened.store.history({ entry: "e", limit: 3, reverse: true });
    await opened.store.close();
  }
  return { receipts, calls };
}

describe.each([
  ["a young store", 0],
  ["a store whose caches are due", 254],
])("%s", (_name, count) => {
  let prepared = "";
  beforeAll(async () => {
    prepared = mkdtempSync(join(tmpdir(), "fold-store-"));
    const opened = await openStore({ dir: prepared, kernel: fakeKernel, init: true });
    if (!opened.ok) throw new Error("cannot open");
    if (count > 0) await fill(opened.store, count);
    else accepted(await opened.store.commit(declare("e"), CONTEXT));
    await opened.store.close();
    return () => rmSync(prepared, { recursive: true, force: true });
  });

  test.each(Object.entries(FAULTS))(
    "E11 keeps what it accepted and nothing else, whichever file call ends with %s",
    async (name, fault) => {
      const kinds = new Set<string>();
      for (let failAt = 1, calls = failAt; failAt <= calls; failAt += 1) {
        const dir = temporaryDir();
        cpSync(prepared, dir, { recursive: true });
        const outcome = await work(dir, failAt, fault);
        calls = outcome.calls;
        const saved = new Map(
          linesOf(dir).map((line) => {
            const { batch_id, event_seq } = JSON.parse(line);
            return [batch_id, event_seq];
          }),
        );
        for (const receipt of outcome.receipts) {
          kinds.add(receipt.outcome);
          if (receipt.outcome === "accepted") {
            expect(saved.get(receipt.batch_id)).toBe(receipt.event_seq);
          } else if (receipt.outcome === "unavailable") {
            expect(saved.has(receipt.batch_id)).toBe(false);
          } else expect(receipt.outcome).toBe("unknown");
        }
        const store = await open(dir);
        accepted(await store.commit(patch("after", "e", "after"), CONTEXT));
        await store.close();
        if (failAt % 5 === 0) await fullCheck(dir);
        rmSync(dir, { recursive: true });
      }
      // A count that is short is no failure: the rest is asked for.
      expect([...kinds].sort()).toEqual(
        name === "a short count"
          ? ["accepted"]
          : expect.arrayContaining(["accepted", "unavailable"]),
      );
    },
  );
});
