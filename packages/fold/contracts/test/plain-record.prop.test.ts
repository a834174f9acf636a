import { test } from "@fast-check/vitest";
import { recordSchema } from "@fold/contracts";
import { isPlainRecord } from "@fold/contracts/values";
import * as fc from "fast-check";
import { describe, expect } from "vitest";
import { spoiledOf } from "./support/arbitrary-batch.js";
import { arbitraryChange, arbitraryRecord, differingOnce } from "./support/arbitrary-record.js";
import { numRuns, testTimeout } from "./support/runs.js";

function expectSound(value: unknown): void {
  if (!isPlainRecord(value)) return;
  expect(recordSchema.safeParse(value).success, JSON.stringify(value)).toBe(true);
}

describe("a record that is seen to be sound without the schema is sound to it", () => {
  test.prop([arbitraryRecord, arbitraryChange], { numRuns })(
    "whichever one place of it is at a border of the rules",
    (record, change) => {
      for (const changed of differingOnce(record, change)) expectSound(changed);
    },
    testTimeout,
  );

  test.prop([fc.oneof(spoiledOf(arbitraryRecord), fc.anything(), fc.jsonValue())], { numRuns })(
    "whatever else it is",
    (value) => {
      expectSound(value);
    },
    testTimeout,
  );

  test("and sound records of every kind are seen to be sound", () => {
    const records = fc.sample(arbitraryRecord, { numRuns: 500, seed: 1 });
    const left = records.filter((record) => !isPlainRecord(record));
    // Text that is too long only when it is counted in units of UTF-16 is left to the schema.
    expect(left.length).toBeLessThan(25);
    const changes = records.flatMap((record) => record["changes"] as { change: string }[]);
    expect(new Set(changes.map(({ change }) => change)).size).toBe(7);
  });
});
