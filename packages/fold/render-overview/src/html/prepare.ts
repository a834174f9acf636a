/** From a picture to a document with all that it needs inside. */
import type { Face, Fonts } from "../fonts/fonts.js";
import type { Picture } from "../picture/picture.js";
import { visibleWith } from "../text/visible.js";
import { type Language, WORDS } from "../words/languages.js";
import type { Words } from "../words/words.js";
import type { PageContext, Squeezed } from "./context.js";
import { PAGE_WIDTHS, SHEET_WIDTHS } from "./faces.js";
import { documentOf, readingPage, sheets } from "./page.js";

export interface PreparedPage {
  readonly document: string;
  readonly words: Words;
  readonly faces: readonly Face[];
  /** Code points that no font has, in order; they stand as their numbers. */
  readonly signsWithoutFont: readonly number[];
  /** Entries whose title is not whole in its box, by layer, in rank order. */
  readonly movedText: readonly {
    readonly layer: string | null;
    readonly id: string;
    readonly title: "shortened" | "moved";
  }[];
}

export function preparePage(
  picture: Picture,
  {
    fonts,
    lang,
    squeezed,
    mode,
  }: {
    readonly fonts: Fonts;
    readonly lang: Language;
    readonly squeezed: Squeezed;
    readonly mode: "page" | "sheets";
  },
): PreparedPage {
  const missing = new Set<number>();
  const visible = visibleWith(
    (cluster) => fonts.hasTogether(cluster),
    (codePoint) => missing.add(codePoint),
  );
  const words = WORDS[lang];
  const widths = mode === "page" ? PAGE_WIDTHS : SHEET_WIDTHS;
  const context: PageContext = { picture, lang, words, visible, squeezed, widths };
  const page = mode === "page" ? readingPage(context) : sheets(context);
  // A mark of continuation repeats what stands in the details, so its signs are there as well.
  // The markup is Latin, so its fonts are there whatever the data is; pages count with digits.
  const faces = fonts.facesFor(`${page.body.text}${words.page(1, 2)}${words.continued("")}`);
  return {
    document: documentOf(page, { context, fonts: faces.map(({ css }) => css), mode }),
    words,
    faces,
    signsWithoutFont: [...missing].sort((a, b) => a - b),
    movedText: picture.layers.flatMap(({ layer, entries }, index) =>
      entries.flatMap(({ entry }, at) => {
        const title = page.titles[index]?.[at];
        return title === "shortened" || title === "moved"
          ? [{ layer: layer.id, id: entry.id, title }]
          : [];
      }),
    ),
  };
}
