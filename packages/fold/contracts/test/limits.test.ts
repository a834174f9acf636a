import { LIMITS, parseCallContext, RECORD_ENVELOPE_BYTES } from "@fold/contracts";
import { describe, expect, test } from "vitest";
import {
  annotation,
  batchOf,
  declare,
  faultsOf,
  faultsOfAnnotation,
  source,
} from "./support/requests.js";

/** One UTF-16 unit, and one code point of two: a limit counts both as one. */
const LETTER = "x";
const ASTRAL = "\u{1F984}";

interface TextLimit {
  readonly path: string;
  readonly min: number;
  readonly max: number;
  readonly faults: (text: string) => readonly object[];
}

const inBatch = (text: string, members: (text: string) => Record<string, unknown>) =>
  faultsOf({ ...batchOf(declare()), ...members(text) });
const inDeclare = (text: string, members: (text: string) => Record<string, unknown>) =>
  faultsOf(batchOf(declare(members(text))));
const inSource = (text: string, members: (text: string) => Record<string, unknown>) =>
  faultsOf(batchOf(declare({ sources: [source(members(text))] })));

const TEXT_LIMITS: Readonly<Record<string, TextLimit>> = {
  title: {
    path: "/declarations/0/title",
    min: 1,
    max: 160,
    faults: (text) => inDeclare(text, (title) => ({ title })),
  },
  summary: {
    path: "/declarations/0/summary",
    min: 0,
    max: 4000,
    faults: (text) => inDeclare(text, (summary) => ({ summary })),
  },
  why: {
    path: "/declarations/0/why",
    min: 1,
    max: 500,
    faults: (text) => inDeclare(text, (why) => ({ why })),
  },
  "note of a batch": {
    path: "/note",
    min: 1,
    max: 8000,
    faults: (text) => inBatch(text, (note) => ({ note })),
  },
  "note of an acknowledgement": {
    path: "/acknowledges/0/note",
    min: 1,
    max: 8000,
    faults: (text) => inBatch(text, (note) => ({ acknowledges: [{ annotation_id: "n", note }] })),
  },
  "reason text": {
    path: "/declarations/0/reason/text",
    min: 1,
    max: 8000,
    faults: (text) =>
      faultsOf(batchOf({ op: "withdraw", id: "a", reason: { code: "other", text } })),
  },
  "annotation text": {
    path: "/text",
    min: 1,
    max: 8000,
    faults: (text) => faultsOfAnnotation(annotation({ text })),
  },
  "source id": {
    path: "/declarations/0/sources/0/id",
    min: 1,
    max: 128,
    faults: (text) => inSource(text, (id) => ({ id })),
  },
  "source origin": {
    path: "/declarations/0/sources/0/origin",
    min: 1,
    max: 160,
    faults: (text) => inSource(text, (origin) => ({ origin })),
  },
  "source ref": {
    path: "/declarations/0/sources/0/ref",
    min: 1,
    max: 2048,
    faults: (text) => inSource(text, (ref) => ({ ref })),
  },
  "source provenance": {
    path: "/declarations/0/sources/0/provenance",
    min: 1,
    max: 2048,
    faults: (text) => inSource(text, (provenance) => ({ provenance })),
  },
};

describe.each(Object.entries(TEXT_LIMITS))("%s", (_name, { path, min, max, faults }) => {
  test.each([
    ["one-unit", LETTER],
    ["astral", ASTRAL],
  ])("holds %s characters up to its limit, and not one more", (_kind, character) => {
    expect(faults(character.repeat(max))).toEqual([]);
    expect(faults(character.repeat(max + 1))).toEqual([
      { code: "invalid_input", path, rule: "too_long", limit: max, actual: max + 1 },
    ]);
  });

  test(`needs ${min} characters`, () => {
    expect(faults(LETTER.repeat(min))).toEqual([]);
    if (min === 0) return;
    expect(faults("")).toEqual([
      { code: "invalid_input", path, rule: "too_short", limit: min, actual: 0 },
    ]);
  });
});

/** Names whose pattern holds the limit. */
const SHAPED: Readonly<Record<string, TextLimit & { readonly bad: readonly string[] }>> = {
  "entry id": {
    path: "/declarations/0/id",
    min: 1,
    max: 128,
    faults: (text) => inDeclare(text, (id) => ({ id })),
    bad: ["", ".a", "-a", "a b", "a\n", "é", "a\u{1F984}", "__proto__", "/a", "a?"],
  },
  parent: {
    path: "/declarations/0/parent",
    min: 1,
    max: 128,
    faults: (text) => inDeclare(text, (parent) => ({ parent })),
    bad: ["", " a"],
  },
  "batch id": {
    path: "/batch_id",
    min: 1,
    max: 128,
    faults: (text) => inBatch(text, (batch_id) => ({ batch_id })),
    bad: ["", "a b", "é", "a\t", "a\n", "\u007f"],
  },
  "annotation id": {
    path: "/annotation_id",
    min: 1,
    max: 128,
    faults: (text) => faultsOfAnnotation(annotation({ annotation_id: text })),
    bad: ["", "a b", "ü"],
  },
  kind: {
    path: "/declarations/0/kind",
    min: 1,
    max: 32,
    faults: (text) => inDeclare(text, (kind) => ({ kind })),
    bad: ["", "Risk", "1a", "-a", "a_b", "a b"],
  },
};

describe.each(Object.entries(SHAPED))("%s", (_name, { path, max, faults, bad }) => {
  test("holds characters up to its limit, and not one more", () => {
    expect(faults(LETTER.repeat(max))).toEqual([]);
    expect(faults(LETTER.repeat(max + 1))).toEqual([
      { code: "invalid_input", path, rule: "too_long", limit: max, actual: max + 1 },
    ]);
  });

  test.each(bad.map((text) => [JSON.stringify(text), text]))("refuses %s", (_shown, text) => {
    expect(faults(text)).toEqual([
      { code: "invalid_input", path, rule: "pattern", expected: expect.any(String) },
    ]);
  });
});

test.each([
  "a",
  "A9",
  "feature/login-2",
  "PROJ-17",
  "a.b_c:d/e@f#g+h-i",
  "constructor",
  "toString",
])("the entry id %s fits", (id) => {
  expect(faultsOf(batchOf(declare({ id })))).toEqual([]);
});

test.each(["!", "~", "a-17", "2026-11-30T09:00Z-standup", '"\\{}'])(
  "the batch id %s fits",
  (batch_id) => {
    expect(faultsOf({ ...batchOf(declare()), batch_id })).toEqual([]);
  },
);

describe("actor", () => {
  const faults = (actor: unknown): readonly object[] => {
    const parsed = parseCallContext({ actor, now: "2026-01-01T00:00:00Z" });
    return parsed.ok ? [] : parsed.violations;
  };

  test("has 1 to 128 characters", () => {
    expect(faults("x")).toEqual([]);
    expect(faults(ASTRAL.repeat(128))).toEqual([]);
    expect(faults("")).toMatchObject([{ code: "invalid_input", path: "", rule: "too_short" }]);
    expect(faults(ASTRAL.repeat(129))).toMatchObject([{ rule: "too_long" }]);
  });

  test("holds no control character", () => {
    for (const actor of ["a\tb", "a\u0000", "a\u009bb"]) {
      expect(faults(actor)).toMatchObject([{ rule: "control_character" }]);
    }
    expect(faults("a\nb")).toMatchObject([{ rule: "not_one_line" }]);
  });
});

describe("counts", () => {
  const many = (count: number, item: (index: number) => unknown) =>
    Array.from({ length: count }, (_, index) => item(index));

  test("a batch holds 256 declarations, and not one more", () => {
    const batch = (count: number) =>
      batchOf(...many(count, (index) => declare({ id: `e${index}` })));
    expect(faultsOf(batch(256))).toEqual([]);
    expect(faultsOf(batch(257))).toMatchObject([
      { path: "/declarations", rule: "too_many", limit: 256, actual: 257 },
    ]);
  });

  test("what a source says has no length of its own, but is not empty", () => {
    const saying = (length: number) =>
      batchOf(declare({ sources: [source({ text: "x".repeat(length), reading: "y" })] }));
    expect(faultsOf(saying(1_000_000))).toEqual([]);
    expect(faultsOf(saying(0))).toMatchObject([
      { path: "/declarations/0/sources/0/text", rule: "too_short", limit: 1, actual: 0 },
    ]);
  });

  test("an entry holds 32 sources, and not one more", () => {
    const batch = (count: number) =>
      batchOf(declare({ sources: many(count, (index) => source({ id: `s${index}` })) }));
    expect(faultsOf(batch(32))).toEqual([]);
    expect(faultsOf(batch(33))).toMatchObject([
      { path: "/declarations/0/sources", rule: "too_many", limit: 32, actual: 33 },
    ]);
  });

  test.each([
    ["supersede", "replaces", { op: "supersede", id: "n", title: "N", tier: "S", kind: "info" }],
    ["merge", "from", { op: "merge", into: "n" }],
  ])("%s names 1 to 256 entries", (_op, member, declaration) => {
    const batch = (count: number) =>
      batchOf({ ...declaration, [member]: many(count, (index) => `e${index}`) });
    expect(faultsOf(batch(1))).toEqual([]);
    expect(faultsOf(batch(256))).toEqual([]);
    const path = `/declarations/0/${member}`;
    expect(faultsOf(batch(257))).toMatchObject([
      { path, rule: "too_many", limit: 256, actual: 257 },
    ]);
    expect(faultsOf(batch(0))).toMatchObject([{ path, rule: "too_few", limit: 1, actual: 0 }]);
  });

  test("a batch may be empty: the agent looked and nothing changed", () => {
    expect(faultsOf({ batch_id: "b" })).toEqual([]);
    expect(faultsOf({ batch_id: "b", declarations: [], acknowledges: [] })).toEqual([]);
  });
});

test("the limits are those of the contract", () => {
  expect(LIMITS).toMatchObject({
    layerDepth: 6,
    activeEntries: 1024,
    recordBytes: 4_194_304,
    budgetMin: 8,
    budgetMax: 1024,
    budgetDefault: 64,
    pendingAnnotations: 50,
    acknowledgedPerEntry: 3,
    dueBack: 20,
    summaryHeadCharacters: 280,
    staleRevisionChanged: 100,
    viewDepthDefault: 2,
    historyDefault: 100,
    historyMax: 1000,
  });
});

test("the envelope is what the store adds around a record", () => {
  const hex = "0".repeat(64);
  const members = [`"digest":"${hex}",`, `,"prev":"${hex}"`, `,"hash":"${hex}"`];
  const bytes = members.reduce((sum, member) => sum + member.length, 0);
  expect(RECORD_ENVELOPE_BYTES).toBe(bytes + "\n".length);
});
