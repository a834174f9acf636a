import type { HistoryPage, HistoryQuery, Store } from "@fold/contracts";
import { expect, test } from "vitest";
import { accepted, CONTEXT, declare, fill, open, patch, temporaryDir } from "../support/store.js";

async function page(store: Store, query: HistoryQuery): Promise<HistoryPage> {
  const read = await store.history(query);
  if (!read.ok) throw new Error(JSON.stringify(read.failure));
  return read.value;
}

const seqs = ({ records }: HistoryPage): readonly number[] =>
  records.map(({ event_seq }) => event_seq);

async function filled(count: number): Promise<Store> {
  const store = await open(temporaryDir());
  await fill(store, count);
  return store;
}

test("all records come in pages, forwards and backwards", async () => {
  const store = await filled(10);
  const first = await page(store, { limit: 4 });
  expect(seqs(first)).toEqual([1, 2, 3, 4]);
  expect(first.next).toBe(4);
  expect(seqs(await page(store, { limit: 4, since: 4 }))).toEqual([5, 6, 7, 8]);
  const last = await page(store, { limit: 4, since: 8 });
  expect(seqs(last)).toEqual([9, 10]);
  expect(last.next).toBeNull();
  const back = await page(store, { limit: 4, reverse: true });
  expect(seqs(back)).toEqual([10, 9, 8, 7]);
  expect(back.next).toBe(7);
  expect(seqs(await page(store, { limit: 4, since: 3, reverse: true }))).toEqual([2, 1]);
  expect(await page(store, { since: 10 })).toEqual({ records: [], next: null });
  expect(await page(store, { since: 1, reverse: true })).toEqual({ records: [], next: null });
});

test("a page that ends with the last record has no next one", async () => {
  const store = await filled(4);
  expect((await page(store, { limit: 4 })).next).toBeNull();
  expect((await page(store, { limit: 3 })).next).toBe(3);
  expect((await page(store, { limit: 4, reverse: true })).next).toBeNull();
});

test("without a limit a page has 100 records", async () => {
  const store = await filled(120);
  const first = await page(store, {});
  expect(first.records).toHaveLength(100);
  expect(first.next).toBe(100);
});

test("records of one entry, across segments and the tail", async () => {
  const store = await filled(300);
  accepted(await store.commit(declare("other"), CONTEXT));
  accepted(await store.commit(patch("last", "other", "t"), CONTEXT));
  expect(seqs(await page(store, { entry: "other" }))).toEqual([301, 302]);
  expect(seqs(await page(store, { entry: "other", reverse: true, limit: 1 }))).toEqual([302]);
  expect(seqs(await page(store, { entry: "e", since: 298 }))).toEqual([299, 300]);
  expect(seqs(await page(store, { entry: "e", reverse: true, since: 3 }))).toEqual([2, 1]);
  expect(await page(store, { entry: "other", since: 302 })).toEqual({ records: [], next: null });
});

test("one batch, or the news that it never was", async () => {
  const store = await filled(3);
  expect(seqs(await page(store, { batch: "fill-1" }))).toEqual([2]);
  expect(await store.history({ batch: "never" })).toMatchObject({
    ok: false,
    failure: { outcome: "not_found", id: "never" },
  });
  expect(await store.history({ entry: "never" })).toMatchObject({
    ok: false,
    failure: { outcome: "not_found", id: "never" },
  });
  expect(await store.history({ entry: "never", lineage: true })).toMatchObject({
    failure: { outcome: "not_found" },
  });
});

test("a page ends after 16 MiB, but holds one record at least", async () => {
  const store = await open(temporaryDir());
  const words = "w".repeat(500);
  for (let at = 0; at < 12; at += 1) {
    const declarations = Array.from({ length: 250 }, (_, index) => ({
      ...declare(`e${at}-${index}`).declarations?.[0],
      summary: words.repeat(7),
      why: words,
    }));
    const batch = { batch_id: `big-${at}`, declarations: declarations as never };
    accepted(await store.commit(batch, CONTEXT));
  }
  const first = await page(store, {});
  const bytes = first.records.reduce((sum, record) => sum + JSON.stringify(record).length, 0);
  expect(bytes).toBeLessThanOrEqual(16 * 1024 * 1024);
  expect(first.records.length).toBeLessThan(12);
  const second = await page(store, { since: first.next ?? 0 });
  expect(first.records.length + second.records.length).toBe(12);
});

test("a store without a record has a diff and a history, and both are empty", async () => {
  const store = await open(temporaryDir());
  const nothing = { event_seq: 0, revision: 0 };
  expect(await store.diff(0)).toMatchObject({ ok: true, value: { from: nothing, to: nothing } });
  expect(await store.history({})).toMatchObject({ ok: true, value: { records: [], next: null } });
  expect(await store.diff(1)).toMatchObject({ ok: false, failure: { outcome: "not_found" } });
});

test("a diff from any record, and none from one that is still to come", async () => {
  const store = await filled(300);
  accepted(await store.commit(declare("other"), CONTEXT));
  expect(await store.diff(300)).toMatchObject({
    value: { from: { event_seq: 300, revision: 300 }, opened: [{ id: "other" }], changed: [] },
  });
  expect(await store.diff(5)).toMatchObject({
    value: {
      from: { event_seq: 5, revision: 5 },
      opened: [{ id: "other" }],
      changed: [{ id: "e" }],
    },
  });
  expect(await store.diff(0)).toMatchObject({ value: { from: { event_seq: 0, revision: 0 } } });
  expect(await store.diff(301)).toMatchObject({ value: { opened: [], changed: [] } });
  expect(await store.diff(302)).toMatchObject({ failure: { outcome: "not_found", id: "302" } });
});
