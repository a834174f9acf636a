import { statSync } from "node:fs";
import { join } from "node:path";
import { FoldError, openFold, openStoreWithKernel, salvage, tryOpenFold } from "@fold/sdk";
import { describe, expect, test, vi } from "vitest";
import {
  AGENT,
  accepted,
  declare,
  fullCheck,
  NOW,
  open,
  PERSON,
  temporaryDir,
} from "./support/fold.js";

describe("openFold", () => {
  test("throws what is not a store, and makes one with init", async () => {
    const dir = join(temporaryDir(), "store");
    const error = await openFold(dir).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(FoldError);
    expect(error).toMatchObject({ code: "no_store", failure: { outcome: "no_store" } });
    const made = await openFold({ dir, init: true });
    await made.close();
    const opened = await openFold(dir);
    expect(opened.dir).toBe(made.dir);
    expect((await opened.state({ now: NOW })).event_seq).toBe(0);
    await opened.close();
  });

  test("has a twin that returns what it would throw", async () => {
    const dir = temporaryDir();
    expect(await tryOpenFold(dir)).toMatchObject({ ok: false, failure: { outcome: "no_store" } });
    const opened = await tryOpenFold({ dir, init: true });
    if (!opened.ok) throw new Error("cannot open");
    const { fold } = opened;
    expect(await fold.state({ now: NOW, entry: "x" })).toMatchObject({
      ok: false,
      failure: { outcome: "not_found", id: "x" },
    });
    expect(await fold.history({ limit: 0 })).toMatchObject({ failure: { outcome: "usage" } });
    expect(await fold.commit(declare("a"), AGENT)).toMatchObject({ outcome: "accepted" });
    await fold.close();
    const store = await openStoreWithKernel(dir);
    expect(store.ok).toBe(true);
    if (store.ok) await store.store.close();
  });
});

test("the whole round trip", async () => {
  const fold = await open();
  accepted(await fold.commit(declare("deploy", "L"), AGENT));
  const note = { annotation_id: "n-1", entry_id: "deploy", text: "not before Monday" };
  accepted(await fold.annotate(note, PERSON));
  const before = await fold.state({ now: NOW });
  expect(before.pending_total).toBe(1);
  expect(before.root).toMatchObject({ budget: 64, used: 16, free: 48 });
  accepted(
    await fold.commit(
      {
        batch_id: "b-2",
        base_revision: before.revision,
        declarations: [{ op: "patch", id: "deploy", due_at: "P3D" }],
        acknowledges: [{ annotation_id: "n-1", note: "moved" }],
      },
      AGENT,
    ),
  );
  const { entry } = await fold.state({ now: "2026-12-01T09:00:00Z", entry: "deploy" });
  expect(entry).toMatchObject({
    id: "deploy",
    due_at: "2026-12-03T09:00:00.000Z",
    until_due: "P2D",
  });
  const diff = await fold.state({ now: NOW, since: before.event_seq });
  expect(diff).toMatchObject({ schema: "fold.diff/1", now: "2026-11-30T09:00:00.000Z" });
  expect(diff.annotations.acknowledged).toMatchObject([{ annotation_id: "n-1" }]);
  const { records, next } = await fold.history({ entry: "deploy" });
  expect(records.map(({ type }) => type)).toEqual(["commit", "annotation", "commit"]);
  expect(next).toBeNull();
  await fullCheck(fold.dir);
});

test("a record of exactly 4 MiB is kept, and one byte more is refused", async () => {
  const limit = 4 * 1024 * 1024;
  const fold = await open();
  /** A text stands twice in a record, a note once: together they reach any size. */
  const sized = (textLength: number, noteLength: number) => ({
    batch_id: "b",
    note: "n".repeat(noteLength),
    declarations: [
      {
        op: "declare",
        id: "a",
        title: "A",
        tier: "S",
        kind: "info",
        sources: [{ id: "s", origin: "o", text: "x".repeat(textLength) }],
      },
    ],
  });
  const large = await fold.commit(sized(limit / 2, 10), AGENT);
  const [violation] = large.outcome === "rejected" ? large.violations : [];
  if (violation?.code !== "record_too_large") throw new Error(JSON.stringify(large));
  const over = violation.bytes - limit;
  const textLength = limit / 2 - Math.ceil(over / 2);
  const noteLength = 10 + (over % 2);
  expect(await fold.commit(sized(textLength, noteLength + 1), AGENT)).toMatchObject({
    outcome: "rejected",
    violations: [{ code: "record_too_large", bytes: limit + 1, limit }],
  });
  accepted(await fold.commit(sized(textLength, noteLength), AGENT));
  expect(statSync(join(fold.dir, "events.jsonl")).size).toBe(limit);
});

describe("calls are taken in the order in which they are made", () => {
  test("one object that is changed and sent again is three requests", async () => {
    const fold = await open();
    const batch: { batch_id: string; declarations: unknown[] } = { batch_id: "", declarations: [] };
    const receipts = ["a", "b", "c"].map((id) => {
      batch.batch_id = `batch-${id}`;
      batch.declarations = [{ op: "declare", id, title: id, tier: "S", kind: "info" }];
      return fold.commit(batch, AGENT);
    });
    expect(await Promise.all(receipts)).toMatchObject([
      { event_seq: 1, batch_id: "batch-a" },
      { event_seq: 2, batch_id: "batch-b" },
      { event_seq: 3, batch_id: "batch-c" },
    ]);
  });

  test("a read sees what was sent before it, and close waits for it", async () => {
    const fold = await open();
    const receipt = fold.commit(declare("a"), AGENT);
    const view = fold.state({ now: NOW });
    const closed = fold.close();
    expect(await view).toMatchObject({ event_seq: 1 });
    accepted(await receipt);
    await closed;
    expect(await fold.commit(declare("b"), AGENT)).toMatchObject({ reason: "closed" });
  });
});

describe("what a call is given besides its request", () => {
  test("a misspelt option is refused, and nothing is written", async () => {
    const fold = await open();
    const misspelt = { ...AGENT, chekc: true };
    expect(await fold.commit(declare("a"), misspelt)).toMatchObject({
      outcome: "rejected",
      violations: [{ rule: "unknown_member", value: "chekc" }],
    });
    await expect(fold.state({ now: NOW, layers: "a" } as never)).rejects.toMatchObject({
      code: "usage",
    });
    expect((await fold.state({ now: NOW })).event_seq).toBe(0);
  });

  test("an annotation can be checked as well", async () => {
    const fold = await open();
    const request = { annotation_id: "n", entry_id: null, text: "hello" };
    expect(await fold.annotate(request, { ...PERSON, check: true })).toMatchObject({
      outcome: "accepted",
      check: true,
    });
    expect((await fold.state({ now: NOW })).pending_total).toBe(0);
  });

  test("none at all is an answer, not a crash", async () => {
    const fold = await open();
    const nothing = undefined as never;
    expect(await fold.commit(declare("a"), nothing)).toMatchObject({ outcome: "rejected" });
    await expect(fold.state(nothing)).rejects.toMatchObject({ code: "usage" });
    for (const dir of [undefined, 5, "", "a\0b"]) {
      await expect(openFold({ dir } as never)).rejects.toMatchObject({ code: "usage" });
    }
    await expect(openFold(nothing)).rejects.toMatchObject({ code: "usage" });
  });
});

describe("a request that no schema lets through", () => {
  test("is rejected as data, with every fault of the call and of the request", async () => {
    const fold = await open();
    const receipt = await fold.commit(
      {
        batch_id: "b",
        declarations: [{ op: "declare", id: "-", title: "", tier: "HUGE", kind: "info" }],
      },
      { actor: "", now: "yesterday" },
    );
    expect(receipt).toMatchObject({
      outcome: "rejected",
      batch_id: "b",
      event_seq: null,
      revision: null,
    });
    if (receipt.outcome !== "rejected") throw new Error("not rejected");
    expect(new Set(receipt.violations.map(({ code }) => code))).toEqual(new Set(["invalid_input"]));
    expect(receipt.violations.map(({ path }) => path)).toEqual([
      "",
      "",
      "/declarations/0/id",
      "/declarations/0/tier",
      "/declarations/0/title",
    ]);
  });

  test.each([null, 7, "text", [], { batch_id: 7 }, { batch_id: "b", tags: [] }])(
    "%j",
    async (batch) => {
      const fold = await open();
      expect(await fold.commit(batch, AGENT)).toMatchObject({ outcome: "rejected" });
      expect(await fold.annotate(batch, AGENT)).toMatchObject({ outcome: "rejected" });
      expect((await fold.state({ now: NOW })).event_seq).toBe(0);
    },
  );

  test("E10 naming an entry twice is refused with both places", async () => {
    const fold = await open();
    const [entry] = declare("a").declarations ?? [];
    const receipt = await fold.commit({ batch_id: "b", declarations: [entry, entry] }, AGENT);
    expect(receipt).toMatchObject({
      outcome: "rejected",
      violations: [
        { code: "conflicting_declarations", paths: ["/declarations/0/id", "/declarations/1/id"] },
      ],
    });
  });
});

describe("reads", () => {
  test("throw a failure with its code", async () => {
    const fold = await open();
    const read = fold.state({ now: NOW, entry: "nobody" });
    await expect(read).rejects.toThrow(FoldError);
    await expect(fold.state({ now: NOW, entry: "nobody" })).rejects.toMatchObject({
      code: "not_found",
    });
    await expect(fold.state({ now: NOW, since: 5 })).rejects.toMatchObject({ code: "not_found" });
    await expect(fold.history({ batch: "never" })).rejects.toMatchObject({ code: "not_found" });
    await fold.close();
    await expect(fold.state({ now: NOW })).rejects.toMatchObject({ code: "unavailable" });
  });

  test.each([
    { now: "soon" },
    { now: NOW, depth: 0 },
    { now: NOW, since: -1 },
    { now: NOW, since: 1, layer: "a" },
    { now: NOW, entry: "a", layer: "b" },
  ])("refuse %j as usage", async (query) => {
    const fold = await open();
    await expect(fold.state(query as { now: string })).rejects.toMatchObject({ code: "usage" });
  });

  test.each([
    { limit: 0 },
    { limit: 1001 },
    { since: 1.5 },
    { lineage: true },
    { batch: "b", entry: "e" },
  ])("refuse the history of %j as usage", async (query) => {
    const fold = await open();
    await expect(fold.history(query)).rejects.toMatchObject({ code: "usage" });
  });
});

test("A7 A16 of two agents that ask for the same room exactly one gets it, each time", async () => {
  const dir = temporaryDir();
  const [one, two] = [await open(dir), await open(dir)];
  // 60 of 64 units are used.
  for (const id of ["a", "b"]) accepted(await one.commit(declare(id, "L"), AGENT));
  accepted(await one.commit(declare("c", "L"), AGENT));
  accepted(await one.commit(declare("d", "M"), AGENT));
  accepted(await one.commit(declare("e", "S"), AGENT));
  expect((await one.state({ now: NOW })).root.used).toBe(60);
  for (let round = 0; round < 50; round += 1) {
    const asks = [one, two].map((fold, at) => fold.commit(declare(`r${round}-${at}`, "S"), AGENT));
    const receipts = await Promise.all(asks);
    const winners = receipts.filter(({ outcome }) => outcome === "accepted");
    const [loser] = receipts.filter(({ outcome }) => outcome === "rejected");
    expect(winners).toHaveLength(1);
    expect(loser).toMatchObject({
      violations: [{ code: "budget_exceeded", budget: 64, declared: 68, over_by: 4 }],
    });
    const won =
      winners[0]?.outcome === "accepted" ? winners[0].batch_id.slice("batch-".length) : "";
    const give = { op: "withdraw", id: won, reason: { code: "done" } } as const;
    accepted(await one.commit({ batch_id: `w${round}`, declarations: [give] }, AGENT));
  }
  await fullCheck(dir);
});

test("A15 what a person wrote between an agent's read and its commit is not lost", async () => {
  const dir = temporaryDir();
  const [agent, person] = [await open(dir), await open(dir)];
  accepted(await agent.commit(declare("a"), AGENT));
  const { revision } = await agent.state({ now: NOW });
  accepted(await person.annotate({ annotation_id: "n", entry_id: "a", text: "mine" }, PERSON));
  accepted(
    await person.commit(
      { batch_id: "p", declarations: [{ op: "patch", id: "a", tier: "M" }] },
      PERSON,
    ),
  );
  const patch = { op: "patch", id: "a", title: "New" } as const;
  const stale = { batch_id: "b", base_revision: revision, declarations: [patch] };
  expect(await agent.commit(stale, AGENT)).toMatchObject({
    outcome: "rejected",
    violations: [
      { code: "stale_revision", base_revision: 1, revision: 2, changed: ["a"], changed_total: 1 },
    ],
  });
  accepted(await agent.commit({ batch_id: "c", declarations: [patch] }, AGENT));
  const { root, pending_total } = await agent.state({ now: NOW });
  expect(root.entries).toMatchObject([
    { title: "New", tier: "M", annotations: [{ text: "mine" }] },
  ]);
  expect(pending_total).toBe(1);
  await fullCheck(dir);
});

test("E13 instants with any offset are the same instant in UTC", async () => {
  const fold = await open();
  accepted(await fold.commit(declare("a"), { actor: "agent", now: "2026-11-30T02:00:00-07:00" }));
  const again = await fold.commit(declare("a"), {
    actor: "agent",
    now: "2026-11-30T14:45:00+05:45",
  });
  expect(again).toMatchObject({ duplicate: true, at: "2026-11-30T09:00:00.000Z" });
  const due = (id: string, due_at: string) => ({
    batch_id: id,
    declarations: [{ op: "patch", id: "a", due_at }],
  });
  accepted(await fold.commit(due("d", "2026-12-01T02:00:00-07:00"), AGENT));
  expect(accepted(await fold.commit(due("d", "2026-12-01T14:45:00+05:45"), AGENT)).duplicate).toBe(
    true,
  );
  expect(await fold.commit(due("d", "2026-12-01T09:00:01Z"), AGENT)).toMatchObject({
    outcome: "conflict",
  });
});

test("more than fifty pending annotations come up one after the other", async () => {
  const fold = await open();
  accepted(await fold.commit(declare("a"), AGENT));
  for (let at = 0; at < 60; at += 1) {
    accepted(
      await fold.annotate({ annotation_id: `n-${at}`, entry_id: "a", text: `text ${at}` }, PERSON),
    );
  }
  for (let at = 0; at < 60; at += 1) {
    const view = await fold.state({ now: NOW });
    expect(view.pending_total).toBe(60 - at);
    expect(view.pending_annotations[0]?.annotation_id).toBe(`n-${at}`);
    expect(view.pending_annotations).toHaveLength(Math.min(60 - at, 50));
    const acknowledges = [{ annotation_id: `n-${at}` }];
    accepted(await fold.commit({ batch_id: `k-${at}`, acknowledges }, AGENT));
  }
  expect((await fold.state({ now: NOW })).pending_total).toBe(0);
  await fullCheck(fold.dir);
});

test("a lineage is one history", async () => {
  const fold = await open();
  accepted(await fold.commit(declare("old"), AGENT));
  accepted(await fold.commit(declare("other"), AGENT));
  const next = { op: "supersede", id: "new", replaces: ["old"], title: "New", tier: "S" } as const;
  accepted(await fold.commit({ batch_id: "s", declarations: [next] }, AGENT));
  const patch = { op: "patch", id: "new", tier: "M" } as const;
  accepted(await fold.commit({ batch_id: "p", declarations: [patch] }, AGENT));
  const seqs = async (query: object) =>
    (await fold.history(query)).records.map(({ event_seq }) => event_seq);
  expect(await seqs({ entry: "new" })).toEqual([3, 4]);
  expect(await seqs({ entry: "new", lineage: true })).toEqual([1, 3, 4]);
  expect(await seqs({ entry: "old", lineage: true, reverse: true, limit: 2 })).toEqual([4, 3]);
});

test("watch tells what other handles did", async () => {
  const dir = temporaryDir();
  const [one, two] = [await open(dir), await open(dir)];
  const seen: number[] = [];
  const controller = new AbortController();
  one.watch(({ event_seq }) => seen.push(event_seq), { signal: controller.signal });
  await vi.waitFor(() => expect(seen).toEqual([0]));
  accepted(await two.commit(declare("a"), AGENT));
  expect(seen).toEqual([0, 1]);
  controller.abort();
  accepted(await two.commit(declare("b"), AGENT));
  expect(seen).toEqual([0, 1]);
});

test("a damaged store is told as corrupt, and can be salvaged", async () => {
  const { readFileSync, writeFileSync } = await import("node:fs");
  const dir = temporaryDir();
  const fold = await open(dir);
  for (const id of ["a", "b", "c"]) accepted(await fold.commit(declare(id), AGENT));
  await fold.close();
  const path = join(dir, "events.jsonl");
  writeFileSync(path, readFileSync(path, "utf8").replace("Title of b", "Title of B"));
  const damaged = await open(dir);
  await expect(damaged.state({ now: NOW })).rejects.toMatchObject({
    code: "corrupt",
    failure: { reason: "hash_mismatch", line: 2 },
  });
  expect(await damaged.commit(declare("d"), AGENT)).toMatchObject({ outcome: "corrupt", line: 2 });
  const out = join(temporaryDir(), "out");
  expect(await salvage(dir, out)).toMatchObject({ ok: true, value: { event_seq: 1 } });
  expect((await (await openFold(out)).state({ now: NOW })).event_seq).toBe(1);
});
