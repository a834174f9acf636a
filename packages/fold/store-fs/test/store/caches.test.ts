import { hash as hashOf } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import type { Batch, Store } from "@fold/contracts";
import { nodeFs } from "@fold/store-fs";
import { describe, expect, test } from "vitest";
import { hookedFs } from "../fakes/faulty-fs.js";
import {
  accepted,
  CONTEXT,
  commitOnly,
  fill,
  fullCheck,
  logOf,
  NOW,
  open,
  patch,
  readFresh,
  seqOf,
  temporaryDir,
  titles,
} from "../support/store.js";

async function storeOf(count: number): Promise<string> {
  const dir = temporaryDir();
  const store = await open(dir);
  await fill(store, count);
  await store.close();
  return dir;
}

const snapshotPath = (dir: string): string => join(dir, "snapshot.json");
const indexNames = (dir: string): string[] => readdirSync(join(dir, "index")).sort();

/** A store without caches and a handle that counts the cache files that come to be. */
async function countingRenames(count: number): Promise<{
  readonly dir: string;
  readonly store: Store;
  readonly renames: () => number;
}> {
  const dir = temporaryDir();
  const before = await open(dir);
  await commitOnly(before, count);
  await before.close();
  let renames = 0;
  const fs = hookedFs(nodeFs, ({ name, proceed }) => {
    if (name === "rename") renames += 1;
    return proceed();
  });
  return { dir, store: await open(dir, { fs }), renames: () => renames };
}

const due = patch("due", "e", "due");

test("G12 a handle that starts writes caches that lie 32 records behind, not 31", async () => {
  const early = await countingRenames(30);
  accepted(await early.store.commit(due, CONTEXT));
  expect(early.renames()).toBe(0);
  const { dir, store, renames } = await countingRenames(31);
  accepted(await store.commit(due, CONTEXT));
  expect(renames()).toBe(2);
  expect(indexNames(dir)).toEqual(["000000000001-000000000032.segment"]);
  await fullCheck(dir);
});

test("G12 a handle that goes on writes them every 1 024 records", async () => {
  const { dir, store, renames } = await countingRenames(31);
  accepted(await store.commit(due, CONTEXT));
  for (let at = 0; at < 1023; at += 1) {
    accepted(await store.commit(patch(`p${at}`, "e", `t${at}`), CONTEXT));
  }
  expect(renames()).toBe(2);
  accepted(await store.commit(patch("last", "e", "last"), CONTEXT));
  expect(renames()).toBe(4);
  expect(indexNames(dir)).toEqual(["000000000001-000000001056.segment"]);
  await fullCheck(dir);
});

const long = (at: number): Batch => ({
  ...patch(`long-${at}`, "e", `t${at}`),
  note: "n".repeat(7900),
});

test("caches are due after 64 KiB too for a handle that starts, after 1 MiB for one that goes on", async () => {
  const { dir, store } = await countingRenames(1);
  for (let at = 0; at < 9; at += 1) accepted(await store.commit(long(at), CONTEXT));
  expect(existsSync(snapshotPath(dir))).toBe(false);
  const next = await open(dir);
  accepted(await next.commit(due, CONTEXT));
  expect(existsSync(snapshotPath(dir))).toBe(true);
  rmSync(snapshotPath(dir));
  for (let at = 9; at < 120; at += 1) accepted(await next.commit(long(at), CONTEXT));
  expect(existsSync(snapshotPath(dir))).toBe(false);
  for (let at = 120; at < 150; at += 1) accepted(await next.commit(long(at), CONTEXT));
  expect(existsSync(snapshotPath(dir))).toBe(true);
  await fullCheck(dir);
});

test("G12 a cold start with caches reads the tail of the log only", async () => {
  const dir = await storeOf(600);
  const size = logOf(dir).length;
  let read = 0;
  const fs = hookedFs(nodeFs, ({ name, path, args, proceed }) => {
    const count = proceed();
    if (name === "read" && path.endsWith("events.jsonl")) read += Number(count);
    expect(args).toBeDefined();
    return count;
  });
  const store = await open(dir, { fs });
  // While a log is short, its bytes are hashed once; the records of the tail are read on top.
  expect(await seqOf(store)).toBe(600);
  expect(read).toBeLessThan(size * 1.3);
  read = 0;
  expect(await store.history({ batch: "fill-7" })).toMatchObject({
    value: { records: [{ event_seq: 8 }] },
  });
  expect(accepted(await store.commit(patch("fill-7", "e", "x-7"), CONTEXT)).duplicate).toBe(true);
  expect(read).toBeLessThan(10_000);
});

test("E14 a rebuild gives the same snapshot and index, byte for byte", async () => {
  const dir = await storeOf(512);
  const snapshot = readFileSync(snapshotPath(dir));
  const segments = indexNames(dir);
  for (const day of ["01", "15"]) {
    rmSync(snapshotPath(dir));
    rmSync(join(dir, "index"), { recursive: true });
    const store = await open(dir);
    const later = { actor: "agent", now: `2027-01-${day}T00:00:00.000Z` as typeof NOW };
    const refused = await store.commit(patch("no", "nobody", "t"), later);
    expect(refused.outcome).toBe("rejected");
    expect(await seqOf(store)).toBe(512);
    expect(readFileSync(snapshotPath(dir)).equals(snapshot)).toBe(true);
  }
  expect(segments.at(-1)).toContain("000000000512");
  await fullCheck(dir);
});

describe("D7 with caches deleted every read gives the same, and the log is not touched", () => {
  test.each(["snapshot.json", "index", "both"])("%s", async (which) => {
    const dir = await storeOf(600);
    const log = logOf(dir);
    if (which !== "index") rmSync(snapshotPath(dir));
    if (which !== "snapshot.json") rmSync(join(dir, "index"), { recursive: true });
    const store = await open(dir);
    expect(await titles(store)).toEqual(["x-599"]);
    expect(await store.history({ batch: "fill-300" })).toMatchObject({
      value: { records: [{ event_seq: 301 }] },
    });
    expect(await store.history({ entry: "e", since: 597 })).toMatchObject({
      value: { records: [{ event_seq: 598 }, { event_seq: 599 }, { event_seq: 600 }] },
    });
    expect(await store.diff(598)).toMatchObject({ value: { changed: [{ id: "e" }] } });
    expect(logOf(dir)).toEqual(log);
    expect(existsSync(snapshotPath(dir))).toBe(true);
    await fullCheck(dir);
  });
});

describe("a snapshot that is", () => {
  const discarded = (reason: string) => ({
    warnings: [
      { code: "cache_discarded", file: "snapshot.json", reason: expect.stringMatching(reason) },
    ],
  });

  test.each([
    ["empty", () => ""],
    ["cut", (text: string) => text.slice(0, -200)],
    ["changed", (text: string) => text.replace("x-", "y-")],
    ["of another kind", () => sealed({ format: "other" })],
    ["of a newer version", () => sealed({ format: "fold.snapshot", version: 2 })],
  ])("%s is discarded, told and made anew", async (_name, change) => {
    const dir = await storeOf(300);
    const original = readFileSync(snapshotPath(dir), "utf8");
    writeFileSync(snapshotPath(dir), change(original));
    const store = await open(dir);
    const view = await store.view({ now: NOW });
    expect(view).toMatchObject({ ok: true, value: { event_seq: 300, ...discarded("") } });
    expect(await (await open(dir)).view({ now: NOW })).not.toHaveProperty("value.warnings");
    await fullCheck(dir);
  });

  test("of another log is discarded, told and made anew", async () => {
    const dir = await storeOf(300);
    const other = temporaryDir();
    const otherStore = await open(other);
    await fill(otherStore, 300, "other");
    await otherStore.close();
    writeFileSync(snapshotPath(dir), readFileSync(snapshotPath(other)));
    rmSync(join(dir, "index"), { recursive: true });
    const view = await (await open(dir)).view({ now: NOW });
    if (!view.ok) expect(view).toMatchObject({ failure: { reason: "log_regressed" } });
    else expect(view).toMatchObject({ value: { event_seq: 300, ...discarded("") } });
  });
});

function sealed(content: object): string {
  const covered = JSON.stringify(content).slice(0, -1);
  return `${covered},"hash":"${hashOf("sha256", covered, "hex")}"}\n`;
}

test("C6 leftovers and blocked names hold nobody up, and leftovers are removed", async () => {
  const dir = await storeOf(1);
  const leftover = join(dir, `snapshot.json.${"a".repeat(16)}.tmp`);
  const blocked = join(dir, `snapshot.json.${"b".repeat(16)}.tmp`);
  writeFileSync(leftover, "half a snapshot");
  utimesSync(leftover, new Date("2020-01-01"), new Date("2020-01-01"));
  mkdirSync(blocked);
  writeFileSync(join(dir, "notes.txt"), "mine");
  const store = await open(dir);
  for (let at = 0; at < 256; at += 1) {
    expect(accepted(await store.commit(patch(`p${at}`, "e", `t${at}`), CONTEXT)).warnings).toEqual(
      [],
    );
  }
  await readFresh(dir);
  expect(existsSync(leftover)).toBe(false);
  expect(existsSync(blocked)).toBe(true);
  expect(readFileSync(join(dir, "notes.txt"), "utf8")).toBe("mine");
  const findings = await fullCheck(dir);
  expect(findings.map(({ code, file }) => `${code} ${file}`)).toEqual([
    "foreign_file notes.txt",
    `temporary_file snapshot.json.${"b".repeat(16)}.tmp`,
  ]);
});

test("C5 a snapshot that cannot be replaced is a warning, and the record is saved", async () => {
  const dir = await storeOf(31);
  const fs = hookedFs(nodeFs, ({ name, args, proceed }) => {
    if (name === "rename" && String(args[1]).endsWith("snapshot.json")) {
      throw Object.assign(new Error("in use"), { code: "EPERM" });
    }
    return proceed();
  });
  const store = await open(dir, { fs });
  const receipt = accepted(await store.commit(patch("due", "e", "due"), CONTEXT));
  expect(receipt.warnings).toMatchObject([{ code: "cache_not_saved" }]);
  expect(readdirSync(dir).sort()).toEqual(["events.jsonl", "index", "lock"]);
  expect(await seqOf(await open(dir))).toBe(32);
  await fullCheck(dir);
});

test("many handles that commit in turn make one row of segments", async () => {
  const dir = temporaryDir();
  const stores = [await open(dir), await open(dir), await open(dir)];
  await commitOnly(stores[0] ?? (await open(dir)), 1);
  for (let at = 0; at < 900; at += 1) {
    // Now and then one of them is a handle that has just started.
    if (at % 40 === 0) stores[(at / 40) % 3] = await open(dir);
    accepted(
      await (stores[at % 3] ?? (await open(dir))).commit(patch(`p${at}`, "e", `t${at}`), CONTEXT),
    );
  }
  const findings = await fullCheck(dir);
  expect(findings).toEqual([]);
  expect(indexNames(dir).length).toBeLessThanOrEqual(4);
  for (const store of stores) {
    expect(accepted(await store.commit(patch("p5", "e", "t5"), CONTEXT)).duplicate).toBe(true);
  }
});

test("a damaged page that no question meets does not keep segments from being merged", async () => {
  const dir = await storeOf(500);
  const [name = ""] = indexNames(dir);
  const path = join(dir, "index", name);
  const bytes = readFileSync(path);
  // In the first page, where old lines begin: nobody who commits anew asks for it.
  bytes[512 + 17] = (bytes[512 + 17] ?? 0) ^ 1;
  writeFileSync(path, bytes);
  for (let turn = 0; turn < 10; turn += 1) {
    const store = await open(dir);
    for (let at = 0; at < 40; at += 1) {
      accepted(await store.commit(patch(`turn-${turn}-${at}`, "e", `${turn}-${at}`), CONTEXT));
    }
    await store.close();
  }
  await readFresh(dir);
  expect(indexNames(dir).length).toBeLessThanOrEqual(4);
  // The full check would tell of a segment that is still damaged.
  expect(await fullCheck(dir)).toEqual([]);
});
