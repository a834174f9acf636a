// The laws of the section, by their numbers in src/install/section.ts.

import { fc, test } from "@fast-check/vitest";
import { describe, expect } from "vitest";
import {
  findSection,
  insertSection,
  removeSection,
  replaceSection,
  type Section,
} from "../../src/install/section.js";

const binary = fc
  .uint8Array({ maxLength: 200 })
  .map((bytes) => Buffer.from(bytes).toString("latin1"));
const lines = fc
  .array(
    fc.tuple(
      fc.oneof(fc.string(), fc.constantFrom("", "# Title", "<!-- fold-guide", "```", "\ufeff")),
      fc.constantFrom("\n", "\r\n", "\r", ""),
    ),
  )
  .map((parts) => parts.map(([text, end]) => text + end).join(""));
/** What a file may hold: anything, as one character a byte. */
const texts = fc.oneof(
  binary,
  lines.map((text) => Buffer.from(text, "utf8").toString("latin1")),
);

const sections: fc.Arbitrary<Section> = fc.record({
  version: fc.constantFrom("0.1.0", "12.0.3"),
  language: fc.constantFrom("en", "zh"),
  body: fc
    .array(fc.string({ unit: "grapheme" }).filter((line) => !/[\r\n]|<!-- fold-guide/.test(line)))
    .map((parts) => parts.map((line) => `${line}\n`).join("")),
});

function found(text: string): Extract<ReturnType<typeof findSection>, { state: "one" }> {
  const section = findSection(text);
  if (section.state !== "one") throw new Error(`expected a section, found ${section.state}`);
  return section;
}

describe("the section", () => {
  test.prop([texts, sections])(
    "2: what was inserted and removed leaves the bytes",
    (text, section) => {
      const inserted = insertSection(text, section, false);
      expect(inserted.startsWith(text)).toBe(true);
      expect(removeSection(inserted, found(inserted))).toBe(text);
    },
  );

  test.prop([sections])("2: a file that it alone made goes away", (section) => {
    const inserted = insertSection("", section, true);
    expect(removeSection(inserted, found(inserted))).toBe(null);
  });

  test.prop([texts, sections, sections])(
    "1: another section takes its place, is found, and can be removed",
    (text, first, second) => {
      const inserted = insertSection(text, first, false);
      const replaced = replaceSection(inserted, found(inserted), second);
      const again = found(replaced);
      expect(again.isChanged).toBe(false);
      expect(again.mark).toMatchObject({ version: second.version, language: second.language });
      expect(replaceSection(replaced, again, second)).toBe(replaced);
      expect(removeSection(replaced, again)).toBe(text);
    },
  );

  test.prop([texts, sections, texts])(
    "3: what a person writes behind it is kept, and so is what is in front",
    (text, section, more) => {
      const inserted = insertSection(text, section, false) + more;
      const rest = removeSection(inserted, found(inserted));
      expect(rest?.startsWith(text)).toBe(true);
      expect(rest?.endsWith(more)).toBe(true);
      expect(rest?.slice(text.length, rest.length - more.length)).toMatch(/^[\r\n]*$/);
    },
  );

  test.prop([texts, sections.filter(({ body }) => body !== ""), fc.nat()])(
    "1: a change between the markers shows",
    (text, section, place) => {
      const inserted = insertSection(text, section, false);
      const { start, end } = found(inserted);
      const from = inserted.indexOf("\n", start) + 1;
      const to = inserted.lastIndexOf("<!-- fold-guide end", end);
      const at = from + (place % (to - from));
      const changed = `${inserted.slice(0, at)}x${inserted.slice(at)}`;
      expect(found(changed).isChanged).toBe(true);
    },
  );

  test.prop([texts, sections])(
    "4: two of them, or half a one, are nobody's to guess about",
    (text, section) => {
      const once = insertSection(text, section, false);
      const twice = insertSection(once, section, false);
      expect(findSection(twice)).toMatchObject({ state: "broken", reason: "two_sections" });
      const { start, end } = found(once);
      const endMarker = once.lastIndexOf("<!-- fold-guide end", end);
      const withoutEnd = once.slice(0, endMarker) + once.slice(end);
      expect(findSection(withoutEnd)).toMatchObject({ state: "broken", reason: "unbalanced" });
      const withoutBegin = once.slice(0, start) + once.slice(once.indexOf("\n", start) + 1);
      expect(findSection(withoutBegin)).toMatchObject({ state: "broken", reason: "unbalanced" });
    },
  );
});
