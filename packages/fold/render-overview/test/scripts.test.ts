/** What combines, joins or hides, in a real browser: drawn as one, or shown as its code point. */
import { describe, expect, it } from "vitest";
import { pageOf, withPage } from "./support/pages.js";
import { entry, layer, view } from "./support/views.js";

interface Drawn {
  readonly text: string;
  readonly width: number;
  readonly pixels: string;
}

/**
 * Each text as a title of its own in the details, looked at, the first so many with their pixels; and
 * what the manifest says of them.
 */
async function drawn(texts: readonly string[], { pictures = 0 } = {}) {
  const entries = texts.map((title, index) => entry(`e-${index}`, "XXS", { title }));
  const { document, manifest } = await pageOf({ view: view(layer(64, entries)), diff: null });
  const looks = await withPage({}, async (page) => {
    await page.setContent(document);
    await page.evaluate("document.fonts.ready.then(() => true)");
    const titles = await page.locator(".detail h3 .title").all();
    const widths = (await page.evaluate(WIDTHS)) as readonly number[];
    const found: Drawn[] = [];
    for (const [index, title] of titles.entries()) {
      const text = (await title.textContent()) ?? "";
      const width = widths[index] ?? 0;
      const png = index < pictures ? await title.screenshot() : Buffer.alloc(0);
      found.push({ text, width, pixels: png.toString("base64") });
    }
    return found;
  });
  return { looks, signs: manifest.signs_without_font };
}

/** Of the texts and not of their elements. Runs in the page, where ranges are. */
const WIDTHS = `[...document.querySelectorAll(".detail h3 .title")].map((element) => {
  const range = document.createRange();
  range.selectNodeContents(element);
  return range.getBoundingClientRect().width;
})`;

const MARKED = [
  ["an acute on a letter that has no form with it", "q\u0301", "q"],
  ["an acute on a capital", "Z\u0301", "Z"],
  ["a dot below and an acute", "X\u0323\u0301", "X"],
  ["Cyrillic with an accent", "ы\u0301", "ы"],
  ["Hebrew points", "ב\u05b8\u05bc", "ב"],
  ["Arabic marks", "ب\u064e\u0651", "ب"],
  ["a tone in Thai", "ก\u0e48", "ก"],
] as const;

const SAME = [
  ["Vietnamese in parts", "Tie\u0302\u0301ng Vie\u0323\u0302t", "Tiếng Việt"],
  ["jamo that make a syllable", "\u1112\u1161\u11ab\u1100\u1173\u11af", "한글"],
  ["a selector of text", "☂\ufe0e", "☂"],
  ["a selector of colours", "☂\ufe0f", "☂"],
  ["a selector of a Chinese form", "葛\u{e0100}", "葛"],
] as const;

const JOINED = [
  ["a family", "👨\u200d👩\u200d👧", "👩"],
  ["a profession in a skin colour", "👩🏽\u200d🔬", "👩"],
  ["a flag", "🇫🇷", "👩"],
  ["the flag of a region", "🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}", "👩"],
  ["a heart on fire", "❤\ufe0f\u200d🔥", "👩"],
  ["a keycap", "1\ufe0f\u20e3", "👩"],
] as const;

describe("what combines", () => {
  it("is drawn as one: marks on their letter, parts as the whole, sequences as one sign", async () => {
    const pairs = [...MARKED, ...SAME, ...JOINED];
    const texts = pairs.flatMap(([, sample, other]) => [sample, other]);
    const pictures = 2 * (MARKED.length + SAME.length);
    const { looks, signs } = await drawn(texts, { pictures });
    const found = pairs.map(([name, , other], index) => {
      const [one, two] = [looks[index * 2], looks[index * 2 + 1]];
      if (one === undefined || two === undefined) throw new Error("not drawn");
      const isAsWide = Math.abs(one.width - two.width) < 1;
      const isCode = one.text.includes("[U+");
      return {
        name,
        other,
        isAsWide,
        isCode,
        isSame: index < pictures / 2 && one.pixels === two.pixels,
      };
    });
    // A box for a glyph that is not there would take a width of its own.
    const isSame = new Set<string>(SAME.map(([name]) => name));
    const wanted = pairs.map(([name, , other]) => ({
      name,
      other,
      isAsWide: true,
      isCode: false,
      isSame: isSame.has(name),
    }));
    expect(found).toEqual(wanted);
    expect(signs).toEqual([]);
  });

  it("makes conjuncts in Devanagari", async () => {
    const { looks, signs } = await drawn(["क्ष", "कष", "त्र", "तर"]);
    const [ksha, plain, tra, other] = looks.map(({ width }) => width);
    expect(ksha).toBeLessThan(plain ?? 0);
    expect(tra).toBeLessThan(other ?? 0);
    expect(signs).toEqual([]);
  });
});

describe("what cannot be seen, or hangs on nothing", () => {
  it("stands as its code point, and no font is missed for it", async () => {
    const cases = [
      ["a mark at the start", "\u0301a", "[U+0301]a"],
      ["a mark on a space", "a \u0301b", "a [U+0301]b"],
      ["a mark on a mark of no font", "a\u0301\u0316", "á[U+0316]"],
      ["a mark on a sign of another font", "Ж\u0302", "Ж[U+0302]"],
      ["a turn of direction", "a\u202eb", "a[U+202E]b"],
      ["a space of no width", "a\u200bb", "a[U+200B]b"],
      ["a soft hyphen", "a\u00adb", "a[U+00AD]b"],
      ["joiners where nothing joins", "a\u200db\u200cc", "a[U+200D]b[U+200C]c"],
      ["a filler", "a\u3164b", "a[U+3164]b"],
      ["a tab", "a\tb", "a b"],
      ["half of a pair", "a\ud800b", "a[U+D800]b"],
      ["two selectors", "☂\ufe0e\ufe0e", "☂"],
      ["a space of no width in Thai", "กา\u200bมา", "กา\u200bมา"],
      ["a joiner in Arabic", "ه\u200d", "ه\u200d"],
    ] as const;
    const { looks, signs } = await drawn(cases.map(([, sample]) => sample));
    expect(looks.map(({ text }, index) => [cases[index]?.[0], text])).toEqual(
      cases.map(([name, , text]) => [name, text]),
    );
    expect(signs).toEqual(["U+0316"]);
  });
});
