import type { Batch } from "@fold/contracts";
import { expect, test } from "vitest";
import {
  accepted,
  CONTEXT,
  declare,
  fill,
  fullCheck,
  logOf,
  NOW,
  open,
  patch,
  temporaryDir,
} from "../support/store.js";

test("E5 E7 the same request again gets the saved receipt, and nothing is written", async () => {
  const dir = temporaryDir();
  const store = await open(dir);
  const first = accepted(await store.commit(declare("a"), CONTEXT));
  await fill(store, 300);
  const before = logOf(dir);
  const later = { actor: "agent", now: "2027-01-01T00:00:00.000Z" as typeof NOW };
  for (const handle of [store, await open(dir)]) {
    const again = accepted(await handle.commit(declare("a"), later));
    expect(again).toEqual({ ...first, duplicate: true });
  }
  expect(logOf(dir)).toEqual(before);
  await fullCheck(dir);
});

test("E6 the same id for another request, or from another actor, is a conflict", async () => {
  const dir = temporaryDir();
  const store = await open(dir);
  const saved = accepted(await store.commit(declare("a"), CONTEXT));
  const before = logOf(dir);
  const requests: [Batch, typeof CONTEXT | { actor: string; now: typeof NOW }][] = [
    [declare("a", "Other"), CONTEXT],
    [declare("a"), { ...CONTEXT, actor: "other" }],
  ];
  for (const [batch, context] of requests) {
    const conflict = await store.commit(batch, context);
    expect(conflict).toMatchObject({
      outcome: "conflict",
      batch_id: "batch-a",
      event_seq: saved.event_seq,
      at: NOW,
      actor: "agent",
    });
    if (conflict.outcome !== "conflict") throw new Error("no conflict");
    expect(conflict.saved_digest).toMatch(/^[0-9a-f]{64}$/);
    expect(conflict.request_digest).not.toBe(conflict.saved_digest);
  }
  expect(logOf(dir)).toEqual(before);
});

test("E9 a replay is a replay whatever base revision it names", async () => {
  const store = await open(temporaryDir());
  await fill(store, 5);
  const batch = { ...patch("b", "e", "t"), base_revision: 5 };
  accepted(await store.commit(batch, CONTEXT));
  accepted(await store.commit(patch("c", "e", "u"), CONTEXT));
  for (const base_revision of [5, 7, 3, null, undefined]) {
    const again = {
      ...patch("b", "e", "t"),
      ...(base_revision === undefined ? {} : { base_revision }),
    };
    expect(accepted(await store.commit(again, CONTEXT))).toMatchObject({
      duplicate: true,
      event_seq: 6,
    });
  }
  const stale = await store.commit({ ...patch("d", "e", "v"), base_revision: 5 }, CONTEXT);
  expect(stale).toMatchObject({
    outcome: "rejected",
    violations: [{ code: "stale_revision", base_revision: 5, revision: 7, changed: ["e"] }],
  });
});

test("batches and annotations share their ids", async () => {
  const store = await open(temporaryDir());
  await fill(store, 1);
  const note = { annotation_id: "batch-e", entry_id: "e", text: "hm" };
  expect(await store.annotate(note, CONTEXT)).toMatchObject({ outcome: "conflict" });
  const saved = accepted(await store.annotate({ ...note, annotation_id: "n" }, CONTEXT));
  expect(saved).toMatchObject({ type: "annotation", event_seq: 2, revision: 1 });
  expect(accepted(await store.annotate({ ...note, annotation_id: "n" }, CONTEXT)).duplicate).toBe(
    true,
  );
});

test("an annotation that was acknowledged long ago is known", async () => {
  const store = await open(temporaryDir());
  await fill(store, 1);
  accepted(await store.annotate({ annotation_id: "n", entry_id: "e", text: "hm" }, CONTEXT));
  const acknowledge = (id: string) => ({ batch_id: id, acknowledges: [{ annotation_id: "n" }] });
  expect(accepted(await store.commit(acknowledge("k1"), CONTEXT)).type).toBe("acknowledge");
  for (let at = 0; at < 300; at += 1)
    accepted(await store.commit(patch(`p${at}`, "e", `t${at}`), CONTEXT));
  expect(accepted(await store.commit(acknowledge("k2"), CONTEXT)).type).toBe("checked");
});
