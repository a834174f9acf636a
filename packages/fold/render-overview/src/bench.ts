/** For the benchmark: everything that happens before a browser is needed. Not an entry of the package. */
import type { StateView } from "@fold/contracts";
import { type Fonts, openFonts } from "./fonts/fonts.js";
import { type PreparedPage, preparePage } from "./html/prepare.js";
import { pictureOf } from "./picture/picture.js";

let fonts: Fonts | null = null;

/** The sheets of a view: diff, selection, layout, text, document. */
export function preparedSheets(view: StateView): PreparedPage {
  fonts ??= openFonts();
  const picture = pictureOf({ view, diff: null });
  return preparePage(picture, { fonts, lang: "en", squeezed: new Map(), mode: "sheets" });
}
