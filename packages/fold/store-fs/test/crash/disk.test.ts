import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  allDurable,
  Disk,
  type DiskState,
  durableFile,
  EMPTY_DISK,
  findIn,
  visibleFile,
} from "./disk.js";
import { fatesOf } from "./fates.js";
import { Locks } from "./locks.js";
import { ModelProcess } from "./model-process.js";

const LIMITS = { cutsMax: 1000, combinationsMax: 100, seed: 1 };

function processOn(disk: Disk): ModelProcess {
  return new ModelProcess({ disk, locks: new Locks() });
}

function contentsOf(disk: DiskState, path: string): readonly (string | null)[] {
  return [...fatesOf(disk, LIMITS)].map(({ state }) => {
    return visibleFile(state, path)?.toString("latin1") ?? null;
  });
}

describe("the model disk", () => {
  test("syncs a file without its name, and a name without its file's content", async () => {
    const disk = new Disk(EMPTY_DISK);
    const { fs } = processOn(disk);
    const fd = fs.open("/a", "create_append");
    fs.append(fd, Buffer.from("one"));
    await fs.datasync(fd);
    expect(durableFile(disk.state, "/a")).toBeNull();
    fs.append(fd, Buffer.from("two"));
    fs.syncDirectory("/");
    expect(durableFile(disk.state, "/a")?.toString()).toBe("one");
    expect(visibleFile(disk.state, "/a")?.toString()).toBe("onetwo");
  });

  test("does not sync what is written while a sync runs", async () => {
    const disk = new Disk(EMPTY_DISK);
    const { fs } = new ModelProcess({ disk, locks: new Locks() }, undefined, { syncTurns: 1 });
    const fd = fs.open("/a", "create_append");
    fs.syncDirectory("/");
    fs.append(fd, Buffer.from("one"));
    const synced = fs.datasync(fd);
    fs.append(fd, Buffer.from("two"));
    await synced;
    expect(durableFile(disk.state, "/a")?.toString()).toBe("one");
  });

  test("after a sync that failed, the next one succeeds and keeps nothing of it", async () => {
    const disk = new Disk(EMPTY_DISK);
    let isFailing = true;
    const watcher = {
      before(call: { givesUp: boolean; readonly name: string }) {
        if (call.name === "datasync") call.givesUp = isFailing;
      },
      after: () => undefined,
    };
    const { fs } = new ModelProcess({ disk, locks: new Locks() }, watcher);
    const fd = fs.open("/a", "create_append");
    fs.syncDirectory("/");
    fs.append(fd, Buffer.from("one"));
    await expect(fs.datasync(fd)).rejects.toThrow("EIO");
    isFailing = false;
    await fs.datasync(fd);
    expect(visibleFile(disk.state, "/a")?.toString()).toBe("one");
    expect(durableFile(disk.state, "/a")).toEqual(Buffer.alloc(3));
    fs.truncate(fd, 0);
    fs.append(fd, Buffer.from("two"));
    await fs.datasync(fd);
    expect(durableFile(disk.state, "/a")?.toString()).toBe("two");
  });

  test("lets go of the locks of a process that dies, and serves who waits", async () => {
    const disk = new Disk(EMPTY_DISK);
    const world = { disk, locks: new Locks() };
    const [a, b] = [new ModelProcess(world), new ModelProcess(world)];
    const mine = a.fs.open("/lock", "create");
    const yours = b.fs.open("/lock", "create");
    expect(a.lock.tryLock(mine, "exclusive")).toBe(true);
    expect(b.lock.tryLock(yours, "shared")).toBe(false);
    const waited = b.lock.waitForLock(yours, "exclusive");
    a.kill();
    await waited;
    expect(() => a.fs.open("/lock", "read")).toThrow("dead");
    expect(world.locks.try({ fd: -1, inode: disk.find("/lock"), kind: "shared" })).toBe(false);
  });
});

describe("the fates of a power cut", () => {
  test("of one write are each cut of it, zeros from each byte on, and its name lost", () => {
    const disk = new Disk(EMPTY_DISK);
    const { fs } = processOn(disk);
    fs.append(fs.open("/a", "create_append"), Buffer.from("abc"));
    expect(new Set(contentsOf(disk.state, "/a"))).toEqual(
      new Set([null, "", "a", "ab", "abc", "\0\0\0", "a\0\0", "ab\0"]),
    );
  });

  test("of a rename are the old file and the new one, each with each content of the new", () => {
    const disk = new Disk(EMPTY_DISK);
    const { fs } = processOn(disk);
    fs.write(fs.open("/a", "create"), Buffer.from("o"), 0);
    disk.state = allDurable(disk.state);
    fs.write(fs.open("/b", "create_new"), Buffer.from("n"), 0);
    fs.rename("/b", "/a");
    expect(new Set(contentsOf(disk.state, "/a"))).toEqual(new Set(["o", "", "\0", "n"]));
  });

  test("of a long write leave any of its sectors out", () => {
    const disk = new Disk(EMPTY_DISK);
    const { fs } = processOn(disk);
    const fd = fs.open("/a", "create_append");
    fs.syncDirectory("/");
    fs.append(fd, Buffer.alloc(1500, "x"));
    const isTorn = (text: string | null) => text?.length === 1500 && text.endsWith("x");
    const torn = contentsOf(disk.state, "/a").filter(isTorn);
    expect(torn.some((text) => text?.startsWith("\0".repeat(512)))).toBe(true);
    expect(torn.some((text) => text?.slice(512, 1024) === "\0".repeat(512))).toBe(true);
  });

  test("never touch what is durable, and have all kept and all lost among them", () => {
    const bytes = fc.uint8Array({ minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(fc.array(bytes, { maxLength: 3 }), bytes, (safe, pending) => {
        const disk = new Disk(EMPTY_DISK);
        const { fs } = processOn(disk);
        const fd = fs.open("/a", "create_append");
        for (const part of safe) fs.append(fd, part);
        disk.state = allDurable(disk.state);
        fs.append(fd, pending);
        const before = Buffer.concat(safe).toString("latin1");
        const found = contentsOf(disk.state, "/a");
        expect(found).toContain(before);
        expect(found).toContain(before + Buffer.from(pending).toString("latin1"));
        for (const content of found) expect(content?.startsWith(before)).toBe(true);
      }),
    );
  });

  test("are one where nothing is pending", () => {
    const disk = new Disk(EMPTY_DISK);
    processOn(disk).fs.makeDirectory("/home/me");
    const settled = allDurable(disk.state);
    expect([...fatesOf(settled, LIMITS)]).toHaveLength(1);
    expect(findIn(settled, "/home/me")).not.toBeNull();
  });
});
