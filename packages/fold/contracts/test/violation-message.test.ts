import {
  parseBatch,
  parseCallContext,
  type ViolationCode,
  type ViolationFacts,
  violation,
  violationSchema,
} from "@fold/contracts";
import { describe, expect, test } from "vitest";
import { batchOf, declare } from "./support/requests.js";

/** One of each code, so that a new one cannot be forgotten here. */
const EXAMPLES: { readonly [Code in ViolationCode]: Extract<ViolationFacts, { code: Code }> } = {
  invalid_input: {
    code: "invalid_input",
    path: "/note",
    rule: "too_long",
    limit: 8000,
    actual: 8001,
  },
  conflicting_declarations: {
    code: "conflicting_declarations",
    path: "/declarations/1/id",
    target: "a",
    paths: ["/declarations/0/id", "/declarations/1/id"],
  },
  budget_exceeded: {
    code: "budget_exceeded",
    path: "",
    layer: null,
    budget: 64,
    declared: 88,
    over_by: 24,
    entries: [{ id: "a", tier: "L", share: 16, overdue: false, stale: true, pending: 2 }],
  },
  tier_too_large: {
    code: "tier_too_large",
    path: "/declarations/0/tier",
    id: "a",
    tier: "XL",
    budget: 16,
  },
  budget_invalid: {
    code: "budget_invalid",
    path: "/declarations/0/budget",
    budget: 48,
    min: 8,
    max: 1024,
  },
  unknown_entry: { code: "unknown_entry", path: "/declarations/0/id", id: "a" },
  entry_id_used: {
    code: "entry_id_used",
    path: "/declarations/0/id",
    id: "a",
    status: "withdrawn",
  },
  entry_not_active: {
    code: "entry_not_active",
    path: "/declarations/0/id",
    id: "a",
    status: "superseded",
    successor: "b",
  },
  parent_not_active: { code: "parent_not_active", path: "", parent: "p", children: ["a", "b"] },
  parent_cycle: { code: "parent_cycle", path: "", ids: ["a", "b"] },
  depth_exceeded: { code: "depth_exceeded", path: "", id: "a", depth: 7, limit: 6 },
  too_many_entries: { code: "too_many_entries", path: "", limit: 1024, declared: 1025 },
  layer_not_empty: {
    code: "layer_not_empty",
    path: "/declarations/0/child_budget",
    layer: "p",
    children: ["a"],
  },
  not_restorable: {
    code: "not_restorable",
    path: "/declarations/0/id",
    id: "a",
    status: "merged",
    successor: "m",
  },
  unknown_annotation: {
    code: "unknown_annotation",
    path: "/acknowledges/0/annotation_id",
    annotation_id: "n",
  },
  stale_revision: {
    code: "stale_revision",
    path: "/base_revision",
    base_revision: 41,
    revision: 43,
    changed: ["a", null],
    changed_total: 2,
  },
  record_too_large: { code: "record_too_large", path: "", bytes: 5_000_000, limit: 4_194_304 },
};

describe.each(Object.entries(EXAMPLES))("%s", (code, facts) => {
  test("has a sentence with its values, and the shape of its schema", () => {
    const made = violation(facts);
    expect(Object.keys(made).slice(0, 2)).toEqual(["code", "message"]);
    expect(made).toMatchObject({ ...facts, code });
    expect(made.message).not.toMatch(/undefined|null|NaN|\[object/);
    expect(violationSchema.parse(made)).toEqual(made);
  });
});

test("a budget that does not suffice is said in the words of the contract", () => {
  expect(violation(EXAMPLES.budget_exceeded).message).toBe(
    "layer root: budget 64, declared 88, over by 24",
  );
  expect(violation({ ...EXAMPLES.budget_exceeded, layer: "deploy" }).message).toBe(
    "layer deploy: budget 64, declared 88, over by 24",
  );
});

test("a long list of ids is shortened with its count", () => {
  const children = ["a", "b", "c", "d", "e", "f", "g"];
  expect(violation({ ...EXAMPLES.parent_not_active, children }).message).toContain(
    "a, b, c, d, e and 2 more",
  );
});

test("a long value is shortened without cutting a character in two", () => {
  for (const lead of ["", "x"]) {
    const parsed = parseBatch(batchOf(declare({ tier: `${lead}${"\u{1F984}".repeat(200)}` })));
    if (parsed.ok) throw new Error("accepted");
    const text = JSON.stringify(parsed.violations);
    expect(text).not.toMatch(/\\ud[89a-f]/i);
    expect(text.length).toBeLessThan(1000);
  }
});

test("who and when have sentences of their own", () => {
  const parsed = parseCallContext({ actor: "", now: "today" });
  expect(parsed).toMatchObject({
    violations: [
      { message: "actor should be 1 to 128 characters, no control characters" },
      { message: "now should be an RFC 3339 date and time" },
    ],
  });
});
