import { describe, expect, test } from "vitest";
import { at, codes, declare, given, T0 } from "./given.js";

describe("budgets", () => {
  test("H8 a batch that does not fit is refused with the numbers and with who could give way", () => {
    const fold = given([declare("a", "XL"), declare("b", "L", { due_at: "2025-12-31T00:00:00Z" })]);
    fold.annotate("note", "b");
    const receipt = fold.batch([declare("c", "XL"), declare("d", "M")]);
    expect(receipt).toMatchObject({
      outcome: "rejected",
      violations: [
        {
          code: "budget_exceeded",
          message: "layer root: budget 64, declared 88, over by 24",
          path: "",
          layer: null,
          budget: 64,
          declared: 88,
          over_by: 24,
          entries: [
            { id: "a", tier: "XL", share: 32, overdue: false, stale: false, pending: 0 },
            { id: "c", tier: "XL", share: 32 },
            { id: "b", tier: "L", share: 16, overdue: true, stale: false, pending: 1 },
            { id: "d", tier: "M", share: 8 },
          ],
        },
      ],
    });
    expect(fold.log.records).toHaveLength(2);
  });

  test("H1 H3 64 of 64 fits, 65 does not, and a batch that swaps within 64 does", () => {
    const fold = given([declare("a", "XXL")]);
    expect(codes(fold.batch([declare("b", "XXS")]))).toEqual(["budget_exceeded"]);
    const swap = [{ op: "patch", id: "a", tier: "XL" } as const, declare("b", "XL")];
    expect(fold.batch([...swap].reverse())).toMatchObject({
      outcome: "accepted",
      layers: [{ id: null, budget: 64, used: 64, free: 0 }],
    });
  });

  test("H4 rewording an entry of a full layer is not a question of budget", () => {
    const fold = given([declare("a", "XXL")]);
    expect(fold.batch([{ op: "patch", id: "a", title: "other words" }])).toMatchObject({
      outcome: "accepted",
      changes: [{ id: "a", change: "title", from: "a", to: "other words" }],
    });
  });

  test("a budget never shrinks below what is in use", () => {
    const fold = given([declare("a", "L"), declare("b", "L")]);
    expect(fold.batch([{ op: "budget", layer: null, budget: 16 }])).toMatchObject({
      violations: [
        { code: "budget_exceeded", path: "/declarations/0/budget", declared: 32, over_by: 16 },
      ],
    });
  });

  test("a refused declaration is left out of the sums of the others", () => {
    const fold = given([{ op: "budget", layer: null, budget: 8 }]);
    const receipt = fold.batch([declare("big", "L"), declare("fits", "M")]);
    expect(receipt).toMatchObject({
      violations: [{ code: "tier_too_large", path: "/declarations/0/tier", tier: "L", budget: 8 }],
    });
    expect(codes(receipt)).toHaveLength(1);
  });

  test("every layer has its own budget", () => {
    const fold = given([declare("a", "S", { child_budget: 8 })]);
    expect(codes(fold.batch([declare("b", "M", { parent: "a" })]))).toEqual([]);
    expect(fold.batch([declare("c", "XXS", { parent: "a" })])).toMatchObject({
      violations: [{ code: "budget_exceeded", layer: "a", budget: 8, declared: 9, over_by: 1 }],
    });
  });
});

test("H11 a batch with one fault among ten changes nothing, and every fault is named", () => {
  const fold = given([declare("a", "S")]);
  const sound = ["b", "c", "d", "e", "f", "g", "h", "i"].map((id) => declare(id, "XXS"));
  const receipt = fold.batch([
    ...sound,
    { op: "patch", id: "nobody", title: "x" },
    { op: "patch", id: "a", child_budget: 7 },
  ]);
  expect(codes(receipt)).toEqual(["unknown_entry", "budget_invalid"]);
  expect(fold.log.state().entries.size).toBe(1);
});

describe("layers", () => {
  test("a first child starts a layer of 64, and the layer outlives its last child", () => {
    const fold = given([declare("a", "S")], [declare("b", "S", { parent: "a" })]);
    expect(fold.log.state().entries.get("a")?.child_budget).toBe(64);
    fold.batch([{ op: "withdraw", id: "b", reason: { code: "done" } }]);
    expect(fold.log.state().entries.get("a")?.child_budget).toBe(64);
    expect(fold.batch([{ op: "patch", id: "a", child_budget: 64 }])).toMatchObject({
      type: "checked",
    });
    expect(fold.batch([{ op: "patch", id: "a", child_budget: null }])).toMatchObject({
      changes: [{ id: "a", change: "child_budget", from: 64, to: null }],
    });
  });

  test("a layer that holds entries cannot be given up", () => {
    const fold = given([declare("a", "S"), declare("b", "S", { parent: "a" })]);
    expect(fold.batch([{ op: "patch", id: "a", child_budget: null }])).toMatchObject({
      violations: [
        {
          code: "layer_not_empty",
          path: "/declarations/0/child_budget",
          layer: "a",
          children: ["b"],
        },
      ],
    });
  });

  test("the sixth layer is the last", () => {
    const chain = ["a", "b", "c", "d", "e", "f"].map((id, index, all) =>
      declare(id, "XXS", { parent: all[index - 1] ?? null }),
    );
    const fold = given(chain);
    expect(fold.batch([declare("g", "XXS", { parent: "f" })])).toMatchObject({
      violations: [{ code: "depth_exceeded", id: "g", depth: 7, limit: 6 }],
    });
    expect(fold.batch([{ op: "budget", layer: "f", budget: 8 }])).toMatchObject({
      violations: [{ code: "depth_exceeded", id: "f", depth: 7, limit: 6 }],
    });
  });

  test("a branch that is moved too deep is named where it passes the limit", () => {
    const chain = ["a", "b", "c", "d"].map((id, index, all) =>
      declare(id, "XXS", { parent: all[index - 1] ?? null }),
    );
    const fold = given([
      ...chain,
      declare("x", "XXS"),
      declare("y", "XXS", { parent: "x" }),
      declare("z", "XXS", { parent: "y" }),
      declare("layer", "XXS", { parent: "x", child_budget: 8 }),
    ]);
    // Below d, x is at depth 5, y and the empty layer at 6, z at 7.
    expect(fold.batch([{ op: "patch", id: "x", parent: "d" }])).toMatchObject({
      violations: [
        { code: "depth_exceeded", path: "/declarations/0", id: "layer" },
        { code: "depth_exceeded", path: "/declarations/0", id: "z" },
      ],
    });
    const sound = [
      { op: "patch", id: "x", parent: "d" },
      { op: "patch", id: "y", parent: null },
      { op: "patch", id: "layer", child_budget: null },
    ] as const;
    expect(codes(fold.batch(sound))).toEqual([]);
  });

  test("moving an entry takes what lies below it along, and a circle is refused", () => {
    const fold = given([
      declare("a", "S"),
      declare("b", "S", { parent: "a" }),
      declare("c", "S", { parent: "b" }),
    ]);
    expect(fold.batch([{ op: "patch", id: "a", parent: "c" }])).toMatchObject({
      violations: [{ code: "parent_cycle", path: "/declarations/0", ids: ["a", "b", "c"] }],
    });
    fold.batch([{ op: "patch", id: "b", parent: null }]);
    expect(fold.log.state().entries.get("c")?.parent).toBe("b");
  });
});

describe("supersede", () => {
  const old = {
    due_at: "2026-02-01T00:00:00Z",
    stale_after: "2026-03-01T00:00:00Z",
    sources: [{ id: "s", origin: "mail", text: "please" }],
  };

  test("the only predecessor hands down what is not stated, and its child layer", () => {
    const fold = given(
      [
        declare("p", "S"),
        declare("a", "S", { parent: "p", kind: "risk", child_budget: 8, ...old }),
      ],
      [declare("x", "XXS", { parent: "a" }), declare("y", "XXS", { parent: "a" })],
    );
    const receipt = fold.batch([
      { op: "supersede", id: "b", replaces: ["a"], title: "B", tier: "M", stale_after: null },
      { op: "patch", id: "y", parent: "p" },
    ]);
    expect(codes(receipt)).toEqual([]);
    const { entries } = fold.log.state();
    expect(entries.get("b")).toMatchObject({
      kind: "risk",
      parent: "p",
      due_at: "2026-02-01T00:00:00.000Z",
      stale_after: null,
      sources: old.sources,
      child_budget: 8,
    });
    expect(entries.get("x")?.parent).toBe("b");
    expect(entries.get("y")?.parent).toBe("p");
    expect(entries.has("a")).toBe(false);
  });

  test("a member that is a target itself does not pass along", () => {
    const fold = given([declare("a", "S"), declare("x", "XXS", { parent: "a" })]);
    expect(
      fold.batch([
        { op: "supersede", id: "b", replaces: ["a"], title: "B", tier: "S" },
        { op: "patch", id: "x", title: "X" },
      ]),
    ).toMatchObject({
      violations: [{ code: "parent_not_active", parent: "a", children: ["x"] }],
    });
  });

  test("an entry and the one above it may be superseded together", () => {
    const fold = given([declare("p", "S"), declare("a", "S", { parent: "p" })]);
    const receipt = fold.batch([
      { op: "supersede", id: "a2", replaces: ["a"], title: "A", tier: "S" },
      { op: "supersede", id: "p2", replaces: ["p"], title: "P", tier: "S" },
    ]);
    expect(codes(receipt)).toEqual([]);
    expect(fold.log.state().entries.get("a2")?.parent).toBe("p2");
  });

  test("several predecessors hand down annotations only", () => {
    const fold = given([declare("a", "S", old), declare("b", "S", { kind: "risk" })]);
    fold.annotate("n1", "a");
    fold.annotate("n2", "b");
    fold.batch([
      { op: "supersede", id: "c", replaces: ["a", "b"], title: "C", tier: "M", kind: "info" },
    ]);
    expect(fold.log.state().entries.get("c")).toMatchObject({
      due_at: null,
      sources: [],
      annotations: { total: 2, pending: 2 },
    });
    expect(fold.log.state().pending.map((annotation) => annotation.shown_on)).toEqual(["c", "c"]);
  });
});

describe("withdraw and restore", () => {
  test("a subtree closes with its reason, each entry with the nearest one that asked for it", () => {
    const fold = given([
      declare("a", "S"),
      declare("b", "S", { parent: "a" }),
      declare("c", "S", { parent: "b" }),
    ]);
    fold.batch([
      { op: "withdraw", id: "a", reason: { code: "obsolete" }, subtree: true },
      { op: "withdraw", id: "b", reason: { code: "done" }, subtree: true },
    ]);
    const closed = fold.log.records[1]?.changes;
    expect(closed).toMatchObject([
      { id: "a", after: { closed_with: null, reason: { code: "obsolete" } } },
      { id: "b", after: { closed_with: null, reason: { code: "done" } } },
      { id: "c", after: { closed_with: "b", reason: { code: "done" } } },
    ]);
  });

  test("restoring a subtree brings back what it closed, with what was said meanwhile", () => {
    const fold = given([declare("a", "S"), declare("b", "S", { parent: "a" })]);
    fold.batch([{ op: "withdraw", id: "a", reason: { code: "done" }, subtree: true }]);
    fold.annotate("n", "b");
    fold.batch([{ op: "restore", id: "a", subtree: true, tier: "M" }]);
    const { entries } = fold.log.state();
    expect(entries.get("a")).toMatchObject({ tier: "M", declared_seq: 1 });
    expect(entries.get("b")?.annotations).toEqual({ total: 1, pending: 1, acknowledged: [] });
  });

  test("closing an entry that others lie under names them", () => {
    const fold = given([declare("a", "S"), declare("b", "S", { parent: "a" })]);
    expect(fold.batch([{ op: "withdraw", id: "a", reason: { code: "done" } }])).toMatchObject({
      violations: [
        { code: "parent_not_active", path: "/declarations/0", parent: "a", children: ["b"] },
      ],
    });
  });

  test("a deferred entry is due back after its time, and does not return by itself", () => {
    const fold = given([declare("a", "S")]);
    const reason = { code: "deferred", until: "P7D" } as const;
    fold.batch([{ op: "withdraw", id: "a", reason }]);
    const dueBack = (now: string) => {
      const answer = fold.log.view({ now: at(now) });
      return answer.ok && answer.view.schema === "fold.state/1" ? answer.view.due_back : [];
    };
    expect(dueBack("2026-01-08T00:00:00Z")).toEqual([]);
    expect(dueBack("2026-01-08T00:00:01Z")).toMatchObject([{ id: "a", since_until: "PT1S" }]);
    expect(fold.log.state().entries.has("a")).toBe(false);
    fold.batch([{ op: "restore", id: "a" }]);
    expect(dueBack("2026-02-01T00:00:00Z")).toEqual([]);
  });
});

describe("merge", () => {
  test("a new target needs a title, a tier and a kind", () => {
    const fold = given([declare("a", "S")]);
    expect(fold.batch([{ op: "merge", into: "m", from: ["a"], title: "M" }])).toMatchObject({
      violations: [{ code: "unknown_entry", path: "/declarations/0/into", id: "m" }],
    });
  });

  test("an active target keeps its fields, takes what is stated, and inherits annotations", () => {
    const fold = given([declare("a", "S"), declare("t", "M", { summary: "kept" })]);
    fold.annotate("n", "a");
    const receipt = fold.batch([{ op: "merge", into: "t", from: ["a"], tier: "L" }]);
    expect(receipt).toMatchObject({
      changes: [
        { id: "a", change: "merged", to: "t" },
        { id: "t", change: "tier", from: "M", to: "L" },
      ],
    });
    expect(fold.log.state().entries.get("t")).toMatchObject({
      summary: "kept",
      annotations: { total: 1, pending: 1 },
    });
    const entry = fold.log.view({ now: T0, entry: "a" });
    expect(entry).toMatchObject({
      view: {
        entry: {
          status: "merged",
          successor: "t",
          annotations: [{ annotation_id: "n", entry_id: "a", shown_on: "t" }],
        },
      },
    });
  });
});

describe("what a batch becomes", () => {
  test("a look that found nothing new is checked, and says when", () => {
    const fold = given([declare("a", "S")]);
    const now = at("2026-01-02T00:00:00Z");
    expect(fold.batch([{ op: "patch", id: "a", tier: "S" }], { now })).toMatchObject({
      type: "checked",
      event_seq: 2,
      revision: 1,
      changes: [],
    });
    expect(fold.log.state().last_checked_at).toBe(now);
  });

  test("only a first acknowledgement counts, and it keeps its revision", () => {
    const fold = given([declare("a", "S")]);
    fold.annotate("n", "a");
    const acknowledges = [{ annotation_id: "n", note: "moved it" }];
    expect(fold.batch([], { acknowledges })).toMatchObject({
      type: "acknowledge",
      revision: 2,
      acknowledged: ["n"],
    });
    expect(fold.batch([], { acknowledges })).toMatchObject({ type: "checked", acknowledged: [] });
    expect(fold.log.state().entries.get("a")?.annotations.acknowledged).toMatchObject([
      { annotation_id: "n", acknowledged: { note: "moved it", revision: 2, event_seq: 3 } },
    ]);
  });

  test("an annotation is acknowledged where it stands after the batch", () => {
    const fold = given([declare("a", "S")]);
    fold.annotate("n", "a");
    fold.batch([{ op: "supersede", id: "b", replaces: ["a"], title: "B", tier: "S" }], {
      acknowledges: [{ annotation_id: "n" }],
    });
    expect(fold.log.state().entries.get("b")?.annotations).toMatchObject({ total: 1, pending: 0 });
  });

  test("a stale base names what changed since, beside every other violation", () => {
    const fold = given([declare("a", "S")], [declare("b", "S")]);
    expect(
      fold.batch([{ op: "patch", id: "nobody", title: "x" }], { base_revision: 1 }),
    ).toMatchObject({
      violations: [
        { code: "stale_revision", base_revision: 1, revision: 2, changed: ["b"], changed_total: 1 },
        { code: "unknown_entry", id: "nobody" },
      ],
    });
  });

  test("a target named twice is refused before anything else is looked at", () => {
    const fold = given([declare("a", "S")]);
    const receipt = fold.batch([
      { op: "patch", id: "a", title: "x" },
      { op: "budget", layer: "a", budget: 7 },
    ]);
    expect(receipt).toMatchObject({
      violations: [
        {
          code: "conflicting_declarations",
          target: "a",
          paths: ["/declarations/0/id", "/declarations/1/layer"],
        },
      ],
    });
    expect(codes(receipt)).toHaveLength(1);
  });

  test("a clock that went back is a warning, and elapsed time does not run back", () => {
    const fold = given([declare("a", "S")]);
    const now = at("2025-12-31T00:00:00Z");
    expect(fold.batch([], { now })).toMatchObject({
      warnings: [{ code: "clock_went_back", previous_at: T0 }],
    });
    const answer = fold.log.view({ now });
    expect(answer).toMatchObject({ view: { root: { entries: [{ since_declared: "PT0S" }] } } });
  });
});

test("a layer that was given up is not among the layers of the receipt", () => {
  const fold = given([declare("a", "S", { child_budget: 8 })]);
  expect(fold.batch([{ op: "patch", id: "a", child_budget: null }])).toMatchObject({
    layers: [{ id: null }],
  });
});
