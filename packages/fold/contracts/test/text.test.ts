import { codePointLength, headOf, parseBatch, textFault } from "@fold/contracts";
import { describe, expect, test } from "vitest";
import { batchOf, declare, faultsOf } from "./support/requests.js";

const HIGH = "\ud83e";
const LOW = "\udd84";

describe("lone surrogates", () => {
  test.each([
    ["a high half", `a${HIGH}`],
    ["a low half", `${LOW}a`],
    ["both halves in the wrong order", `${LOW}${HIGH}`],
    ["a half beside a whole", `${HIGH}${HIGH}${LOW}`],
  ])("%s is refused in one line and in many", (_name, text) => {
    expect(textFault(text, { lines: "one" })).toBe("lone_surrogate");
    expect(textFault(text, { lines: "many" })).toBe("lone_surrogate");
    expect(faultsOf(batchOf(declare({ summary: text })))).toMatchObject([
      { code: "invalid_input", path: "/declarations/0/summary", rule: "lone_surrogate" },
    ]);
  });

  test("a whole pair is text", () => {
    expect(textFault(`${HIGH}${LOW}`, { lines: "one" })).toBeNull();
  });
});

describe("control characters", () => {
  const controls = Array.from({ length: 0xa0 }, (_, code) => code).filter(
    (code) => code < 0x20 || code >= 0x7f,
  );

  test("all of C0, DEL and C1 are refused in one line", () => {
    for (const code of controls) {
      const fault = textFault(`a${String.fromCharCode(code)}b`, { lines: "one" });
      expect(fault, `U+${code.toString(16)}`).toBe(
        code === 0x0a || code === 0x0d ? "not_one_line" : "control_character",
      );
    }
  });

  test("all but tab, LF and CR are refused in many lines", () => {
    for (const code of controls) {
      const fault = textFault(`a${String.fromCharCode(code)}b`, { lines: "many" });
      const isAllowed = code === 0x09 || code === 0x0a || code === 0x0d;
      expect(fault, `U+${code.toString(16)}`).toBe(isAllowed ? null : "control_character");
    }
  });

  // Escape sequences that clear a terminal, set its title, fill its clipboard; a bare C1 CSI; a bell.
  test.each([
    "\u001b[2J",
    "\u001b]0;x\u0007",
    "\u001b]52;c;eA==\u0007",
    "\u009b2J",
    "\u0007",
    "\u0000",
  ])("%j does not reach a title", (text) => {
    expect(faultsOf(batchOf(declare({ title: `a${text}b` })))).toMatchObject([
      { path: "/declarations/0/title", rule: "control_character" },
    ]);
  });

  test("the line separators of Unicode are no single line", () => {
    for (const text of ["a\u2028b", "a\u2029b"]) {
      expect(textFault(text, { lines: "one" })).toBe("not_one_line");
      expect(textFault(text, { lines: "many" })).toBeNull();
    }
  });
});

describe("nothing is repaired", () => {
  test.each([" a", "a ", "\u00a0a", "a\u3000", "\ufeffa"])("the title %j is refused", (title) => {
    expect(faultsOf(batchOf(declare({ title })))).toMatchObject([
      { path: "/declarations/0/title", rule: "outer_space" },
    ]);
  });

  test.each([
    ["white space around a summary", "  a\n\n"],
    ["a byte order mark inside", "a\ufeffb"],
    ["a byte order mark in front", "\ufeffa"],
    ["a right-to-left override", "a\u202eb"],
    ["letters and their combining marks", "e\u0301 \u00e9"],
    ["carriage returns", "a\r\nb\rc"],
    ["characters beyond the first plane", "\u{1F984}\u{10FFFF}\u{20000}"],
  ])("%s stays as it is", (_name, summary) => {
    const parsed = parseBatch(batchOf(declare({ summary })));
    expect(parsed).toMatchObject({ ok: true, value: { declarations: [{ summary }] } });
  });

  test("a byte order mark inside a title stays", () => {
    expect(faultsOf(batchOf(declare({ title: "a\ufeffb" })))).toEqual([]);
  });
});

test("lengths are code points, and a head never holds half of one", () => {
  const text = "a\u{1F984}b\u{1F984}";
  expect(codePointLength(text)).toBe(4);
  expect([0, 1, 2, 3, 4, 5].map((count) => headOf(text, count))).toEqual([
    "",
    "a",
    "a\u{1F984}",
    "a\u{1F984}b",
    text,
    text,
  ]);
});
