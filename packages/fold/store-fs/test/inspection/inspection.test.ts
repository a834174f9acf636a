import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { nodeFs, salvage, verify } from "@fold/store-fs";
import { describe, expect, test } from "vitest";
import { fakeKernel } from "../fakes/fake-kernel.mjs";
import { hookedFs } from "../fakes/faulty-fs.js";
import {
  accepted,
  appendLog,
  CONTEXT,
  declare,
  fill,
  fullCheck,
  linesOf,
  logOf,
  open,
  patch,
  readFresh,
  seqOf,
  temporaryDir,
  writeLog,
} from "../support/store.js";

async function storeOf(count: number, title = "x"): Promise<string> {
  const dir = temporaryDir();
  const store = await open(dir);
  await fill(store, count, title);
  await store.close();
  return dir;
}

const kernel = fakeKernel;

describe("verify", () => {
  test("of a sound store says where it stands, and writes nothing", async () => {
    const dir = await storeOf(600);
    const writes: string[] = [];
    const fs = hookedFs(nodeFs, ({ name, args, proceed }) => {
      const isRead = /^(?:close|read|factsOf|stat|list|canonicalPath)$/.test(name);
      if (!isRead && !(name === "open" && args[1] === "read")) writes.push(name);
      return proceed();
    });
    const progress: number[] = [];
    const onProgress = (done: number, all: number) => progress.push(done / all);
    const verified = await verify(dir, { kernel, fs, onProgress });
    const { length } = logOf(dir);
    const place = { event_seq: 600, revision: 600, length, size: length };
    expect(verified).toMatchObject({ ok: true, value: { isSound: true, ...place, findings: [] } });
    expect(writes).toEqual([]);
    expect(progress.at(-1)).toBe(1);
  });

  test("of a directory that is no store says so", async () => {
    expect(await verify(temporaryDir(), { kernel })).toMatchObject({
      ok: false,
      failure: { outcome: "no_store" },
    });
  });

  test("finds a torn tail, a missing lock and leftovers, which are no faults", async () => {
    const dir = await storeOf(2);
    appendLog(dir, "half a li");
    rmSync(join(dir, "lock"));
    mkdirSync(join(dir, "index"));
    writeFileSync(join(dir, "index", "readme"), "");
    writeFileSync(
      join(dir, "index", `${"0".repeat(11)}1-${"0".repeat(11)}2.segment.${"a".repeat(16)}.tmp`),
      "",
    );
    const verified = await verify(dir, { kernel });
    expect(verified).toMatchObject({ ok: true, value: { isSound: true, event_seq: 2 } });
    const codes = verified.ok ? verified.value.findings.map(({ code }) => code).sort() : [];
    expect(codes).toEqual(["foreign_file", "lock_missing", "temporary_file", "torn_tail"]);
  });

  test("finds a snapshot and segments that are not those of the log", async () => {
    const dir = await storeOf(540);
    const other = await storeOf(540, "y");
    for (const one of [dir, other]) {
      const store = await open(one);
      for (let at = 0; at < 60; at += 1) {
        accepted(await store.commit(patch(`more-${at}`, "e", `${at}`), CONTEXT));
      }
      await store.close();
      await readFresh(one);
    }
    writeFileSync(join(dir, "snapshot.json"), readFileSync(join(other, "snapshot.json")));
    const [first = "", second = ""] = readdirSync(join(dir, "index")).sort();
    writeFileSync(join(dir, "index", first), readFileSync(join(other, "index", first)));
    const damaged = readFileSync(join(dir, "index", second));
    damaged[5000] = (damaged[5000] ?? 0) ^ 1;
    writeFileSync(join(dir, "index", second), damaged);
    const verified = await verify(dir, { kernel });
    const codes = verified.ok ? verified.value.findings.map(({ code }) => code).sort() : [];
    expect(codes).toEqual(["segment_differs", "segment_differs", "snapshot_differs"]);
    // They are caches: the store itself gets over it.
    const store = await open(dir);
    expect(await seqOf(store)).toBe(600);
    expect(accepted(await store.commit(declare("e"), CONTEXT)).duplicate).toBe(true);
  });

  test("finds a record that no schema would have let through", async () => {
    const dir = await storeOf(2);
    const store = await open(dir);
    accepted(await store.commit(declare("long", "t".repeat(161)), CONTEXT));
    const verified = await verify(dir, { kernel });
    expect(verified).toMatchObject({
      value: { isSound: false, event_seq: 2, failure: { reason: "not_a_record", line: 3 } },
    });
  });

  test("finds that a log has lost records", async () => {
    const dir = await storeOf(3);
    writeLog(dir, `${linesOf(dir)[0]}\n`);
    expect(await verify(dir, { kernel })).toMatchObject({
      value: { isSound: false, event_seq: 1, failure: { reason: "log_regressed" } },
    });
  });
});

describe("salvage", () => {
  test("makes each folder above the copy last", async () => {
    const dir = await storeOf(2);
    const top = temporaryDir();
    const synced: string[] = [];
    const fs = hookedFs(nodeFs, ({ name, path, proceed }) => {
      if (name === "syncDirectory") synced.push(path);
      return proceed();
    });
    expect(await salvage(dir, join(top, "a", "b"), { fs })).toMatchObject({ ok: true });
    expect(synced).toEqual(expect.arrayContaining([top, join(top, "a"), join(top, "a", "b")]));
  });

  test("copies the sound beginning, names the rest and leaves the store alone", async () => {
    const dir = await storeOf(300);
    const lines = linesOf(dir);
    const damaged = [...lines.slice(0, 200), "rubbish", ...lines.slice(200)];
    writeLog(dir, `${damaged.join("\n")}\ntorn`);
    const before = logOf(dir);
    const out = join(temporaryDir(), "a", "b");
    const salvaged = await salvage(dir, out);
    expect(salvaged).toMatchObject({
      ok: true,
      value: {
        event_seq: 200,
        left: {
          failure: { reason: "not_json", line: 201 },
          lines: 101,
          files: ["index", "lock", "snapshot.json"],
        },
      },
    });
    if (salvaged.ok) {
      expect(salvaged.value.bytes + salvaged.value.left.bytes).toBe(before.length);
    }
    expect(logOf(dir)).toEqual(before);
    const store = await open(out, { init: false });
    expect(await seqOf(store)).toBe(200);
    accepted(await store.commit(declare("new"), CONTEXT));
    await fullCheck(out);
  });

  test("of a torn log leaves the fragment", async () => {
    const dir = await storeOf(2);
    appendLog(dir, "torn");
    const out = join(temporaryDir(), "out");
    expect(await salvage(dir, out)).toMatchObject({
      value: { event_seq: 2, left: { failure: null, bytes: 4, lines: 0 } },
    });
  });

  test("refuses a place that is not empty or lies in the store", async () => {
    const dir = await storeOf(2);
    const full = temporaryDir();
    writeFileSync(join(full, "mine"), "");
    for (const out of [full, dir, join(dir, "below"), join(full, "mine")]) {
      expect(await salvage(dir, out)).toMatchObject({ ok: false, failure: { outcome: "usage" } });
    }
    expect(readdirSync(full)).toEqual(["mine"]);
    expect(existsSync(join(dir, "below"))).toBe(false);
    const empty = temporaryDir();
    expect(await salvage(dir, empty)).toMatchObject({ ok: true, value: { event_seq: 2 } });
  });
});
