import { describe, expect, test } from "vitest";
import { expand } from "../src/expand.js";
import { differences } from "../src/match.js";

const matches = (expected: unknown, actual: unknown, saved = new Map<string, unknown>()) =>
  differences(expected, actual, saved).length === 0;

describe("what is expected", () => {
  test.each<[string, unknown, unknown, boolean]>([
    ["named members alone", { a: 1 }, { a: 1, b: 2 }, true],
    ["another value", { a: 1 }, { a: 2 }, false],
    ["another type", { a: 1 }, { a: "1" }, false],
    ["a missing member", { a: 1 }, { b: 1 }, false],
    ["null is not absent", { a: null }, {}, false],
    ["an inherited member is none", { toString: { $any: true } }, {}, false],
    ["an object where a text is", { a: {} }, { a: "x" }, false],
    ["a list whole", [1, 2], [1, 2], true],
    ["a list in order", [1, 2], [2, 1], false],
    ["a list with more", [1], [1, 2], false],
    ["members of items", [{ a: 1 }], [{ a: 1, b: 2 }], true],
    ["$any of something", { $any: true }, null, true],
    ["$any of nothing", { $any: true }, undefined, false],
    ["$absent of nothing", { a: { $absent: true } }, {}, true],
    ["$absent of something", { a: { $absent: true } }, { a: null }, false],
    ["$length", { $length: 2 }, [1, 2], true],
    ["another $length", { $length: 2 }, [1], false],
    ["$length of no list", { $length: 2 }, "ab", false],
    ["$contains", { $contains: [{ a: 2 }] }, [{ a: 1 }, { a: 2 }], true],
    ["$contains each for itself", { $contains: [{ a: 1 }, { a: 1 }] }, [{ a: 1 }], false],
    ["$contains of no list", { $contains: [1] }, {}, false],
    ["$unordered", { $unordered: [1, 2] }, [2, 1], true],
    ["$unordered is all there is", { $unordered: [1] }, [1, 2], false],
    ["$exact", { $exact: { a: 1 } }, { a: 1 }, true],
    ["$exact has no more", { $exact: { a: 1 } }, { a: 1, b: 1 }, false],
    ["$not", { $not: 1 }, 2, true],
    ["$not of the same", { $not: 1 }, 1, false],
    ["$one_of", { $one_of: [1, { a: 2 }] }, { a: 2 }, true],
    ["$one_of others", { $one_of: [1, 2] }, 3, false],
    ["$min", { $min: 2 }, 2, true],
    ["$min of less", { $min: 2 }, 1, false],
    ["$max of more", { $max: 2 }, 3, false],
    ["two matchers at once", { $length: 1, $contains: [1] }, [1], true],
    ["two matchers, one not so", { $length: 1, $contains: [2] }, [1], false],
  ])("%s", (_name, expected, actual, outcome) => {
    expect(matches(expected, actual)).toBe(outcome);
  });

  test("what was saved can be asked for again", () => {
    const saved = new Map<string, unknown>();
    expect(matches({ a: { $save: "x" } }, { a: [1] }, saved)).toBe(true);
    expect(matches({ $ref: "x" }, [1], saved)).toBe(true);
    expect(matches({ $ref: "x" }, [2], saved)).toBe(false);
    expect(() => matches({ $ref: "y" }, 1, saved)).toThrow("nothing was saved as y");
  });

  test("an unknown matcher is a mistake in the case", () => {
    expect(() => matches({ $most: 1 }, 1)).toThrow("unknown matcher $most");
  });

  test("a difference names its place", () => {
    expect(differences({ a: [{ b: 1 }] }, { a: [{ b: 2 }] }, new Map())).toEqual([
      "/a/0/b: expected 1, got 2",
    ]);
  });
});

describe("long inputs in few words", () => {
  test("a text many times", () => {
    expect(expand({ title: { $text: "ab", times: 3 } })).toEqual({ title: "ababab" });
  });

  test("an item for each number", () => {
    expect(expand([0, { $each: "n", from: 1, to: 3, item: { id: "e-{n}" } }])).toEqual([
      0,
      { id: "e-1" },
      { id: "e-2" },
      { id: "e-3" },
    ]);
  });

  test("braces mean nothing elsewhere", () => {
    expect(expand({ text: "{n}" })).toEqual({ text: "{n}" });
  });
});
