import { fc, test } from "@fast-check/vitest";
import {
  type Parsed,
  parseAnnotationRequest,
  parseBatch,
  parseCallContext,
  violationSchema,
} from "@fold/contracts";
import { describe, expect, vi } from "vitest";
import { arbitraryAnnotation, arbitraryBatch, spoiledBatch } from "./support/arbitrary-batch.js";
import { numRuns, testTimeout } from "./support/runs.js";

vi.setConfig({ testTimeout });

const anyJsValue = fc.anything({
  withBigInt: true,
  withBoxedValues: true,
  withDate: true,
  withMap: true,
  withNullPrototype: true,
  withObjectString: true,
  withSet: true,
  withSparseArray: true,
  withTypedArray: true,
});

/** Whatever the input, the answer is a value or faults that are themselves well formed JSON. */
function expectAnswer(parsed: Parsed<unknown>): void {
  if (parsed.ok) return;
  expect(parsed.violations.length).toBeGreaterThan(0);
  for (const violation of parsed.violations) {
    expect(violation.code).toBe("invalid_input");
    expect(violationSchema.safeParse(violation).success).toBe(true);
    expect(JSON.parse(JSON.stringify(violation))).toEqual(violation);
    expect(violation.message).not.toMatch(/(is|has|of|than|type) undefined|\[object/);
  }
}

describe("parse never throws", () => {
  test.prop([fc.jsonValue({ noUnicodeString: false, maxDepth: 6 })], { numRuns })(
    "for any JSON value",
    (input) => {
      expectAnswer(parseBatch(input));
      expectAnswer(parseAnnotationRequest(input));
    },
  );

  test.prop([anyJsValue, anyJsValue], { numRuns })("for any JavaScript value", (input, member) => {
    expectAnswer(parseBatch(input));
    expectAnswer(parseAnnotationRequest(input));
    expectAnswer(
      parseBatch({ batch_id: "b", declarations: [input, member], acknowledges: member }),
    );
    expectAnswer(
      parseBatch({ batch_id: "b", declarations: [{ op: "patch", id: "a", sources: input }] }),
    );
    expectAnswer(parseCallContext({ actor: input, now: member }));
  });

  test.prop([spoiledBatch], { numRuns })("for a batch with something wrong about it", (input) => {
    expectAnswer(parseBatch(input));
  });
});

describe("parse is idempotent", () => {
  test.prop([arbitraryBatch], { numRuns })("on a batch", (input) => {
    const once = parseBatch(input);
    if (!once.ok) throw new Error(JSON.stringify(once.violations));
    expect(parseBatch(once.value)).toEqual(once);
    expect(parseBatch(JSON.parse(JSON.stringify(once.value)))).toEqual(once);
  });

  test.prop([arbitraryAnnotation], { numRuns })("on an annotation", (input) => {
    expect(parseAnnotationRequest(input)).toEqual({ ok: true, value: input });
  });
});

describe("parse keeps its hands off", () => {
  test.prop([arbitraryBatch], { numRuns })("the input is not changed", (input) => {
    const before = JSON.stringify(input);
    parseBatch(input);
    expect(JSON.stringify(input)).toBe(before);
  });

  test.prop([arbitraryBatch], { numRuns })("only instants come out otherwise", (input) => {
    const parsed = parseBatch(input);
    if (!parsed.ok) throw new Error(JSON.stringify(parsed.violations));
    expect(withoutInstants(parsed.value)).toEqual(withoutInstants(input));
  });

  test.prop([fc.jsonValue()], { numRuns })("no global is touched", (input) => {
    const before = Object.getOwnPropertyNames(Object.prototype).join();
    parseBatch({ batch_id: "b", declarations: [input], ...Object(input) });
    expect(Object.getOwnPropertyNames(Object.prototype).join()).toBe(before);
  });
});

const INSTANT_MEMBERS = new Set(["due_at", "stale_after", "until", "event_at", "observed_at"]);

function withoutInstants(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value), (name, member) =>
    INSTANT_MEMBERS.has(name) && typeof member === "string" && !member.startsWith("P")
      ? "an instant"
      : member,
  );
}
