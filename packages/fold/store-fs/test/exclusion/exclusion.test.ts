import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { type LockPort, loadNativeLock, nativeLock, nodeFs } from "@fold/store-fs";
import { describe, expect, test } from "vitest";
import { type LockNote, NOTHING_NOTED, NoteFile } from "../../src/exclusion/lock-note.js";
import { hookedFs } from "../fakes/faulty-fs.js";
import {
  accepted,
  CONTEXT,
  declare,
  fill,
  fullCheck,
  linesOf,
  NOW,
  open,
  seqOf,
  temporaryDir,
} from "../support/store.js";

function systemLock(): LockPort {
  const lock = nativeLock();
  if (lock === null) throw new Error("this system has no lock");
  return lock;
}

/** Holds the lock of a store from outside. */
function hold(dir: string): () => void {
  const fd = nodeFs.open(join(dir, "lock"), "create");
  if (!systemLock().tryLock(fd, "exclusive")) throw new Error("the lock is taken");
  return () => nodeFs.close(fd);
}

describe("waiting", () => {
  test("ends when the holder lets go", async () => {
    const dir = temporaryDir();
    const store = await open(dir);
    const release = hold(dir);
    const commit = store.commit(declare("a"), CONTEXT);
    setTimeout(release, 30);
    expect(accepted(await commit).event_seq).toBe(1);
    await fullCheck(dir);
  });

  test("is given up after the timeout, and the next call works", async () => {
    const dir = temporaryDir();
    const store = await open(dir, { lockTimeoutMs: 40 });
    const release = hold(dir);
    const expected = { outcome: "unavailable", reason: "lock_timeout", batch_id: "batch-a" };
    expect(await store.commit(declare("a"), CONTEXT)).toMatchObject(expected);
    expect(await store.view({ now: NOW })).toMatchObject({ failure: { reason: "lock_timeout" } });
    release();
    expect(accepted(await store.commit(declare("a"), CONTEXT)).duplicate).toBe(false);
    // A wait that was given up must not hold the lock in the end.
    expect(await seqOf(await open(dir, { lockTimeoutMs: 500 }))).toBe(1);
    await fullCheck(dir);
  });
});

describe("the lock file", () => {
  test.each([
    "",
    "{",
    "null",
    '{"v":1,"synced":-1}',
    "\0".repeat(256),
    '{"v":1,"synced":99999999,"checksum":1}',
  ])("B2 A10 A11 with the content %j holds nobody up", async (content) => {
    const dir = temporaryDir();
    await fill(await open(dir), 2);
    writeFileSync(join(dir, "lock"), content);
    expect(accepted(await (await open(dir)).commit(declare("x"), CONTEXT)).event_seq).toBe(3);
    await fullCheck(dir);
  });

  test("is the same file for ever", async () => {
    const dir = temporaryDir();
    const store = await open(dir);
    const { ino } = statSync(join(dir, "lock"));
    await fill(store, 300);
    expect(statSync(join(dir, "lock")).ino).toBe(ino);
    const note = readFileSync(join(dir, "lock"), "latin1");
    expect(note).toHaveLength(256);
    expect(JSON.parse(note)).toMatchObject({
      v: 1,
      synced: statSync(join(dir, "events.jsonl")).size,
    });
  });

  test("that was replaced between two calls is opened anew", async () => {
    const dir = temporaryDir();
    const store = await open(dir);
    await fill(store, 2);
    renameSync(join(dir, "lock"), join(dir, "old-lock"));
    const release = hold(dir);
    const commit = store.commit(declare("x"), CONTEXT);
    setTimeout(release, 30);
    expect(accepted(await commit).event_seq).toBe(3);
    await fullCheck(dir);
  });

  test("that is replaced while it is held stops the append", async () => {
    const dir = temporaryDir();
    await fill(await open(dir), 2);
    const before = linesOf(dir);
    const path = join(dir, "lock");
    const fs = hookedFs(nodeFs, ({ name, args, proceed }) => {
      // The holder was stopped here, and woke up after somebody had made a new lock file.
      if (name === "open" && String(args[0]).endsWith("snapshot.json")) {
        rmSync(path);
        writeFileSync(path, "");
      }
      return proceed();
    });
    const store = await open(dir, { fs });
    const expected = { outcome: "unavailable", reason: "lock_unsafe" };
    expect(await store.commit(declare("x"), CONTEXT)).toMatchObject(expected);
    expect(linesOf(dir)).toEqual(before);
    await fullCheck(dir);
  });

  test("keeps its note through a round trip, and a garbled one says nothing", () => {
    const fd = nodeFs.open(join(temporaryDir(), "lock"), "create");
    const file = new NoteFile(nodeFs);
    const notes: LockNote[] = [
      { synced: 0, probe: null },
      {
        synced: Number.MAX_SAFE_INTEGER,
        probe: { device: 2 ** 40, boot: "b".repeat(36), ok: false },
      },
    ];
    expect(file.read(fd)).toEqual(NOTHING_NOTED);
    for (const note of notes) {
      new NoteFile(nodeFs).write(fd, note);
      // Also through a reader that remembers what stood there before.
      expect(file.read(fd)).toEqual(note);
      expect(file.read(fd)).toEqual(note);
      expect(new NoteFile(nodeFs).read(fd)).toEqual(note);
    }
    nodeFs.write(fd, Buffer.from("9"), 20);
    expect(file.read(fd)).toEqual(NOTHING_NOTED);
    expect(new NoteFile(nodeFs).read(fd)).toEqual(NOTHING_NOTED);
    nodeFs.close(fd);
  });
});

describe("an exclusion that does not hold", () => {
  const NFS = 0x6969;
  const fsOfType = (type: number | null, boot = "boot-1") =>
    hookedFs(nodeFs, ({ name, proceed }) => {
      if (name === "fileSystemType") return type;
      return name === "bootId" ? boot : proceed();
    });
  const lockWith = (changes: Partial<LockPort>): LockPort => ({ ...systemLock(), ...changes });

  test("C1 for a second descriptor refuses the first write", async () => {
    const dir = temporaryDir();
    const store = await open(dir, {
      lock: lockWith({ tryLock: () => true, unlock: () => undefined }),
    });
    const receipt = await store.commit(declare("a"), CONTEXT);
    expect(receipt).toMatchObject({ outcome: "unavailable", reason: "lock_unsafe" });
    expect(await seqOf(store)).toBe(0);
  });

  test("C1 for a second process refuses, names the file system and remembers it", async () => {
    const dir = temporaryDir();
    let probes = 0;
    const lock = lockWith({
      keepsOutAnotherProcess: async () => {
        probes += 1;
        return false;
      },
    });
    const expected = { outcome: "unavailable", reason: "lock_unsafe", detail: /nfs/ };
    const refused = { ...expected, detail: expect.stringContaining("nfs") };
    const first = await open(dir, { lock, fs: fsOfType(NFS) });
    expect(await first.commit(declare("a"), CONTEXT)).toMatchObject(refused);
    const second = await open(dir, { lock, fs: fsOfType(NFS) });
    expect(await second.commit(declare("a"), CONTEXT)).toMatchObject(refused);
    expect(probes).toBe(1);
    const afterBoot = await open(dir, { lock, fs: fsOfType(NFS, "boot-2") });
    expect(await afterBoot.commit(declare("a"), CONTEXT)).toMatchObject(refused);
    expect(probes).toBe(2);
    expect(await seqOf(first)).toBe(0);
  });

  test("C1 on a doubtful file system that does hold, writes are accepted after one probe", async () => {
    const dir = temporaryDir();
    const store = await open(dir, { fs: fsOfType(NFS) });
    accepted(await store.commit(declare("a"), CONTEXT));
    expect(JSON.parse(readFileSync(join(dir, "lock"), "latin1"))).toMatchObject({
      probe: { ok: true },
    });
    const lock = lockWith({
      keepsOutAnotherProcess: () => Promise.reject(new Error("asked again")),
    });
    const again = await open(dir, { lock, fs: fsOfType(NFS) });
    accepted(await again.commit(declare("b"), CONTEXT));
    await fullCheck(dir);
  });

  test("because there is none refuses writes and serves reads", async () => {
    const dir = temporaryDir();
    await fill(await open(dir), 2);
    const store = await open(dir, { lock: null });
    const refused = { outcome: "unavailable", reason: "lock_unsupported" };
    expect(await store.commit(declare("x"), CONTEXT)).toMatchObject(refused);
    expect(await store.view({ now: NOW })).toMatchObject({ ok: true, value: { read_only: true } });
  });

  test("because the file system has no locks refuses writes and serves reads", async () => {
    const dir = temporaryDir();
    await fill(await open(dir), 2);
    const tryLock = (): never => {
      throw Object.assign(new Error("no locks"), { code: "ENOLCK" });
    };
    const store = await open(dir, { lock: lockWith({ tryLock }) });
    const refused = { outcome: "unavailable", reason: "lock_unsupported" };
    expect(await store.commit(declare("x"), CONTEXT)).toMatchObject(refused);
    expect(await seqOf(store)).toBe(2);
  });
});

describe("the native lock", () => {
  const from = import.meta.url;
  const openBinary = (path: string): unknown => {
    const module = { exports: {} };
    process.dlopen(module, path);
    return module.exports;
  };
  const notForThisSystem = (): never => {
    throw new Error("not for this system");
  };

  test("loads by the path of its binary, and through the package's entry without it", () => {
    const loaded: string[] = [];
    const spy = (path: string): unknown => {
      loaded.push(path);
      return openBinary(path);
    };
    const direct = { from, openBinary: spy, requireFrom: notForThisSystem };
    expect(loadNativeLock(direct)).not.toBeNull();
    expect(loaded).toEqual([expect.stringMatching(/prebuilds.*fs-native-extensions\.node$/)]);

    const lock = loadNativeLock({ from, openBinary: notForThisSystem, requireFrom: createRequire });
    const path = join(temporaryDir(), "lock");
    const [one, two] = [nodeFs.open(path, "create"), nodeFs.open(path, "update")];
    expect(lock?.tryLock(one, "exclusive")).toBe(true);
    expect(lock?.tryLock(two, "exclusive")).toBe(false);
    lock?.unlock(one);
    expect(lock?.tryLock(two, "shared")).toBe(true);
    expect(lock?.tryLock(one, "shared")).toBe(true);
    nodeFs.close(one);
    nodeFs.close(two);
  });

  test("is none where nothing loads", () => {
    const broken = Object.assign(notForThisSystem, createRequire(from));
    const loading = { from, openBinary: notForThisSystem, requireFrom: () => broken };
    expect(loadNativeLock(loading)).toBeNull();
  });

  test.each([
    ["path", (path: string) => path],
    ["URL", (path: string) => pathToFileURL(path).href],
  ])("is looked for upwards from a %s", (_name, asked) => {
    const top = temporaryDir();
    const platform = `${process.platform}-${process.arch}`;
    const folder = join(top, "node_modules", "fs-native-extensions", "prebuilds", platform);
    mkdirSync(folder, { recursive: true });
    const binary = join(folder, "fs-native-extensions.node");
    writeFileSync(binary, "");
    const loaded: string[] = [];
    const functions = { tryLock() {}, waitForLock() {}, unlock() {} };
    const openFake = (path: string): unknown => {
      loaded.push(path);
      return functions;
    };
    const below = asked(join(top, "a", "b", "file.js"));
    loadNativeLock({ from: below, openBinary: openFake, requireFrom: notForThisSystem });
    expect(loaded).toEqual([binary]);
  });
});
