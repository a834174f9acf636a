import { identityOf, parseAnnotationRequest, parseBatch } from "@fold/contracts";
import { describe, expect, test } from "vitest";
import { annotation, batchOf, declare } from "./support/requests.js";

function identityOfBatch(input: unknown, actor = "agent"): object {
  const parsed = parseBatch(input);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.violations));
  return identityOf({ command: "commit", request: parsed.value }, actor);
}

describe("the identity of a batch", () => {
  test("is its command, actor and request", () => {
    expect(identityOfBatch(batchOf(declare()))).toEqual({
      command: "commit",
      actor: "agent",
      request: batchOf(declare()),
    });
  });

  test("leaves out base_revision, and nothing else", () => {
    const acknowledges = [{ annotation_id: "n", note: "x" }];
    const batch = { ...batchOf(declare({ why: "w" })), note: "x", acknowledges };
    expect(identityOfBatch({ ...batch, base_revision: 7 })).toEqual(identityOfBatch(batch));
    expect(identityOfBatch({ ...batch, base_revision: null })).toEqual(identityOfBatch(batch));
    expect(identityOfBatch(batch)).toMatchObject({ request: batch });
  });

  test("is the same however an instant was written", () => {
    const batch = (due_at: string) => batchOf(declare({ due_at }));
    expect(identityOfBatch(batch("2026-01-01T01:00:00.0009+01:00"))).toEqual(
      identityOfBatch(batch("2026-01-01T00:00:00Z")),
    );
  });

  test("keeps a duration as the text written: it does not depend on now", () => {
    const batch = (due_at: string) => batchOf(declare({ due_at }));
    expect(identityOfBatch(batch("P1D"))).toMatchObject({
      request: { declarations: [{ due_at: "P1D" }] },
    });
    expect(identityOfBatch(batch("P1D"))).not.toEqual(identityOfBatch(batch("PT24H")));
  });

  test("fills in no default", () => {
    expect(identityOfBatch({ batch_id: "b" })).toEqual({
      command: "commit",
      actor: "agent",
      request: { batch_id: "b" },
    });
    expect(identityOfBatch(batchOf(declare({ summary: null })))).not.toEqual(
      identityOfBatch(batchOf(declare())),
    );
  });

  test("keeps the order of arrays", () => {
    const [one, other] = [declare({ id: "a" }), declare({ id: "b" })];
    expect(identityOfBatch(batchOf(one, other))).not.toEqual(identityOfBatch(batchOf(other, one)));
  });

  test("differs by actor", () => {
    const batch = batchOf(declare());
    expect(identityOfBatch(batch, "one")).not.toEqual(identityOfBatch(batch, "other"));
  });
});

test("an annotation is told from a batch by its command", () => {
  const parsed = parseAnnotationRequest(annotation());
  if (!parsed.ok) throw new Error("refused");
  expect(identityOf({ command: "annotate", request: parsed.value }, "me")).toEqual({
    command: "annotate",
    actor: "me",
    request: annotation(),
  });
});
