/** A pipe, a device or a directory where a file should be: an answer, and never a wait. */
import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import type { Receipt, Store } from "@fold/contracts";
import { salvage, verify } from "@fold/store-fs";
import { describe, expect, test } from "vitest";
import { fakeKernel } from "../fakes/fake-kernel.mjs";
import { CONTEXT, declare, fill, NOW, open, temporaryDir } from "../support/store.js";

const kernel = fakeKernel;

const PUT: Readonly<Record<string, (path: string) => void>> = {
  "a pipe": (path) => execFileSync("mkfifo", [path]),
  "a device": (path) => symlinkSync("/dev/zero", path),
  "a directory": (path) => mkdirSync(path),
};

/** A store of a few records in which something else has the name of one of its files. */
async function storeWith(name: string, put: (path: string) => void): Promise<string> {
  const dir = temporaryDir();
  const store = await open(dir);
  await fill(store, 3);
  await store.close();
  rmSync(join(dir, name), { recursive: true, force: true });
  put(join(dir, name));
  return dir;
}

interface Asked {
  readonly view: Awaited<ReturnType<Store["view"]>>;
  readonly receipt: Receipt;
}

async function ask(dir: string): Promise<Asked> {
  const store = await open(dir, { init: false });
  const view = await store.view({ now: NOW });
  const receipt = await store.commit(declare("new"), CONTEXT);
  return { view, receipt };
}

describe.skipIf(process.platform === "win32")("where a file should be there is", () => {
  describe.each(Object.entries(PUT))("%s", (_what, put) => {
    test("for the log: nothing works, and its name is said", async () => {
      const dir = await storeWith("events.jsonl", put);
      const failure = {
        outcome: "unavailable",
        reason: "not_a_file",
        detail: expect.stringContaining("events.jsonl is "),
      };
      const { view, receipt } = await ask(dir);
      expect(view).toMatchObject({ ok: false, failure });
      expect(receipt).toMatchObject(failure);
      expect(await verify(dir, { kernel })).toMatchObject({ ok: false, failure });
      const out = join(temporaryDir(), "out");
      expect(await salvage(dir, out)).toMatchObject({ ok: false, failure });
    });

    test("for the lock: reads work, writes are refused", async () => {
      const dir = await storeWith("lock", put);
      const { view, receipt } = await ask(dir);
      expect(view).toMatchObject({ ok: true, value: { event_seq: 3 } });
      expect(receipt).toMatchObject({ outcome: "unavailable" });
      expect(await verify(dir, { kernel })).toMatchObject({
        ok: true,
        value: { isSound: true, event_seq: 3 },
      });
    });

    test.each([
      ["snapshot.json", "snapshot_damaged"],
      ["index", "segment_damaged"],
    ])("for the cache %s: it is done without", async (name, code) => {
      const dir = await storeWith(name, put);
      // A directory of the name `index` is what should be there.
      const isFine = name === "index" && put === PUT["a directory"];
      const found = isFine ? [] : [{ code, file: name }];
      expect(await verify(dir, { kernel })).toMatchObject({
        value: { isSound: true, findings: found },
      });
      const { view, receipt } = await ask(dir);
      expect(view).toMatchObject({ ok: true, value: { event_seq: 3 } });
      expect(receipt).toMatchObject({ outcome: "accepted", event_seq: 4 });
    });
  });
});
