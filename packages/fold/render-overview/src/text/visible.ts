/**
 * Characters that act upon the text around them or that nobody can see: controls, line and paragraph
 * separators, bidirectional controls, halves of surrogate pairs, noncharacters, tags and annotation
 * marks. Joiners and selectors stay: scripts and emoji need them.
 */
const UNSAFE =
  /[\p{Control}\p{Bidi_Control}\p{Surrogate}\p{Noncharacter_Code_Point}\u2028\u2029\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/u;

/** A flag of a region, such as that of Scotland: the one good use of tags. */
const TAGGED_FLAG = /^\u{1f3f4}[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]+\u{e007f}$/u;

/** What no font draws, since it only says how others are drawn. */
const IGNORABLE = /^\p{Default_Ignorable_Code_Point}$/u;

/**
 * Asks for an emoji in colours, and so for a font of the machine that has some. Ours are drawn in ink:
 * colour says the kind of an entry and nothing else.
 */
const COLOUR_SELECTOR = 0xfe0f;

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
    for (const { segment } of graphemes.segment(prepared)) shown += clusterOf(segment);
    return shown;

    /** What combines is shown as such only where one font can do it. */
    function clusterOf(segment: string): string {
      if (TAGGED_FLAG.test(segment)) return segment;
      if (!/\p{M}/u.test(segment)) return [...segment].map(signOf).join("");
      const composed = segment.normalize("NFC").replaceAll("\ufe0f", "");
      const isPlain = ![...composed].some((character) => UNSAFE.test(character));
      if (isPlain && hasGlyphs(composed)) return composed;
      const [base = "", ...marks] = [...composed];
      return [
        signOf(base),
        ...marks.map((mark) => (/\p{M}/u.test(mark) ? lost(mark) : signOf(mark))),
      ].join("");
    }

    function signOf(character: string): string {
      const code = character.codePointAt(0) ?? 0;
      if (character === "\n" || character === "\t") return lines === "many" ? character : " ";
      if (code === COLOUR_SELECTOR) return "";
      if (UNSAFE.test(character)) return sign(code);
      if (IGNORABLE.test(character) || hasGlyphs(character)) return character;
      return lost(character);
    }

    function lost(character: string): string {
      const code = character.codePointAt(0) ?? 0;
      if (code === COLOUR_SELECTOR) return "";
      onSign(code);
      return sign(code);
    }
  };
}

function sign(code: number): string {
  return `[U+${code.toString(16).toUpperCase().padStart(4, "0")}]`;
}
