/**
 * The fonts that travel with this package, each cut into files by ranges of characters. Only the
 * files that a text needs are read, and they are written into the page: no font of the machine is
 * used, and nothing is fetched.
 */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { type HasGlyph, hasGlyphOf } from "./woff2-cmap.js";

interface Family {
  readonly name: string;
  readonly package: string;
  /** How the package names the file of a range. */
  readonly file: (subset: string) => string;
  readonly weights: string;
}

const variable = (name: string): Family => ({
  name,
  package: `@fontsource-variable/${name}`,
  file: (subset) => `files/${name}-${subset}-wght-normal.woff2`,
  weights: "100 900",
});

const single = (name: string): Family => ({
  name,
  package: `@fontsource/${name}`,
  file: (subset) => `files/${name}-${subset}-400-normal.woff2`,
  weights: "400",
});

const EMOJI = single("noto-emoji");

/** In the order in which a character looks for its glyph. */
const FAMILIES: readonly Family[] = [
  variable("noto-sans"),
  // Before the rest: they too have signs of some emoji, but not what joins them to flags and families.
  EMOJI,
  variable("noto-sans-sc"),
  variable("noto-sans-kr"),
  variable("noto-sans-arabic"),
  variable("noto-sans-hebrew"),
  variable("noto-sans-thai"),
  variable("noto-sans-symbols"),
  single("noto-sans-symbols-2"),
];

/** For `font-family`. No family of the machine follows. */
export const FONT_STACK: string = FAMILIES.map(({ name }) => `"fold ${name}"`).join(", ");

type Range = readonly [first: number, last: number];

interface Subset {
  readonly key: string;
  readonly range: string;
  readonly ranges: readonly Range[];
}

export interface Face {
  readonly family: string;
  readonly subset: string;
  readonly css: string;
}

export interface Fonts {
  /** Whether one font file has glyphs for all of it: what combines must come from one. */
  hasTogether(cluster: string): boolean;
  /** The faces that a text needs, in a fixed order. Throws where a file is missing. */
  facesFor(text: string): readonly Face[];
}

export class FontsMissing extends Error {}

/** Finds the fonts that are installed with this package. Throws `FontsMissing`. */
export function openFonts(): Fonts {
  const find = createRequire(import.meta.url);
  const families = new Map<Family, readonly OpenFile[]>();
  const answers = new Map<string, OpenFile | null>();

  const read = (family: Family, path: string): Buffer => {
    try {
      return readFileSync(find.resolve(`${family.package}/${path}`));
    } catch (cause) {
      throw new FontsMissing(`The font package ${family.package} cannot be read.`, { cause });
    }
  };
  const filesOf = (family: Family): readonly OpenFile[] => {
    const known = families.get(family);
    if (known !== undefined) return known;
    const table = read(family, "unicode.json").toString("utf8");
    const files = subsetsFrom(table).map((subset) => openFile(family, subset, read));
    families.set(family, files);
    return files;
  };
  /** The first file that has all of the signs; null where none has. */
  const fileOf = (cluster: string): OpenFile | null => {
    const known = answers.get(cluster);
    if (known !== undefined) return known;
    const [base = 0, ...rest] = codePointsOf(cluster);
    const has = (file: OpenFile): boolean =>
      file.has(base) && rest.every((code) => file.has(code) || file.hasMark(code));
    let found: OpenFile | null = null;
    for (const family of FAMILIES) {
      found = filesOf(family).find(has) ?? null;
      if (found !== null) break;
    }
    answers.set(cluster, found);
    return found;
  };
  return {
    hasTogether: (cluster) => fileOf(cluster) !== null,
    facesFor(text) {
      const needed = new Set<OpenFile>();
      for (const sign of new Set(text)) {
        const file = codePointsOf(sign).length === 0 ? null : fileOf(sign);
        if (file !== null) needed.add(file);
      }
      // What combines may need another file than each part of it alone.
      for (const [cluster] of text.matchAll(/[^\p{M}\s]\p{M}+|[#*0-9]\u20e3/gu)) {
        const file = fileOf(cluster);
        if (file !== null) needed.add(file);
      }
      for (const emoji of emojiIn(text)) {
        for (const file of filesOf(EMOJI)) {
          if (codePointsOf(emoji).some((code) => file.has(code))) needed.add(file);
        }
      }
      const faces = [...needed].map((file) => file.face());
      return faces.sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1));
    },
  };
}

interface OpenFile {
  /** In the range that the package states for it. */
  readonly has: HasGlyph;
  /** A mark for the signs of its range, which the package states for another file. */
  readonly hasMark: HasGlyph;
  readonly face: () => Face;
}

/** Read when it is first asked for a sign in its range. */
function openFile(
  family: Family,
  subset: Subset,
  read: (family: Family, path: string) => Buffer,
): OpenFile {
  const key = subset.key.replace(/[[\]]/g, "");
  let bytes: Buffer | null = null;
  let hasGlyph: HasGlyph | null = null;
  let made: Face | null = null;
  const load = (): Buffer => {
    bytes ??= read(family, family.file(key));
    return bytes;
  };
  const hasInFile: HasGlyph = (codePoint) => {
    hasGlyph ??= hasGlyphOf(load());
    return hasGlyph(codePoint);
  };
  const hasMark: HasGlyph = (codePoint) => isMark(codePoint) && hasInFile(codePoint);
  return {
    has: (codePoint) => covers(subset, codePoint) && hasInFile(codePoint),
    hasMark,
    face() {
      made ??= {
        family: family.name,
        subset: key,
        css: cssOf(family, withMarks(subset, hasMark), load().toString("base64")),
      };
      return made;
    },
  };
}

/** For any letter: of the blocks that are not of one script. */
const MARKS: readonly Range[] = [
  [0x0300, 0x036f],
  [0x1ab0, 0x1aff],
  [0x1dc0, 0x1dff],
  [0x20d0, 0x20ff],
];

function isMark(codePoint: number): boolean {
  return MARKS.some(([first, last]) => codePoint >= first && codePoint <= last);
}

/**
 * A browser draws a letter and its marks from one file, and only what the range of the file names. So
 * the range of each names all the marks that it has.
 */
function withMarks(subset: Subset, hasMark: HasGlyph): string {
  const more = MARKS.flatMap(([first, last]) =>
    Array.from({ length: last - first + 1 }, (_, index) => first + index),
  ).filter((code) => !covers(subset, code) && hasMark(code));
  return [subset.range, ...more.map((code) => `U+${code.toString(16)}`)].join(",");
}

const nameOf = ({ family, subset }: Face): string => `${family}/${subset}`;

/** What needs a glyph: joiners and selectors do not. */
function codePointsOf(text: string): readonly number[] {
  return Array.from(text, (sign) => sign.codePointAt(0) ?? 0).filter((code) => !isJoiner(code));
}

/** Emoji and what they are joined of: a flag or a family stands in a file of its own. */
function emojiIn(text: string): ReadonlySet<string> {
  const pattern =
    /\p{RI}\p{RI}|\p{Extended_Pictographic}(?:\p{Emoji_Modifier}|\u200d\p{Extended_Pictographic}|[\u{e0020}-\u{e007f}])+/gu;
  return new Set(Array.from(text.matchAll(pattern), ([found]) => found));
}

/** Joiners and selectors stand in many files, and none is needed for them alone. */
function isJoiner(codePoint: number): boolean {
  return (
    codePoint === 0x200c || codePoint === 0x200d || (codePoint >= 0xfe00 && codePoint <= 0xfe0f)
  );
}

function covers({ ranges }: Subset, codePoint: number): boolean {
  return ranges.some(([first, last]) => codePoint >= first && codePoint <= last);
}

function subsetsFrom(json: string): readonly Subset[] {
  const table = JSON.parse(json) as Readonly<Record<string, string>>;
  return Object.entries(table).map(([key, range]) => ({ key, range, ranges: rangesOf(range) }));
}

function rangesOf(range: string): readonly Range[] {
  return range.split(",").map((part) => {
    const [first = "", last = first] = part.replace(/^U\+/i, "").split("-");
    return [Number.parseInt(first, 16), Number.parseInt(last, 16)] as const;
  });
}

function cssOf(family: Family, range: string, data: string): string {
  return `@font-face{font-family:"fold ${family.name}";font-weight:${family.weights};font-display:block;src:url(data:font/woff2;base64,${data}) format("woff2");unicode-range:${range}}`;
}
