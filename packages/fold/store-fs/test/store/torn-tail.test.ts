import { rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import {
  accepted,
  appendLog,
  CONTEXT,
  declare,
  dirWithLog,
  fill,
  fullCheck,
  linesOf,
  logOf,
  open,
  patch,
  seqOf,
  temporaryDir,
} from "../support/store.js";

/** Two sound lines, and a third whose title has characters of two, three and four bytes. */
async function threeLines(): Promise<{ readonly sound: Buffer; readonly third: Buffer }> {
  const dir = temporaryDir();
  const store = await open(dir);
  await fill(store, 2);
  const sound = logOf(dir);
  accepted(await store.commit(declare("wide", "é 語 𝄞 é語𝄞"), CONTEXT));
  return { sound, third: logOf(dir).subarray(sound.length) };
}

test("B8 B9 a line cut at any byte is ignored by reads, cut by the next write and told", async () => {
  const { sound, third } = await threeLines();
  for (let cut = 1; cut < third.length; cut += 1) {
    const dir = dirWithLog(Buffer.concat([sound, third.subarray(0, cut)]));
    const store = await open(dir);
    expect(await seqOf(store)).toBe(2);
    expect(logOf(dir).length).toBe(sound.length + cut);
    const receipt = accepted(await store.commit(declare("next"), CONTEXT));
    expect(receipt).toMatchObject({ event_seq: 3, warnings: [{ code: "tail_cut", bytes: cut }] });
    expect(linesOf(dir)).toHaveLength(3);
    expect(logOf(dir).subarray(0, sound.length)).toEqual(sound);
    if (cut % 50 === 1) await fullCheck(dir);
    await store.close();
    rmSync(dir, { recursive: true });
  }
});

test("B8 the cut is told by a refusal and by a conflict as well", async () => {
  const { sound, third } = await threeLines();
  const torn = Buffer.concat([sound, third.subarray(0, 30)]);
  const warnings = [{ code: "tail_cut", bytes: 30 }];

  const refusing = await open(dirWithLog(torn));
  const refused = await refusing.commit(patch("again", "nobody", "x"), CONTEXT);
  expect(refused).toMatchObject({ outcome: "rejected", warnings });

  const conflicting = await open(dirWithLog(torn));
  const [saved] = linesOf(conflicting.dir);
  const { batch_id } = JSON.parse(String(saved)) as { readonly batch_id: string };
  const conflict = await conflicting.commit({ batch_id, note: "something else" }, CONTEXT);
  expect(conflict).toMatchObject({ outcome: "conflict", warnings });
});

test("E11 the cut record's id is free, and a retry is accepted once", async () => {
  const { sound, third } = await threeLines();
  for (const cut of [1, 100, third.length - 1]) {
    const dir = dirWithLog(Buffer.concat([sound, third.subarray(0, cut)]));
    const store = await open(dir);
    const retry = declare("wide", "é 語 𝄞 é語𝄞");
    expect(accepted(await store.commit(retry, CONTEXT)).duplicate).toBe(false);
    expect(accepted(await store.commit(retry, CONTEXT)).duplicate).toBe(true);
    expect(logOf(dir)).toEqual(Buffer.concat([sound, third]));
    await fullCheck(dir);
  }
});

test("E11 a record that is whole but was never answered is there, and its retry is a duplicate", async () => {
  const { sound, third } = await threeLines();
  const dir = dirWithLog(Buffer.concat([sound, third]));
  const store = await open(dir);
  const receipt = accepted(await store.commit(declare("wide", "é 語 𝄞 é語𝄞"), CONTEXT));
  expect(receipt).toMatchObject({ duplicate: true, event_seq: 3 });
  await fullCheck(dir);
});

test("B12 NUL bytes at the tail are a torn tail", async () => {
  const { sound } = await threeLines();
  const dir = dirWithLog(Buffer.concat([sound, Buffer.alloc(4096)]));
  const store = await open(dir);
  expect(await seqOf(store)).toBe(2);
  const receipt = accepted(await store.commit(declare("next"), CONTEXT));
  expect(receipt.warnings).toEqual([{ code: "tail_cut", bytes: 4096 }]);
  expect(linesOf(dir)).toHaveLength(3);
  await fullCheck(dir);
});

test("a warm handle meets the tail that another writer left", async () => {
  const dir = temporaryDir();
  const store = await open(dir);
  await fill(store, 2);
  appendLog(dir, '{"v":1,"event_seq":3');
  expect(await seqOf(store)).toBe(2);
  expect(accepted(await store.commit(declare("x"), CONTEXT)).warnings).toEqual([
    { code: "tail_cut", bytes: 20 },
  ]);
  expect(accepted(await store.commit(declare("y"), CONTEXT)).warnings).toEqual([]);
  await fullCheck(dir);
});

test("a log that is nothing but a fragment is an empty store", async () => {
  const dir = dirWithLog('{"v":1');
  rmSync(join(dir, "lock"), { force: true });
  const store = await open(dir);
  expect(await seqOf(store)).toBe(0);
  expect(accepted(await store.commit(declare("x"), CONTEXT)).warnings).toEqual([
    { code: "tail_cut", bytes: 6 },
  ]);
  await fullCheck(dir);
});
