import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { jsonFault } from "../src/json-fault.js";

describe("the place where a text stops being JSON", () => {
  it.each([
    ["", 1, 1, "the text ends where a value should be"],
    ["  \n ", 2, 2, "the text ends where a value should be"],
    ["{", 1, 2, 'the text ends where a name in double quotes or "}" should be'],
    ['{"a":1,}', 1, 8, "a name in double quotes should be here"],
    ['{"a":1,\n "b" 2}', 2, 6, '":" should be here'],
    ["{'a':1}", 1, 2, 'a name in double quotes or "}" should be here'],
    ["[1,]", 1, 4, "a value should be here"],
    ["[1 2]", 1, 4, '"," or "]" should be here'],
    ['{"a":1]', 1, 7, '"," or "}" should be here'],
    ["{} {}", 1, 4, "nothing more may follow the value"],
    ['["ab', 1, 5, "the text ends inside a string"],
    ['["a\tb"]', 1, 4, "a string cannot hold a bare control character"],
    ['["\\x"]', 1, 3, "this is no escape of JSON"],
    ["[01]", 1, 3, '"," or "]" should be here'],
    ["[+1]", 1, 2, 'a value or "]" should be here'],
    ["[NaN]", 1, 2, 'a value or "]" should be here'],
    ['["😀", x]', 1, 7, "a value should be here"],
  ])("%j: line %i, column %i", (text, line, column, reason) => {
    expect(jsonFault(text)).toEqual({ line, column, reason });
  });

  it("finds its way through nesting of any depth", () => {
    const depth = 200_000;
    expect(jsonFault("[".repeat(depth)).column).toBe(depth + 1);
  });

  it("lies at the end of every beginning of a JSON text", () => {
    fc.assert(
      fc.property(fc.json(), fc.nat(), (text, cut) => {
        const part = `[${text}]`.slice(0, 1 + (cut % text.length));
        const { line, column, reason } = jsonFault(part);
        const lines = part.split("\n");
        expect(line).toBe(lines.length);
        // A cut number or word is a fault where it begins, everything else where the text ends.
        if (reason.startsWith("the text ends")) {
          expect(column).toBe([...(lines.at(-1) ?? "")].length + 1);
        }
      }),
    );
  });

  it("lies in the text or at its end, whatever the text", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'{}[]",:\\u01-.etfn \n') }), (text) => {
        fc.pre(!isJson(text));
        const { line, column } = jsonFault(text);
        const found = text.split("\n")[line - 1];
        expect(found).toBeDefined();
        expect(column).toBeLessThanOrEqual((found ?? "").length + 1);
      }),
    );
  });
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
