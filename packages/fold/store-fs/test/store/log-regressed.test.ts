import { readFileSync, rmSync, truncateSync } from "node:fs";
import { join } from "node:path";
import { nodeFs } from "@fold/store-fs";
import { expect, test } from "vitest";
import { type Call, failing, hookedFs } from "../fakes/faulty-fs.js";
import {
  accepted,
  CONTEXT,
  declare,
  fill,
  linesOf,
  logOf,
  NOW,
  open,
  temporaryDir,
  writeLog,
} from "../support/store.js";

const regressed = { outcome: "corrupt", reason: "log_regressed", line: null };

async function storeOf(count: number): Promise<string> {
  const dir = temporaryDir();
  const store = await open(dir);
  await fill(store, count);
  await store.close();
  return dir;
}

async function expectRegressed(dir: string): Promise<void> {
  const store = await open(dir);
  expect(await store.view({ now: NOW })).toMatchObject({ ok: false, failure: regressed });
  expect(await store.commit(declare("new"), CONTEXT)).toMatchObject(regressed);
}

test("B14 an empty log beside a snapshot is not a new store", async () => {
  const dir = await storeOf(300);
  rmSync(join(dir, "lock"));
  writeLog(dir, "");
  await expectRegressed(dir);
  expect(logOf(dir)).toHaveLength(0);
});

test("B14 a missing log beside a snapshot is not a new store", async () => {
  const dir = await storeOf(300);
  rmSync(join(dir, "lock"));
  rmSync(join(dir, "events.jsonl"));
  await expectRegressed(dir);
});

test.each([
  ["EIO", "io"],
  ["EMFILE", "io"],
  ["EACCES", "permission"],
])(
  "a new store whose snapshot cannot be looked for with %s has lost nothing",
  async (code, reason) => {
    const dir = temporaryDir();
    let isBroken = true;
    const isSnapshot = ({ name, path }: Call) => name === "open" && path.endsWith("snapshot.json");
    const fs = hookedFs(
      nodeFs,
      failing(code, (call) => isBroken && isSnapshot(call)),
    );
    const store = await open(dir, { fs });
    const unavailable = { outcome: "unavailable", reason };
    expect(await store.view({ now: NOW })).toMatchObject({ ok: false, failure: unavailable });
    expect(await store.commit(declare("new"), CONTEXT)).toMatchObject(unavailable);
    isBroken = false;
    expect(accepted(await store.commit(declare("new"), CONTEXT)).event_seq).toBe(1);
  },
);

test("a log shorter than its snapshot says has lost records", async () => {
  const dir = await storeOf(300);
  rmSync(join(dir, "lock"));
  writeLog(
    dir,
    linesOf(dir)
      .slice(0, 200)
      .map((line) => `${line}\n`)
      .join(""),
  );
  await expectRegressed(dir);
});

test("a log shorter than what the lock file says was synced has lost records", async () => {
  const dir = await storeOf(5);
  writeLog(
    dir,
    linesOf(dir)
      .slice(0, 4)
      .map((line) => `${line}\n`)
      .join(""),
  );
  await expectRegressed(dir);
  truncateSync(join(dir, "events.jsonl"), 0);
  await expectRegressed(dir);
  rmSync(join(dir, "events.jsonl"));
  await expectRegressed(dir);
});

test("an acknowledged record that lost its last byte is a loss, not a torn tail", async () => {
  const dir = await storeOf(5);
  truncateSync(join(dir, "events.jsonl"), logOf(dir).length - 1);
  await expectRegressed(dir);
});

test("a warm handle notices that the log became shorter", async () => {
  const dir = temporaryDir();
  const store = await open(dir);
  await fill(store, 3);
  truncateSync(join(dir, "events.jsonl"), 0);
  expect(await store.view({ now: NOW })).toMatchObject({ ok: false, failure: regressed });
  expect(await store.commit(declare("new"), CONTEXT)).toMatchObject(regressed);
});

test("nothing but the log is needed to restore a store", async () => {
  const dir = await storeOf(300);
  const copy = temporaryDir();
  writeLog(copy, readFileSync(join(dir, "events.jsonl")));
  const store = await open(copy, { init: false });
  expect(await store.view({ now: NOW })).toMatchObject({ ok: true, value: { event_seq: 300 } });
});
