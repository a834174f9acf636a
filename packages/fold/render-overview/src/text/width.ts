/**
 * How wide a text is at most, in hundredths of its font size, without a browser: a guess on the safe
 * side. The browser that draws measures all the same, and what did not fit after all moves out.
 */

/** Noto Sans at weight 600, from the space to the tilde. */
const ASCII = [
  26, 28, 45, 65, 57, 88, 74, 25, 32, 32, 55, 57, 28, 32, 28, 40, 57, 57, 57, 57, 57, 57, 57, 57,
  57, 57, 28, 28, 57, 57, 57, 46, 90, 67, 66, 63, 73, 56, 54, 73, 76, 37, 31, 65, 55, 93, 79, 79,
  62, 79, 64, 55, 59, 75, 63, 95, 64, 60, 58, 33, 40, 33, 57, 42, 33, 59, 63, 50, 63, 59, 37, 63,
  64, 28, 28, 59, 28, 96, 64, 62, 63, 63, 43, 49, 41, 64, 55, 83, 56, 55, 48, 39, 55, 39, 57,
] as const;

/** From the first of a range up to the next one. */
const RANGES: readonly (readonly [from: number, width: number])[] = [
  [0x00, 0],
  [0x7f, 80],
  [0x2c00, 110],
  [0x2e80, 100],
  [0xa4d0, 110],
  [0xac00, 100],
  [0xd7b0, 110],
  [0xf900, 100],
  // Ligatures and forms of Arabic: one of them is a whole sentence.
  [0xfb50, 120],
  [0xfdfa, 900],
  [0xfe00, 110],
  [0xff00, 100],
  [0x10000, 140],
  [0x20000, 100],
  [0x30000, 140],
];

const WIDE_ALONE: ReadonlyMap<number, number> = new Map([
  [0x2025, 80],
  [0x2026, 85],
  [0x2014, 105],
  [0x2e3a, 210],
  [0x2e3b, 310],
]);

export function widthOf(text: string): number {
  let width = 0;
  for (const character of text) width += widthOfCodePoint(character.codePointAt(0) ?? 0);
  return width;
}

function widthOfCodePoint(code: number): number {
  if (code >= 0x20 && code < 0x7f) return ASCII[code - 0x20] ?? 100;
  const alone = WIDE_ALONE.get(code);
  if (alone !== undefined) return alone;
  if (isMark(code)) return 0;
  return RANGES.findLast(([from]) => code >= from)?.[1] ?? 100;
}

/** Marks that stand above or below the letter before, and what only joins or selects. */
function isMark(code: number): boolean {
  return (
    code >= 0x300 &&
    /^[\p{Mn}\p{Me}\p{Default_Ignorable_Code_Point}]$/u.test(String.fromCodePoint(code))
  );
}
