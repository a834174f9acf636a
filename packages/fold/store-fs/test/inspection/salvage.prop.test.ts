import { rmSync } from "node:fs";
import { test } from "@fast-check/vitest";
import { salvage, verify } from "@fold/store-fs";
import * as fc from "fast-check";
import { describe, expect } from "vitest";
import { fakeKernel } from "../fakes/fake-kernel.mjs";
import { dirWithLog, fill, logOf, open, propertyRuns, temporaryDir } from "../support/store.js";

const RECORDS = 8;

/** The log that is damaged; each test makes its own, for a store is closed by the test it is in. */
async function soundLog(): Promise<Buffer> {
  const dir = temporaryDir();
  const store = await open(dir);
  await fill(store, RECORDS, "título");
  await store.close();
  return logOf(dir);
}

/** What a salvage of a log comes to, which is looked over as well. */
async function salvaged(damaged: Uint8Array) {
  const dir = dirWithLog(damaged);
  const out = `${dir}.out`;
  try {
    const result = await salvage(dir, out, { mend: true });
    if (!result.ok) throw new Error(JSON.stringify(result.failure));
    const verified = await verify(out, { kernel: fakeKernel });
    expect(verified).toMatchObject({ ok: true, value: { isSound: true } });
    return { copy: logOf(out), value: result.value };
  } finally {
    rmSync(out, { recursive: true, force: true });
    rmSync(dir, { recursive: true, force: true });
  }
}

/** For each line what ends it, and whether it and those before it are said again behind it. */
const forms = fc.record({
  hasMark: fc.boolean(),
  lines: fc.array(
    fc.record({ end: fc.constantFrom("\n", "\r\n", ""), repeats: fc.nat({ max: 2 }) }),
    { minLength: RECORDS, maxLength: RECORDS },
  ),
});

function formed(
  log: Buffer,
  { hasMark, lines: how }: typeof forms extends fc.Arbitrary<infer T> ? T : never,
) {
  const lines = log.toString("utf8").split("\n").slice(0, -1);
  const text = how.map(({ end, repeats }, index) => {
    // What is glued to a line that was repeated, or to the end of the file, is beyond mending.
    const isLast = index === RECORDS - 1;
    const glue = end === "" && (isLast || repeats > 0 || (how[index + 1]?.end ?? "") !== "\n");
    const line = `${lines[index]}${glue ? "\n" : end}`;
    const again = lines.slice(Math.max(0, index + 1 - repeats), index + 1);
    return line + again.map((known) => `${known}\n`).join("");
  });
  return Buffer.from(`${hasMark ? "\ufeff" : ""}${text.join("")}`);
}

describe("a copy", () => {
  test.prop([forms], { numRuns: propertyRuns(60) })(
    "of a log whose form alone is damaged is the log as it was",
    async (form) => {
      const log = await soundLog();
      const { copy, value } = await salvaged(formed(log, form));
      expect(copy.equals(log)).toBe(true);
      expect(value.left).toMatchObject({ failure: null, bytes: 0, lines: 0 });
    },
  );

  test.prop([fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 3 })], {
    numRuns: propertyRuns(60),
  })("of a log with any bytes changed is a beginning of the log as it was", async (changes) => {
    const log = await soundLog();
    const damaged = Buffer.from(log);
    for (const [at, byte] of changes) damaged[at % damaged.length] = byte;
    const first = damaged.findIndex((byte, at) => byte !== log[at]);
    const { copy, value } = await salvaged(damaged);
    expect(log.subarray(0, copy.length).equals(copy)).toBe(true);
    // Every line before the first changed byte is there.
    const sound = first === -1 ? log.length : log.lastIndexOf("\n", first - 1) + 1;
    expect(copy.length).toBeGreaterThanOrEqual(first === 0 ? 0 : sound);
    expect(value.event_seq).toBe(copy.toString("latin1").split("\n").length - 1);
  });
});
