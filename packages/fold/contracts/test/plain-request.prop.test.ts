import { test } from "@fast-check/vitest";
import { parseAnnotationRequest, parseBatch, parseCallContext } from "@fold/contracts";
import { plainAnnotationRequest, plainBatch, plainContext } from "@fold/contracts/values";
import * as fc from "fast-check";
import { describe, expect } from "vitest";
import { arbitraryAnnotation, arbitraryBatch, spoiledBatch } from "./support/arbitrary-batch.js";
import { numRuns, testTimeout } from "./support/runs.js";

/** Text that stands close to every border of the rules. */
const texts = fc.oneof(
  fc.string({ unit: "binary", maxLength: 6 }),
  fc.constantFrom("", " a", "a\n", "\ud800", "a\u0000", "\u2028", "P1D", "P1Y", "x".repeat(161)),
  fc.constantFrom("2026-01-01T00:00:00+01:00", "2026-02-30T00:00:00Z", "a b", "é", "-x", "ok"),
);
const values = fc.oneof(
  { weight: 3, arbitrary: texts },
  fc.constantFrom(null, undefined, true, 0, -1, 1.5, 8, 2 ** 53, [], {}, "XL", "info", "done"),
);

function expectSame(plain: unknown, parsed: { readonly ok: boolean; readonly value?: unknown }) {
  if (plain === null) return;
  expect(parsed.ok).toBe(true);
  expect(JSON.stringify(plain)).toBe(JSON.stringify(parsed.value));
}

describe("what is seen to be sound without the schemas is what they return", () => {
  test.prop([fc.oneof(arbitraryBatch, spoiledBatch, fc.jsonValue(), fc.anything())], { numRuns })(
    "batches",
    (input) => {
      expectSame(plainBatch(input), parseBatch(input));
    },
    testTimeout,
  );

  test.prop(
    [
      fc.oneof(
        arbitraryAnnotation,
        fc.record({ annotation_id: texts, entry_id: values, text: texts }),
      ),
    ],
    { numRuns },
  )(
    "annotations",
    (input) => {
      expectSame(plainAnnotationRequest(input), parseAnnotationRequest(input));
    },
    testTimeout,
  );

  test.prop([fc.record({ actor: values, now: values })], { numRuns })("contexts", (input) => {
    expectSame(plainContext(input), parseCallContext(input));
  });
});

test("the requests that people mostly send need no schemas", () => {
  const entry = { id: "a", title: "A", tier: "S", kind: "info", sources: [] };
  const batch = {
    batch_id: "b",
    base_revision: 3,
    declarations: [
      { op: "declare", ...entry, due_at: "2026-01-01T00:00:00+01:00" },
      { op: "patch", id: "b", summary: null, tier: "L" },
      { op: "withdraw", id: "c", reason: { code: "done", text: "over" } },
    ],
    acknowledges: [{ annotation_id: "n", note: "seen" }],
  };
  expect(plainBatch(batch)).toMatchObject({
    declarations: [{ due_at: "2025-12-31T23:00:00.000Z" }, { tier: "L" }, { id: "c" }],
  });
  const request = { annotation_id: "n", entry_id: null, text: "hello" };
  expect(plainAnnotationRequest(request)).toEqual(request);
});
