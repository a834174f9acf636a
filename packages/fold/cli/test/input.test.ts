import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decodeJson } from "../src/input.js";

const read = (text: string) => decodeJson(new TextEncoder().encode(text));

describe("a member that is given twice", () => {
  it.each([
    ['{"a":1,"a":2}', '"a" at line 1, column 8'],
    ['{"a":[{"b":1},\n {"b":1,"c":{},"\\u0062":2}]}', '"\\u0062" at line 2, column 16'],
    ['{"x":":","y":"\\":","x" : 1}', '"x" at line 1, column 20'],
    ['{"__proto__":1,"__proto__":2}', '"__proto__" at line 1, column 16'],
  ])("%j is refused with its name and place", async (text, expected) => {
    expect(await read(text)).toMatchObject({
      ok: false,
      answer: { violations: [{ code: "invalid_input", rule: "repeated_member", expected }] },
    });
  });

  it.each(['["",":"]', '{"a":"","b":":"}', '["\\\\",":","\\":"]'])(
    "is not seen in %j, where a text only looks like a name",
    async (text) => {
      expect(await read(text)).toEqual({ ok: true, value: JSON.parse(text) });
    },
  );

  it("is not seen where there is none", async () => {
    await fc.assert(
      fc.asyncProperty(fc.json(), async (text) => {
        expect(await read(text)).toEqual({ ok: true, value: JSON.parse(text) });
      }),
    );
  });

  it("is looked for at any depth", async () => {
    const depth = 200_000;
    expect((await read(`${"[".repeat(depth)}${"]".repeat(depth)}`)).ok).toBe(true);
  });
});
