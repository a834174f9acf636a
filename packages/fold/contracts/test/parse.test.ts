import { parseAnnotationRequest, parseBatch, parseCallContext } from "@fold/contracts";
import { describe, expect, test } from "vitest";
import {
  annotation,
  batchOf,
  declare,
  faultsOf,
  faultsOfAnnotation,
  source,
} from "./support/requests.js";

const supersede = { op: "supersede", id: "n", replaces: ["a"], title: "N", tier: "S" };
const withdraw = { op: "withdraw", id: "a", reason: { code: "done" } };

describe("what a caller may write", () => {
  test("every operation with every member", () => {
    const fields = {
      summary: "Two\nlines.",
      parent: "p",
      due_at: "P1D",
      stale_after: "2026-01-01T00:00:00Z",
      sources: [
        source({ text: "t", reading: "r", provenance: "p", observed_at: "2026-01-01T00:00:00Z" }),
      ],
      child_budget: 8,
      why: "Because.",
    };
    const declarations = [
      declare(fields),
      { op: "patch", id: "b", title: "B", tier: "XXL", kind: "risk", ...fields },
      { ...supersede, kind: "info", ...fields },
      { op: "merge", into: "m", from: ["x"], title: "M", tier: "L", kind: "info", ...fields },
      {
        op: "withdraw",
        id: "w",
        reason: { code: "deferred", text: "Later.", until: "P1W" },
        subtree: true,
        why: "x",
      },
      { op: "restore", id: "r", subtree: false, title: "R", tier: "M", kind: "info", ...fields },
      { op: "budget", layer: null, budget: 128, why: "x" },
    ];
    const acknowledges = [{ annotation_id: "n", note: "Done." }];
    expect(
      faultsOf({ batch_id: "b", base_revision: 0, note: "x", declarations, acknowledges }),
    ).toEqual([]);
  });

  test("null where a member may be left out", () => {
    const fields = {
      summary: null,
      parent: null,
      due_at: null,
      stale_after: null,
      sources: null,
      child_budget: null,
      why: null,
    };
    const nothing = {
      ref: null,
      reading: null,
      event_at: null,
      observed_at: null,
      provenance: null,
    };
    const declarations = [
      declare(fields),
      declare({ sources: [source({ ...nothing, text: "t" })] }),
      { op: "patch", id: "b", ...fields },
      { ...supersede, ...fields },
      { op: "merge", into: "m", from: ["x"], ...fields },
      { ...withdraw, reason: { code: "other", text: null, until: null }, subtree: null, why: null },
      { op: "restore", id: "r", subtree: null, ...fields },
      { op: "budget", layer: null, budget: 8, why: null },
    ];
    const acknowledges = [{ annotation_id: "n", note: null }];
    expect(
      faultsOf({ batch_id: "b", base_revision: null, note: null, declarations, acknowledges }),
    ).toEqual([]);
  });

  test("an absent member stays absent and a null stays null: a patch tells them apart", () => {
    const parsed = parseBatch(batchOf({ op: "patch", id: "a", summary: null }));
    if (!parsed.ok) throw new Error("refused");
    expect(Object.keys(parsed.value)).toEqual(["batch_id", "declarations"]);
    expect(parsed.value.declarations).toEqual([{ op: "patch", id: "a", summary: null }]);
  });

  test("what is null for ever is not what is left out", () => {
    for (const member of ["title", "tier", "kind"]) {
      expect(faultsOf(batchOf({ op: "patch", id: "a", [member]: null }))).toMatchObject([
        { path: `/declarations/0/${member}`, value: null },
      ]);
    }
  });
});

describe("required members", () => {
  test.each([
    ["/batch_id", { declarations: [] }],
    ["/declarations/0/op", batchOf({ id: "a" })],
    ["/declarations/0/id", batchOf({ op: "patch" })],
    ["/declarations/0/title", batchOf({ ...declare(), title: undefined })],
    ["/declarations/0/tier", batchOf({ ...declare(), tier: undefined })],
    ["/declarations/0/kind", batchOf({ ...declare(), kind: undefined })],
    ["/declarations/0/replaces", batchOf({ ...supersede, replaces: undefined })],
    ["/declarations/0/title", batchOf({ ...supersede, title: undefined })],
    ["/declarations/0/tier", batchOf({ ...supersede, tier: undefined })],
    ["/declarations/0/from", batchOf({ op: "merge", into: "m" })],
    ["/declarations/0/into", batchOf({ op: "merge", from: ["a"] })],
    ["/declarations/0/reason", batchOf({ op: "withdraw", id: "a" })],
    ["/declarations/0/reason/code", batchOf({ op: "withdraw", id: "a", reason: {} })],
    ["/declarations/0/layer", batchOf({ op: "budget", budget: 8 })],
    ["/declarations/0/budget", batchOf({ op: "budget", layer: null })],
    ["/declarations/0/sources/0/id", batchOf(declare({ sources: [{ origin: "o", ref: "r" }] }))],
    ["/declarations/0/sources/0/origin", batchOf(declare({ sources: [{ id: "1", ref: "r" }] }))],
    ["/acknowledges/0/annotation_id", { batch_id: "b", acknowledges: [{}] }],
  ])("%s", (path, batch) => {
    expect(faultsOf(batch)).toMatchObject([{ code: "invalid_input", path, rule: "required" }]);
  });

  test("of an annotation", () => {
    expect(faultsOfAnnotation({})).toMatchObject([
      { path: "/annotation_id", rule: "required" },
      { path: "/entry_id", rule: "required" },
      { path: "/text", rule: "required" },
    ]);
  });

  test("a supersede that replaces several states its kind; one hands it down", () => {
    expect(faultsOf(batchOf(supersede))).toEqual([]);
    expect(faultsOf(batchOf({ ...supersede, replaces: ["a", "b"] }))).toEqual([
      { code: "invalid_input", path: "/declarations/0/kind", rule: "required" },
    ]);
    expect(faultsOf(batchOf({ ...supersede, replaces: ["a", "b"], kind: "info" }))).toEqual([]);
  });
});

describe("types", () => {
  test.each([
    [null, null],
    [[], "an array"],
    [7, 7],
    [true, true],
    ["x", "x"],
  ])("a batch is an object, not %j", (input, value) => {
    expect(faultsOf(input)).toEqual([
      { code: "invalid_input", path: "", rule: "type", expected: "object", value },
    ]);
  });

  test.each([null, [], 7, "x"])("a declaration is an object, not %j", (declaration) => {
    expect(faultsOf(batchOf(declaration))).toMatchObject([
      { path: "/declarations/0", rule: "type", expected: "object" },
    ]);
  });

  test.each([
    ["/declarations", { batch_id: "b", declarations: {} }, "array"],
    ["/acknowledges", { batch_id: "b", acknowledges: "n" }, "array"],
    ["/batch_id", { batch_id: 7 }, "string"],
    ["/note", { batch_id: "b", note: 7 }, "string"],
    ["/declarations/0/title", batchOf(declare({ title: 7 })), "string"],
    ["/declarations/0/id", batchOf(declare({ id: ["a"] })), "string"],
    ["/declarations/0/due_at", batchOf(declare({ due_at: 1_764_493_200 })), "string"],
    ["/declarations/0/sources", batchOf(declare({ sources: {} })), "array"],
    ["/declarations/0/sources/0", batchOf(declare({ sources: ["mail:1"] })), "object"],
    ["/declarations/0/replaces", batchOf({ ...supersede, replaces: "a" }), "array"],
    ["/declarations/0/replaces/0", batchOf({ ...supersede, replaces: [7] }), "string"],
    ["/declarations/0/reason", batchOf({ ...withdraw, reason: "done" }), "object"],
    ["/declarations/0/subtree", batchOf({ ...withdraw, subtree: "yes" }), "boolean"],
    ["/declarations/0/subtree", batchOf({ ...withdraw, subtree: 0 }), "boolean"],
  ])("%s", (path, batch, expected) => {
    expect(faultsOf(batch)).toMatchObject([
      { code: "invalid_input", path, rule: "type", expected },
    ]);
  });
});

describe("numbers are safe whole numbers", () => {
  const faults = (text: string) =>
    faultsOf(
      JSON.parse(`{"batch_id":"b","declarations":[{"op":"budget","layer":null,"budget":${text}}]}`),
    );
  const path = "/declarations/0/budget";

  test.each(["4", "4.0", "64e0", "6.4e1", "-1", "0", "-0", "9007199254740991"])(
    "%s passes here; whether it is a budget is for the kernel to say",
    (text) => {
      expect(faults(text)).toEqual([]);
    },
  );

  test.each([
    ["4.5", "type", 4.5],
    ['"4"', "type", "4"],
    ["true", "type", true],
    ["null", "type", null],
    ["[]", "type", "an array"],
    ["1e400", "type", "Infinity"],
    ["-1e400", "type", "-Infinity"],
    ["9007199254740993", "too_large", 9007199254740992],
    ["-9007199254740993", "too_small", -9007199254740992],
    ["1e300", "too_large", 1e300],
  ])("%s is refused with its path and value", (text, rule, value) => {
    expect(faults(text)).toMatchObject([{ code: "invalid_input", path, rule, value }]);
  });

  test("a revision is not negative", () => {
    expect(faultsOf({ batch_id: "b", base_revision: -1 })).toEqual([
      { code: "invalid_input", path: "/base_revision", rule: "too_small", limit: 0, value: -1 },
    ]);
    expect(faultsOf({ batch_id: "b", base_revision: 1.5 })).toMatchObject([{ rule: "type" }]);
  });

  test("a value that JSON does not know is refused as well", () => {
    for (const budget of [Number.NaN, 4n, Symbol("4"), () => 4, new Date()]) {
      expect(faultsOf(batchOf({ op: "budget", layer: null, budget }))).toMatchObject([
        { path, rule: "type" },
      ]);
    }
  });
});

test("a text where a list belongs is one fault, however long it is", () => {
  for (const sources of ["", "x".repeat(300)]) {
    expect(faultsOf(batchOf(declare({ sources })))).toMatchObject([
      { path: "/declarations/0/sources", rule: "type", expected: "array" },
    ]);
    expect(faultsOf(batchOf({ op: "merge", into: "m", from: sources }))).toMatchObject([
      { path: "/declarations/0/from", rule: "type", expected: "array" },
    ]);
  }
});

describe("closed sets", () => {
  const tiers = "XXS, XS, S, M, L, XL, XXL";

  test.each(["XXXL", "s", "", "4", " S"])("the tier %j", (tier) => {
    expect(faultsOf(batchOf(declare({ tier })))).toEqual([
      {
        code: "invalid_input",
        path: "/declarations/0/tier",
        rule: "value",
        expected: tiers,
        value: tier,
      },
    ]);
  });

  test.each(["yield_request", "yield_declined", "delete", "Declare", ""])(
    "the operation %j is not one of this version",
    (op) => {
      expect(faultsOf(batchOf(declare({ op })))).toEqual([
        {
          code: "invalid_input",
          path: "/declarations/0/op",
          rule: "value",
          expected: "declare, patch, supersede, merge, withdraw, restore, budget",
          value: op,
        },
      ]);
    },
  );

  test.each(["done", "obsolete", "mistaken", "delegated", "deferred", "other"])(
    "the reason %s",
    (code) => {
      expect(faultsOf(batchOf({ ...withdraw, reason: { code } }))).toEqual([]);
    },
  );

  test("another reason is refused", () => {
    expect(faultsOf(batchOf({ ...withdraw, reason: { code: "expired" } }))).toMatchObject([
      { path: "/declarations/0/reason/code", rule: "value", value: "expired" },
    ]);
  });

  test("until goes with deferred only", () => {
    expect(faultsOf(batchOf({ ...withdraw, reason: { code: "deferred", until: "P1D" } }))).toEqual(
      [],
    );
    expect(faultsOf(batchOf({ ...withdraw, reason: { code: "done", until: "P1D" } }))).toEqual([
      { code: "invalid_input", path: "/declarations/0/reason/until", rule: "until_only_deferred" },
    ]);
  });
});

describe("unknown members", () => {
  test("each is named by its place", () => {
    const batch = {
      ...batchOf(declare({ color: "red" }), { ...withdraw, reason: { code: "done", who: "me" } }),
      priority: 1,
      acknowledges: [{ annotation_id: "n", seen: true }],
    };
    const rule = "unknown_member";
    expect(faultsOf(batch)).toEqual([
      { code: "invalid_input", path: "/acknowledges/0/seen", rule },
      { code: "invalid_input", path: "/declarations/0/color", rule },
      { code: "invalid_input", path: "/declarations/1/reason/who", rule },
      { code: "invalid_input", path: "/priority", rule },
    ]);
  });

  test("a member that belongs to another operation is unknown", () => {
    expect(faultsOf(batchOf({ op: "patch", id: "a", replaces: ["b"] }))).toMatchObject([
      { path: "/declarations/0/replaces", rule: "unknown_member" },
    ]);
    expect(faultsOf(batchOf(declare({ subtree: true })))).toMatchObject([
      { path: "/declarations/0/subtree", rule: "unknown_member" },
    ]);
    expect(faultsOf(batchOf({ op: "restore", id: "a", reason: { code: "done" } }))).toMatchObject([
      { path: "/declarations/0/reason", rule: "unknown_member" },
    ]);
  });

  test.each(["tags", "links"])("%s is reserved", (name) => {
    expect(faultsOf(batchOf(declare({ [name]: [] })))).toEqual([
      { code: "invalid_input", path: `/declarations/0/${name}`, rule: "reserved_name" },
    ]);
  });

  test("a pointer escapes its parts", () => {
    expect(faultsOf({ batch_id: "b", "a/b~c": 1, "": 2 })).toEqual([
      { code: "invalid_input", path: "/", rule: "unknown_member" },
      { code: "invalid_input", path: "/a~1b~0c", rule: "unknown_member" },
    ]);
  });

  test.each(["actor", "now"])("%s is an argument of the call and no member of a batch", (name) => {
    expect(faultsOf({ batch_id: "b", [name]: "x" })).toMatchObject([
      { path: `/${name}`, rule: "unknown_member" },
    ]);
  });
});

describe("sources", () => {
  const faults = (...sources: readonly unknown[]) => faultsOf(batchOf(declare({ sources })));

  test("one has a ref or a text", () => {
    expect(faults({ id: "1", origin: "mail", text: "t" })).toEqual([]);
    for (const empty of [{}, { ref: null }, { ref: null, text: null }, { reading: "r" }]) {
      expect(faults({ id: "1", origin: "mail", ...empty })).toMatchObject([
        { path: "/declarations/0/sources/0", rule: "ref_or_text" },
      ]);
    }
  });

  test("their ids are unique in the entry", () => {
    expect(faults(source(), source({ id: "2" }))).toEqual([]);
    expect(faults(source(), source({ id: "2" }), source())).toEqual([
      {
        code: "invalid_input",
        path: "/declarations/0/sources/2/id",
        rule: "duplicate_source_id",
        value: "1",
      },
    ]);
  });

  test("two entries may have sources of one id", () => {
    const sources = [source()];
    expect(faultsOf(batchOf(declare({ sources }), declare({ id: "b", sources })))).toEqual([]);
  });
});

describe("all faults come at once", () => {
  test("ten declarations, three of them wrong", () => {
    const declarations = Array.from({ length: 10 }, (_, index) => declare({ id: `e${index}` }));
    declarations[2] = declare({ tier: "huge" });
    declarations[5] = declare({ title: "", kind: "K" });
    declarations[9] = declare({ due_at: "tomorrow" });
    expect(
      faultsOf({ batch_id: "b b", declarations }).map((fault) => "path" in fault && fault.path),
    ).toEqual([
      "/batch_id",
      "/declarations/2/tier",
      "/declarations/5/kind",
      "/declarations/5/title",
      "/declarations/9/due_at",
    ]);
  });
});

describe("names that JavaScript keeps for itself", () => {
  const names = ["__proto__", "constructor", "toString", "hasOwnProperty", "valueOf"];

  test.each(names)("%s is an unknown member like any other", (name) => {
    const own = JSON.parse(`{${JSON.stringify(name)}:{"polluted":true}}`);
    const withOwn = (base: object) =>
      Object.defineProperties({ ...base }, Object.getOwnPropertyDescriptors(own));
    const unknown = { code: "invalid_input", rule: "unknown_member" };
    expect(faultsOf(withOwn({ batch_id: "b" }))).toEqual([{ ...unknown, path: `/${name}` }]);
    expect(faultsOf(batchOf(withOwn(declare())))).toEqual([
      { ...unknown, path: `/declarations/0/${name}` },
    ]);
    expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
  });

  test.each(names.filter((name) => name !== "__proto__"))("%s is an id like any other", (id) => {
    const parsed = parseBatch(batchOf(declare({ id, parent: id })));
    expect(parsed).toMatchObject({ ok: true, value: { declarations: [{ id, parent: id }] } });
  });
});

describe("annotations", () => {
  test("on an entry or on the whole", () => {
    expect(faultsOfAnnotation(annotation())).toEqual([]);
    expect(faultsOfAnnotation(annotation({ entry_id: "feature/x" }))).toEqual([]);
  });

  test("the text stays as it is", () => {
    const text = "  Not now,\r\n\tplease. \u{1F984}\ufeff\n";
    expect(parseAnnotationRequest(annotation({ text }))).toMatchObject({ value: { text } });
  });

  test.each([
    [{ text: "a\u0000" }, { path: "/text", rule: "control_character" }],
    [{ text: null }, { path: "/text", rule: "type", value: null }],
    [{ entry_id: "" }, { path: "/entry_id", rule: "pattern" }],
    [{ actor: "me" }, { path: "/actor", rule: "unknown_member" }],
  ])("%j is refused", (members, fault) => {
    expect(faultsOfAnnotation(annotation(members))).toMatchObject([fault]);
  });
});

describe("who and when", () => {
  test("the instant becomes UTC", () => {
    expect(parseCallContext({ actor: "agent", now: "2026-01-01T01:00:00+01:00" })).toEqual({
      ok: true,
      value: { actor: "agent", now: "2026-01-01T00:00:00.000Z" },
    });
  });

  test("both are judged, and their place is outside the request", () => {
    for (const context of [
      { actor: undefined, now: undefined },
      { actor: 7, now: 7 },
      { actor: "", now: "P1D" },
      { actor: null, now: "2026-01-01" },
    ]) {
      expect(parseCallContext(context)).toMatchObject({
        ok: false,
        violations: [
          { code: "invalid_input", path: "", expected: expect.stringMatching(/^actor: /) },
          {
            code: "invalid_input",
            path: "",
            rule: "instant",
            expected: expect.stringMatching(/^now: /),
          },
        ],
      });
    }
  });
});
