/** The bound that stands in for measuring a record; it is not to be seen from outside. */
import { test } from "@fast-check/vitest";
import type { RecordBody } from "@fold/contracts";
import * as fc from "fast-check";
import { describe, expect } from "vitest";
import { lineBytes, lineBytesMax } from "../src/decide/line-bytes.js";
import { histories, play } from "../src/testing/index.js";

const numRuns = Number(process.env["FOLD_PROP_RUNS"] ?? 40);

describe("the bound of a line's length", () => {
  test.prop([histories()], { numRuns: Math.ceil(numRuns / 4) })(
    "no record of a history is longer",
    (history) => {
      for (const record of play(history).log.records) {
        expect(lineBytesMax(record)).toBeGreaterThanOrEqual(lineBytes(record));
      }
    },
  );

  // Lone surrogates and controls are not let into a record; the bound holds for them as well.
  test.prop([fc.jsonValue({ stringUnit: "binary" }), fc.string({ unit: "binary" })], {
    numRuns: numRuns * 10,
  })("nor is any JSON", (value, text) => {
    const record = { request: value, [text]: "\u0000\ud800\uffff" } as unknown as RecordBody;
    expect(lineBytesMax(record)).toBeGreaterThanOrEqual(lineBytes(record));
  });

  test("controls are as long as the bound says", () => {
    const text = "\u0000".repeat(1000);
    const record = { v: 1, text } as unknown as RecordBody;
    expect(lineBytesMax(record) - lineBytes(record)).toBeLessThan(100);
  });
});
