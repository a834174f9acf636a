/** A copy that cannot be made whole is none: half of one would open as a sound store. */
import { existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { nodeFs, salvage } from "@fold/store-fs";
import { describe, expect, test } from "vitest";
import { type Call, hookedFs, systemError } from "../fakes/faulty-fs.js";
import { fill, linesOf, logOf, open, temporaryDir } from "../support/store.js";

/** A store of some records, and a place for its copy that is not there yet. */
async function prepared(): Promise<{ readonly dir: string; readonly out: string }> {
  const dir = temporaryDir();
  const store = await open(dir);
  await fill(store, 30);
  await store.close();
  return { dir, out: join(temporaryDir(), "a", "out") };
}

/** Salvages while one of the calls at the place of the copy ends badly. */
async function salvageWith(
  { dir, out }: { dir: string; out: string },
  fault: (at: number, call: Call) => unknown,
) {
  let calls = 0;
  let isNamed = false;
  const fs = hookedFs(nodeFs, (call) => {
    const isAtPlace = !call.path.startsWith(dir) && call.name !== "close";
    // Whoever dies here leaves no log that could be taken for the copy.
    expect(existsSync(join(out, "events.jsonl"))).toBe(isNamed);
    calls += isAtPlace ? 1 : 0;
    const result = isAtPlace ? fault(calls, call) : call.proceed();
    isNamed = existsSync(join(out, "events.jsonl"));
    return result;
  });
  return { result: await salvage(dir, out, { fs }), calls };
}

describe("where a file call at the place of the copy fails", () => {
  test.each([
    ["ENOSPC", "no_space"],
    ["EIO", "io"],
    ["EACCES", "permission"],
    ["EROFS", "read_only"],
  ] as const)("with %s no copy is made, and the next try makes it", async (code, reason) => {
    const { dir } = await prepared();
    const outcomes = new Set<string>();
    for (let failAt = 1, calls = failAt; failAt <= calls; failAt += 1) {
      const out = join(temporaryDir(), "a", "out");
      const tried = await salvageWith({ dir, out }, (at, call) => {
        if (at === failAt) throw systemError(code);
        return call.proceed();
      });
      calls = tried.calls;
      const { result } = tried;
      outcomes.add(result.ok ? "made" : result.failure.outcome);
      if (result.ok) {
        expect(logOf(out)).toEqual(logOf(dir));
        continue;
      }
      expect(result.failure).toMatchObject({ outcome: "copy_failed", reason, out });
      expect(existsSync(out) ? readdirSync(out) : []).toEqual([]);
      expect(await salvage(dir, out)).toMatchObject({ ok: true, value: { event_seq: 30 } });
    }
    expect(outcomes).toContain("copy_failed");
  });

  test("in the middle of a write nothing of it is left", async () => {
    const { dir, out } = await prepared();
    let writes = 0;
    const { result } = await salvageWith({ dir, out }, (_at, call) => {
      if (call.name !== "write") return call.proceed();
      writes += 1;
      if (writes > 1) throw systemError("ENOSPC");
      const [fd, bytes, position] = call.args as [number, Uint8Array, number];
      return nodeFs.write(fd, bytes.subarray(0, 1000), position);
    });
    expect(result).toMatchObject({ ok: false, failure: { reason: "no_space" } });
    expect(readdirSync(out)).toEqual([]);
  });
});

test("a store that cannot be read is told as such, and no copy is left", async () => {
  const { dir, out } = await prepared();
  const fs = hookedFs(nodeFs, ({ name, path, proceed }) => {
    if (name === "read" && path === join(dir, "events.jsonl")) throw systemError("EIO");
    return proceed();
  });
  const failure = { outcome: "unavailable", reason: "io" };
  expect(await salvage(dir, out, { fs })).toMatchObject({ ok: false, failure });
  expect(readdirSync(out)).toEqual([]);
});

test("what a copy leaves whose process was killed is no store", async () => {
  const { dir, out } = await prepared();
  const fs = hookedFs(nodeFs, ({ name, proceed }) => {
    if (name === "unlink") return undefined;
    if (name === "rename") throw systemError("EIO");
    return proceed();
  });
  expect(await salvage(dir, out, { fs })).toMatchObject({ ok: false });
  expect(readdirSync(out)).toEqual([expect.stringMatching(/^events\.jsonl\.[0-9a-f]{16}\.tmp$/)]);
  expect(await salvage(out, join(temporaryDir(), "again"))).toMatchObject({
    failure: { outcome: "no_store" },
  });
  rmSync(out, { recursive: true });
  expect(await salvage(dir, out)).toMatchObject({ ok: true });
  expect(linesOf(out)).toHaveLength(30);
});
