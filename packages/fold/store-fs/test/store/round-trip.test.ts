import { readdirSync } from "node:fs";
import { join, relative } from "node:path";
import type { Instant } from "@fold/contracts";
import { nodeFs, openStore } from "@fold/store-fs";
import { expect, test } from "vitest";
import { fakeKernel } from "../fakes/fake-kernel.mjs";
import { hookedFs } from "../fakes/faulty-fs.js";
import {
  accepted,
  CONTEXT,
  declare,
  fill,
  fullCheck,
  linesOf,
  logOf,
  NOW,
  open,
  patch,
  seqOf,
  temporaryDir,
  titles,
} from "../support/store.js";

test("what was accepted is there after reopening", async () => {
  const dir = temporaryDir();
  const store = await open(dir);
  const receipt = accepted(await store.commit(declare("a"), CONTEXT));
  expect(receipt).toMatchObject({ event_seq: 1, revision: 1, duplicate: false, warnings: [] });
  await store.close();
  expect(await titles(await open(dir))).toEqual(["Title of a"]);
  expect(await fullCheck(dir)).toEqual([]);
});

test("a directory without any file of a store is no store, and opening leaves it so", async () => {
  const dir = temporaryDir();
  const opened = await openStore({ dir, kernel: fakeKernel });
  expect(opened).toMatchObject({ ok: false, failure: { outcome: "no_store" } });
  expect(readdirSync(dir)).toEqual([]);
});

test("a directory with a lock file only is an empty store", async () => {
  const dir = join(temporaryDir(), "deep", "er");
  const store = await open(dir);
  expect(readdirSync(dir)).toEqual(["lock"]);
  expect(await seqOf(store)).toBe(0);
  const again = await open(dir, { init: false });
  expect(await seqOf(again)).toBe(0);
  expect(readdirSync(dir)).toEqual(["lock"]);
});

test("a refused batch writes nothing and leaves its id free", async () => {
  const dir = temporaryDir();
  const store = await open(dir);
  const refused = await store.commit(patch("b", "nobody", "t"), CONTEXT);
  expect(refused).toMatchObject({ outcome: "rejected", batch_id: "b", event_seq: 0, revision: 0 });
  expect(readdirSync(dir)).toEqual(["lock"]);
  accepted(await store.commit({ ...declare("a"), batch_id: "b" }, CONTEXT));
  await fullCheck(dir);
});

test("check gives the verdict and writes nothing", async () => {
  const dir = temporaryDir();
  const store = await open(dir);
  await fill(store, 1);
  const before = logOf(dir);
  const checked = accepted(await store.commit(declare("b"), { ...CONTEXT, check: true }));
  expect(checked).toMatchObject({ check: true, duplicate: false, event_seq: 2 });
  const repeated = accepted(await store.commit(declare("e"), { ...CONTEXT, check: true }));
  expect(repeated).toMatchObject({ check: true, duplicate: true, event_seq: 1 });
  expect(logOf(dir)).toEqual(before);
  expect(accepted(await store.commit(declare("b"), CONTEXT))).not.toHaveProperty("check");
  await fullCheck(dir);
});

test("two handles of one process see each other's records", async () => {
  const dir = temporaryDir();
  const [one, two] = [await open(dir), await open(dir)];
  for (let at = 0; at < 20; at += 1) {
    accepted(await (at % 2 === 0 ? one : two).commit(declare(`e${at}`), CONTEXT));
  }
  expect(await seqOf(one)).toBe(20);
  expect(await seqOf(two)).toBe(20);
  await fullCheck(dir);
});

test("calls at once on many handles are all accepted, each once", async () => {
  const dir = temporaryDir();
  const stores = await Promise.all(Array.from({ length: 5 }, () => open(dir)));
  const receipts = await Promise.all(
    Array.from({ length: 50 }, (_, at) => stores[at % 5]?.commit(declare(`e${at}`), CONTEXT)),
  );
  const seqs = receipts.map((receipt) => receipt && accepted(receipt).event_seq);
  expect(new Set(seqs).size).toBe(50);
  expect(linesOf(dir)).toHaveLength(50);
  await fullCheck(dir);
});

test("B15 the file is synced before its directory, and both before the receipt", async () => {
  const dir = join(temporaryDir(), "store");
  const calls: string[] = [];
  const fs = hookedFs(nodeFs, ({ name, path, proceed }) => {
    const isOfInterest = /^(?:append|datasync|syncDirectory|rename)$/.test(name);
    if (isOfInterest) calls.push(`${name} ${relative(dir, path)}`);
    return proceed();
  });
  const store = await open(dir, { fs });
  expect(calls).toEqual(["syncDirectory ../..", "syncDirectory ..", "syncDirectory "]);
  calls.length = 0;
  accepted(await store.commit(declare("a"), CONTEXT));
  expect(calls).toEqual(["append events.jsonl", "datasync events.jsonl", "syncDirectory "]);
  calls.length = 0;
  accepted(await store.commit(declare("b"), CONTEXT));
  expect(calls).toEqual(["append events.jsonl", "datasync events.jsonl"]);
});

test("E15 a clock that went back is told and changes nothing else", async () => {
  const dir = temporaryDir();
  const store = await open(dir);
  await fill(store, 1);
  const early = { actor: "agent", now: "2026-11-30T08:00:00.000Z" as Instant };
  const receipt = accepted(await store.commit(declare("b"), early));
  expect(receipt.warnings).toEqual([{ code: "clock_went_back", previous_at: NOW }]);
  expect(receipt.event_seq).toBe(2);
  await fullCheck(dir);
});

test("after close every call says so", async () => {
  const store = await open(temporaryDir());
  await store.close();
  expect(await store.commit(declare("a"), CONTEXT)).toMatchObject({
    outcome: "unavailable",
    reason: "closed",
    batch_id: "batch-a",
  });
  expect(await store.view({ now: NOW })).toMatchObject({
    ok: false,
    failure: { reason: "closed" },
  });
});
