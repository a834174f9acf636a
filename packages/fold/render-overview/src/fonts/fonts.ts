/**
 * The fonts that travel with this package, each cut into files by ranges of characters. Only the
 * files that a text needs are read, and they are written into the page: no font of the machine is
 * used, and nothing is fetched.
 */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

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

/** In the order in which a character looks for its glyph. */
const FAMILIES: readonly Family[] = [
  variable("noto-sans"),
  variable("noto-sans-sc"),
  variable("noto-sans-kr"),
  variable("noto-sans-arabic"),
  variable("noto-sans-hebrew"),
  variable("noto-sans-thai"),
  single("noto-emoji"),
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
  /** Whether one of the fonts has a glyph for it. */
  has(codePoint: number): boolean;
  /** The faces that a text needs, in a fixed order. Throws where a file is missing. */
  facesFor(text: string): readonly Face[];
}

export class FontsMissing extends Error {}

/** Finds the fonts that are installed with this package. Throws `FontsMissing`. */
export function openFonts(): Fonts {
  const find = createRequire(import.meta.url);
  const known = new Map<Family, readonly Subset[]>();
  const faces = new Map<string, Face>();
  const answers = new Map<number, boolean>();

  const read = (family: Family, path: string): Buffer => {
    try {
      return readFileSync(find.resolve(`${family.package}/${path}`));
    } catch (cause) {
      throw new FontsMissing(`The font package ${family.package} cannot be read.`, { cause });
    }
  };
  const subsetsOf = (family: Family): readonly Subset[] => {
    const found = known.get(family) ?? subsetsFrom(read(family, "unicode.json").toString("utf8"));
    known.set(family, found);
    return found;
  };
  const familyOf = (codePoint: number): Family | undefined =>
    FAMILIES.find((family) => subsetsOf(family).some((subset) => covers(subset, codePoint)));
  const faceOf = (family: Family, subset: Subset): Face => {
    const key = subset.key.replace(/[[\]]/g, "");
    const id = `${family.name}/${key}`;
    const made = faces.get(id) ?? {
      family: family.name,
      subset: key,
      css: cssOf(family, subset, read(family, family.file(key)).toString("base64")),
    };
    faces.set(id, made);
    return made;
  };
  return {
    has(codePoint) {
      const answer = answers.get(codePoint) ?? familyOf(codePoint) !== undefined;
      answers.set(codePoint, answer);
      return answer;
    },
    facesFor(text) {
      const needed = new Set<Face>();
      for (const codePoint of new Set(Array.from(text, (sign) => sign.codePointAt(0) ?? 0))) {
        if (isJoiner(codePoint)) continue;
        const family = familyOf(codePoint);
        if (family === undefined) continue;
        // All of them, for an emoji may stand in several files with what it is joined to.
        for (const subset of subsetsOf(family)) {
          if (covers(subset, codePoint)) needed.add(faceOf(family, subset));
        }
      }
      if (text.includes("\u20e3")) {
        const emoji = FAMILIES.find(({ name }) => name === "noto-emoji");
        for (const subset of emoji === undefined ? [] : subsetsOf(emoji)) {
          if (emoji !== undefined && covers(subset, 0x20e3)) needed.add(faceOf(emoji, subset));
        }
      }
      return [...needed].sort((a, b) => (a.css < b.css ? -1 : 1));
    },
  };
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

function cssOf(family: Family, { range }: Subset, data: string): string {
  return `@font-face{font-family:"fold ${family.name}";font-weight:${family.weights};font-display:block;src:url(data:font/woff2;base64,${data}) format("woff2");unicode-range:${range}}`;
}
