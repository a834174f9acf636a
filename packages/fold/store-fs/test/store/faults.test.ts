import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { nodeFs } from "@fold/store-fs";
import { describe, expect, onTestFinished, test } from "vitest";
import { type Call, failing, hookedFs, systemError } from "../fakes/faulty-fs.js";
import {
  accepted,
  CONTEXT,
  commitOnly,
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

const isLog = ({ path }: Call): boolean => path.endsWith("events.jsonl");

/** A store with two records, and a handle on it whose file calls go through a hook. */
async function storeWith(hook: Parameters<typeof hookedFs>[1]) {
  const dir = temporaryDir();
  await fill(await open(dir), 2);
  const before = logOf(dir);
  return { dir, before, store: await open(dir, { fs: hookedFs(nodeFs, hook) }) };
}

describe("a write that fails", () => {
  test.each([
    ["ENOSPC", "no_space"],
    ["EDQUOT", "no_space"],
    ["EFBIG", "no_space"],
    ["EIO", "io"],
  ])("B13 with %s leaves the log as it was", async (code, reason) => {
    let isBroken = true;
    const hook = failing(code, (call) => isBroken && call.name === "append" && isLog(call));
    const { dir, before, store } = await storeWith(hook);
    const expected = { outcome: "unavailable", reason, batch_id: "batch-x" };
    expect(await store.commit(declare("x"), CONTEXT)).toMatchObject(expected);
    expect(logOf(dir)).toEqual(before);
    isBroken = false;
    expect(accepted(await store.commit(declare("x"), CONTEXT)).event_seq).toBe(3);
    await fullCheck(dir);
  });

  test("B13 halfway is cut back", async () => {
    let writes = 0;
    const { dir, before, store } = await storeWith((call) => {
      if (call.name !== "append" || !isLog(call)) return call.proceed();
      writes += 1;
      if (writes > 1) throw systemError("ENOSPC");
      const [fd, bytes] = call.args as [number, Uint8Array];
      return nodeFs.append(fd, bytes.subarray(0, 50));
    });
    const expected = { outcome: "unavailable", reason: "no_space" };
    expect(await store.commit(declare("x"), CONTEXT)).toMatchObject(expected);
    expect(logOf(dir)).toEqual(before);
    await fullCheck(dir);
  });

  test("halfway, and cannot be cut back, is cut by the next writer", async () => {
    let writes = 0;
    const { dir, before, store } = await storeWith((call) => {
      if (call.name === "truncate" && isLog(call)) throw systemError("EIO");
      if (call.name !== "append" || !isLog(call)) return call.proceed();
      writes += 1;
      if (writes > 1) throw systemError("ENOSPC");
      const [fd, bytes] = call.args as [number, Uint8Array];
      return nodeFs.append(fd, bytes.subarray(0, 50));
    });
    expect(await store.commit(declare("x"), CONTEXT)).toMatchObject({ reason: "no_space" });
    expect(logOf(dir).length).toBe(before.length + 50);
    const receipt = accepted(await (await open(dir)).commit(declare("x"), CONTEXT));
    expect(receipt.warnings).toEqual([{ code: "tail_cut", bytes: 50 }]);
    await fullCheck(dir);
  });
});

test("a system that takes a few bytes at a time gets the whole record", async () => {
  const { dir, store } = await storeWith((call) => {
    if (call.name !== "append" && call.name !== "write") return call.proceed();
    const [fd, bytes, position] = call.args as [number, Uint8Array, number];
    const few = bytes.subarray(0, 7);
    return call.name === "append" ? nodeFs.append(fd, few) : nodeFs.write(fd, few, position);
  });
  accepted(await store.commit(declare("x"), CONTEXT));
  await fullCheck(dir);
});

test("reads that return a few bytes at a time give the same state", async () => {
  const { store } = await storeWith((call) => {
    if (call.name !== "read") return call.proceed();
    const [fd, target, position] = call.args as [number, Uint8Array, number];
    return nodeFs.read(fd, target.subarray(0, Math.min(target.length, 11)), position);
  });
  expect(await titles(store)).toEqual(["x-1"]);
});

describe("a sync that fails", () => {
  test("is not tried again: the record is taken back, and the handle wants to be reopened", async () => {
    let syncs = 0;
    const { dir, before, store } = await storeWith((call) => {
      if (call.name === "datasync" && isLog(call)) {
        syncs += 1;
        if (syncs === 1) throw systemError("EIO");
      }
      return call.proceed();
    });
    const expected = { outcome: "unavailable", reason: "sync_failed", batch_id: "batch-x" };
    expect(await store.commit(declare("x"), CONTEXT)).toMatchObject(expected);
    expect(logOf(dir)).toEqual(before);
    expect(syncs).toBe(2);
    const refused = { outcome: "unavailable", reason: "reopen_needed", batch_id: "batch-x" };
    expect(await store.commit(declare("x"), CONTEXT)).toMatchObject(refused);
    expect(await store.view({ now: NOW })).toMatchObject({ failure: { reason: "reopen_needed" } });
    expect(accepted(await (await open(dir)).commit(declare("x"), CONTEXT)).duplicate).toBe(false);
    await fullCheck(dir);
  });

  test("twice leaves the outcome unknown", async () => {
    const hook = failing("EIO", (call) => call.name === "datasync" && isLog(call));
    const { store } = await storeWith(hook);
    const receipt = await store.commit(declare("x"), CONTEXT);
    expect(receipt).toMatchObject({ outcome: "unknown", batch_id: "batch-x" });
    expect(await store.history({})).toMatchObject({ failure: { reason: "reopen_needed" } });
  });

  test("of a new log's directory takes the record back", async () => {
    const dir = temporaryDir();
    await open(dir);
    let isBroken = true;
    const fs = hookedFs(
      nodeFs,
      failing("EIO", ({ name }) => isBroken && name === "syncDirectory"),
    );
    const store = await open(dir, { fs });
    expect(await store.commit(declare("x"), CONTEXT)).toMatchObject({ reason: "sync_failed" });
    isBroken = false;
    const again = await open(dir);
    expect(await seqOf(again)).toBe(0);
    accepted(await again.commit(declare("x"), CONTEXT));
    await fullCheck(dir);
  });

  test("keeps a reader from serving what may be lost", async () => {
    const dir = temporaryDir();
    await fill(await open(dir), 2);
    // The writer died after its append: nothing says that the last record was synced.
    writeFileSync(join(dir, "lock"), "");
    const fs = hookedFs(
      nodeFs,
      failing("EIO", (call) => call.name === "datasync"),
    );
    const store = await open(dir, { fs });
    expect(await store.view({ now: NOW })).toMatchObject({ failure: { reason: "sync_failed" } });
  });
});

test("a reader syncs what its writer may not have synced, once", async () => {
  const dir = temporaryDir();
  await fill(await open(dir), 2);
  writeFileSync(join(dir, "lock"), "{garbled");
  let syncs = 0;
  const fs = hookedFs(nodeFs, (call) => {
    if (call.name === "datasync" && isLog(call)) syncs += 1;
    return call.proceed();
  });
  expect(await seqOf(await open(dir, { fs }))).toBe(2);
  expect(await seqOf(await open(dir, { fs }))).toBe(2);
  expect(syncs).toBe(1);
});

describe("after the sync", () => {
  test("a lock file that cannot be written is a warning", async () => {
    const isNote = (call: Call) => call.name === "write" && call.path.endsWith("lock");
    const { dir, store } = await storeWith(failing("EIO", isNote));
    const receipt = accepted(await store.commit(declare("x"), CONTEXT));
    expect(receipt.warnings).toMatchObject([{ code: "synced_length_not_saved" }]);
    await fullCheck(dir);
  });

  test.each(["open", "write", "datasync", "rename", "syncDirectory"] as const)(
    "caches that cannot be saved because %s fails are a warning, and the store goes on",
    async (name) => {
      const dir = temporaryDir();
      await commitOnly(await open(dir), 255);
      const isCache = (call: Call) =>
        call.name === name && /\.tmp$|index$|store-\w+$/.test(call.path);
      const store = await open(dir, { fs: hookedFs(nodeFs, failing("ENOSPC", isCache)) });
      const receipt = accepted(await store.commit(patch("due", "e", "due"), CONTEXT));
      expect(receipt.warnings).toMatchObject([{ code: "cache_not_saved" }]);
      expect(accepted(await store.commit(patch("p2", "e", "2"), CONTEXT)).warnings).toEqual([]);
      expect(accepted(await store.commit(patch("fill-7", "e", "x-7"), CONTEXT)).duplicate).toBe(
        true,
      );
      expect(await seqOf(await open(dir))).toBe(257);
      await fullCheck(dir);
    },
  );
});

test.each([
  ["EACCES", "permission"],
  ["EPERM", "permission"],
  ["EROFS", "read_only"],
])(
  "a store that may not be written for %s refuses commits and serves reads",
  async (code, reason) => {
    const hook = failing(code, ({ name, args }) => name === "open" && args[1] !== "read");
    const { dir, before, store } = await storeWith(hook);
    const expected = { outcome: "unavailable", reason, batch_id: "batch-x" };
    expect(await store.commit(declare("x"), CONTEXT)).toMatchObject(expected);
    expect(await store.view({ now: NOW })).toMatchObject({
      ok: true,
      value: { event_seq: 2, read_only: true },
    });
    expect(await store.history({})).toMatchObject({ ok: true, value: { read_only: true } });
    expect(logOf(dir)).toEqual(before);
  },
);

test("C11 a read-only mount without a lock file serves reads and refuses commits", async (context) => {
  const dir = temporaryDir();
  await fill(await open(dir), 300);
  const mounted = temporaryDir();
  if (!mount(["--bind", dir, mounted]) || !mount(["-o", "remount,ro,bind", mounted])) {
    return context.skip("mounting is not allowed here");
  }
  const before = snapshotOf(dir);
  const store = await open(mounted);
  expect(await store.view({ now: NOW })).toMatchObject({
    ok: true,
    value: { event_seq: 300, read_only: true },
  });
  const page = await store.history({ batch: "fill-7" });
  expect(page).toMatchObject({ ok: true, value: { read_only: true, records: [{ event_seq: 8 }] } });
  const refused = { outcome: "unavailable", reason: "read_only" };
  expect(await store.commit(declare("x"), CONTEXT)).toMatchObject(refused);
  expect(snapshotOf(dir)).toEqual(before);
  await store.close();
});

test("B13 on a full disk a commit is refused, and nothing is lost", async (context) => {
  const dir = temporaryDir();
  if (!mount(["-t", "tmpfs", "-o", "size=256k", "tmpfs", dir])) {
    return context.skip("mounting is not allowed here");
  }
  const store = await open(dir);
  const long = "x".repeat(3000);
  let receipt = await store.commit(declare("e"), CONTEXT);
  let count = 0;
  while (receipt.outcome === "accepted") {
    count += 1;
    const batch = { ...patch(`p-${count}`, "e", `t-${count}`), note: long };
    receipt = await store.commit(batch, CONTEXT);
  }
  expect(receipt).toMatchObject({ outcome: "unavailable", reason: "no_space" });
  expect(linesOf(dir)).toHaveLength(count);
  expect(await seqOf(await open(dir))).toBe(count);
  await fullCheck(dir);
  await store.close();
});

function mount(mountArguments: readonly string[]): boolean {
  try {
    execFileSync("mount", mountArguments, { stdio: "ignore" });
  } catch {
    return false;
  }
  const target = mountArguments.at(-1) ?? "";
  onTestFinished(() => {
    try {
      execFileSync("umount", ["-l", target], { stdio: "ignore" });
    } catch {
      // It was mounted twice over the same place, and the first call took both away.
    }
  });
  return true;
}

function snapshotOf(dir: string): Readonly<Record<string, string>> {
  const names = readdirSync(dir).filter((name) => name !== "index");
  return Object.fromEntries(names.map((name) => [name, readFileSync(join(dir, name), "latin1")]));
}
