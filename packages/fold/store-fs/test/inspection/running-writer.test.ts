/** A store that somebody writes into is looked over, and what the writer is at is no finding. */
import {
  appendFileSync,
  copyFileSync,
  existsSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { nativeLock, nodeFs, salvage, type VerifyResult, verify } from "@fold/store-fs";
import { describe, expect, test } from "vitest";
import { fakeKernel } from "../fakes/fake-kernel.mjs";
import { type Call, hookedFs } from "../fakes/faulty-fs.js";
import { fill, linesOf, logOf, open, temporaryDir, writeLog } from "../support/store.js";

const kernel = fakeKernel;

/** A store of ten records whose log says less, and the bytes that are to come. */
async function storeBefore(length: (whole: Buffer) => number) {
  const dir = temporaryDir();
  const store = await open(dir);
  await fill(store, 10);
  await store.close();
  const whole = logOf(dir);
  const cut = length(whole);
  truncateSync(join(dir, "events.jsonl"), cut);
  // What the lock file notes would be more than the log has.
  writeFileSync(join(dir, "lock"), "");
  return { dir, rest: whole.subarray(cut) };
}

/** Looks the store over; `act` is done once, right before the first call that it picks. */
function verifyWhile(dir: string, picks: (call: Call) => boolean, act: () => void) {
  let isDone = false;
  const fs = hookedFs(nodeFs, (call) => {
    if (!isDone && picks(call)) {
      isDone = true;
      act();
    }
    return call.proceed();
  });
  return verify(dir, { kernel, fs });
}

const isRead = ({ name, path }: Call): boolean => name === "read" && path.endsWith("events.jsonl");

/** The lock is opened twice: for its note before the log, and to be held for the last look. */
function lastLook(): (call: Call) => boolean {
  let opened = 0;
  return ({ name, path }) => {
    if (name === "open" && path.endsWith("lock")) opened += 1;
    return opened === 2;
  };
}

function expectSound(verified: VerifyResult, seq: number): void {
  expect(verified).toMatchObject({
    ok: true,
    value: { isSound: true, event_seq: seq, findings: [] },
  });
}

describe("while somebody writes", () => {
  test("records that come during the walk are walked as well", async () => {
    const { dir, rest } = await storeBefore((log) => log.indexOf("\n") + 1);
    const act = () => appendFileSync(join(dir, "events.jsonl"), rest);
    expectSound(await verifyWhile(dir, isRead, act), 10);
  });

  test("half a record that is whole by the last look is no torn tail", async () => {
    const { dir, rest } = await storeBefore((log) => log.length - 100);
    const act = () => appendFileSync(join(dir, "events.jsonl"), rest);
    expectSound(await verifyWhile(dir, lastLook(), act), 10);
  });

  test("a line that is another one by the last look is no damage", async () => {
    const { dir, rest } = await storeBefore((log) => log.lastIndexOf("\n", log.length - 2) + 1);
    const { length } = logOf(dir);
    appendFileSync(join(dir, "events.jsonl"), "a fragment that is cut, and then read\n");
    const act = () => {
      truncateSync(join(dir, "events.jsonl"), length);
      appendFileSync(join(dir, "events.jsonl"), rest);
    };
    expectSound(await verifyWhile(dir, lastLook(), act), 10);
  });

  test("a record that was taken back after it was read is not counted", async () => {
    const { dir } = await storeBefore((log) => log.length);
    const kept = linesOf(dir).slice(0, 9);
    const act = () =>
      truncateSync(join(dir, "events.jsonl"), Buffer.byteLength(kept.join("\n")) + 1);
    expectSound(await verifyWhile(dir, lastLook(), act), 9);
  });

  test("a log that is replaced is looked over anew, and one that always is so is unavailable", async () => {
    const { dir } = await storeBefore((log) => log.length);
    const replace = () => {
      copyFileSync(join(dir, "events.jsonl"), `${dir}.replacing`);
      renameSync(`${dir}.replacing`, join(dir, "events.jsonl"));
    };
    expectSound(await verifyWhile(dir, isRead, replace), 10);
    const fs = hookedFs(nodeFs, (call) => {
      if (isRead(call)) replace();
      return call.proceed();
    });
    expect(await verify(dir, { kernel, fs })).toMatchObject({
      ok: false,
      failure: { outcome: "unavailable", reason: "io" },
    });
  });

  test("a temporary file or a segment that is put away meanwhile is no leftover", async () => {
    const dir = temporaryDir();
    const store = await open(dir);
    await fill(store, 600);
    await store.close();
    const name = `${"0".repeat(11)}1-${"0".repeat(11)}2.segment`;
    const passing = [`${name}.${"a".repeat(16)}.tmp`, name].map((file) => join(dir, "index", file));
    for (const file of passing) writeFileSync(file, "");
    const act = () => {
      for (const file of passing) rmSync(file);
    };
    expectSound(await verifyWhile(dir, isRead, act), 600);
  });
});

describe("the last look", () => {
  test("is taken under a shared lock, which no writer is kept waiting by for the walk", async () => {
    const { dir } = await storeBefore((log) => log.length);
    const lock = nativeLock();
    if (lock === null) throw new Error("this system has a lock");
    const held: string[] = [];
    const fs = hookedFs(nodeFs, (call) => {
      const { name, path } = call;
      if (isRead(call) || (name === "list" && path === dir)) {
        const fd = nodeFs.open(join(dir, "lock"), "update");
        held.push(`${name} ${lock.tryLock(fd, "exclusive") ? "free" : "held"}`);
        nodeFs.close(fd);
      }
      return call.proceed();
    });
    expectSound(await verify(dir, { kernel, fs }), 10);
    expect(held[0]).toBe("read free");
    expect(held.at(-1)).toBe("list held");
  });

  test("does without where there is no lock file or no lock, and makes none", async () => {
    const { dir } = await storeBefore((log) => log.length);
    expectSound(await verify(dir, { kernel, lock: null }), 10);
    rmSync(join(dir, "lock"));
    expect(await verify(dir, { kernel })).toMatchObject({
      value: { isSound: true, findings: [{ code: "lock_missing", file: "lock" }] },
    });
    expect(existsSync(join(dir, "lock"))).toBe(false);
  });
});

describe("nothing is written into the store", () => {
  const WRITES = /^(?:write|append|truncate|datasync|rename|unlink|makeDirectory|syncDirectory)$/;

  /** Fails whatever would write below a directory. */
  function readOnly(dir: string) {
    return hookedFs(nodeFs, ({ name, args, path, proceed }) => {
      const isOpening = name === "open" && args[1] !== "read";
      if ((WRITES.test(name) || isOpening) && path.startsWith(dir)) {
        throw Object.assign(new Error(`${name} ${path}`), { code: "EROFS" });
      }
      return proceed();
    });
  }

  test("by a verification, also a full one, nor by a salvage of a damaged log", async () => {
    const { dir } = await storeBefore((log) => log.length);
    expectSound(await verify(dir, { kernel, fs: readOnly(dir) }), 10);
    expectSound(await verify(dir, { kernel, full: true, fs: readOnly(dir) }), 10);
    writeLog(dir, `${linesOf(dir).slice(0, 4).join("\n")}\nrubbish\n`);
    const out = join(temporaryDir(), "out");
    expect(await salvage(dir, out, { fs: readOnly(dir) })).toMatchObject({
      ok: true,
      value: { event_seq: 4 },
    });
  });
});
