/**
 * Characters that act upon the text around them or that nobody can see: controls, line and paragraph
 * separators, bidirectional controls, halves of surrogate pairs, noncharacters, tags and annotation
 * marks. Joiners and selectors stay: scripts and emoji need them.
 */
const UNSAFE =
  /[\p{Control}\p{Bidi_Control}\p{Surrogate}\p{Noncharacter_Code_Point}\u2028\u2029\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/u;

/** A flag of a region, such as that of Scotland: the one good use of tags. */
const TAGGED_FLAG = /^\u{1f3f4}[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]+\u{e007f}$/u;

/** Says how others are drawn and cannot be seen itself: a separator, a filler, a joiner. */
const INVISIBLE = /^\p{Default_Ignorable_Code_Point}$/u;

/** Scripts and signs that joiners change the look of. In others a joiner is just invisible. */
const JOINS =
  /^[\p{Extended_Pictographic}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Devanagari}]/u;
const JOINERS = /[\u200c\u200d]/u;

/** Written without spaces, with a separator of no width where a line may break. */
const BREAKS_BETWEEN_WORDS = /[\p{Script=Thai}]\p{M}*$/u;
const ZERO_WIDTH_SPACE = "\u200b";

/**
 * Ask for another form of the sign before. Our fonts have one form of each, and emoji are drawn in ink:
 * the form in colours would be of a font of the machine, and colour says the kind of an entry.
 */
const SELECTORS = /(?<=[^\p{M}\s])[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]+/gu;

const graphemes = new Intl.Segmenter("und", { granularity: "grapheme" });

/** One line, or with `lines` many, with every unsafe or undrawable character as its code point. */
export type Visible = (text: string, lines?: "one" | "many") => string;

/**
 * Shows data as it can be shown: an unsafe character, and one that no font of ours has, stands as
 * `[U+202E]`. So what is drawn never depends on the fonts of a machine and never turns its
 * surroundings around. `onSign` hears of each code point for which no font is there.
 */
export function visibleWith(
  hasGlyphs: (cluster: string) => boolean,
  onSign: (codePoint: number) => void = () => {},
): Visible {
  return (text, lines = "one") => {
    if (/^[\x20-\x7e]*$/.test(text)) return text;
    const prepared = text.replace(/\r\n?/g, "\n");
    let shown = "";
    for (const { segment } of graphemes.segment(prepared)) {
      const isBreak = segment === ZERO_WIDTH_SPACE && BREAKS_BETWEEN_WORDS.test(shown);
      shown += isBreak ? segment : clusterOf(segment);
    }
    return shown;

    /** What combines is composed, and shown as such as far as one font can do it. */
    function clusterOf(segment: string): string {
      if (TAGGED_FLAG.test(segment)) return segment;
      // Composed only where there is something to compose: a sign alone stays what it is.
      const isAlone = [...segment].length === 1;
      const composed = isAlone ? segment : segment.normalize("NFC").replaceAll(SELECTORS, "");
      const [base = "", ...rest] = [...composed];
      const keepsJoiners = JOINS.test(base);
      let kept = "";
      let after = "";
      for (const [index, character] of [base, ...rest].entries()) {
        const isMark = /\p{M}/u.test(character);
        if (keepsJoiners && JOINERS.test(character)) kept += character;
        else if (!isMark) kept += signOf(character);
        else if (index > 0 && carries(base) && hasGlyphs(kept + character)) kept += character;
        else after += markAlone(character);
      }
      return kept + after;
    }

    /** A mark on a space would hang on whatever stands before it once the space is trimmed. */
    function carries(base: string): boolean {
      return !/[\p{M}\s]/u.test(base) && signOf(base) === base;
    }

    function signOf(character: string): string {
      const code = character.codePointAt(0) ?? 0;
      if (character === "\n" || character === "\t") return lines === "many" ? character : " ";
      if (UNSAFE.test(character) || INVISIBLE.test(character)) return sign(code);
      if (hasGlyphs(character)) return character;
      onSign(code);
      return sign(code);
    }

    /** On nothing, or on a sign of another font: it can be named, whether or not a font has it. */
    function markAlone(mark: string): string {
      const code = mark.codePointAt(0) ?? 0;
      if (!INVISIBLE.test(mark) && !hasGlyphs(mark)) onSign(code);
      return sign(code);
    }
  };
}

function sign(code: number): string {
  return `[U+${code.toString(16).toUpperCase().padStart(4, "0")}]`;
}
