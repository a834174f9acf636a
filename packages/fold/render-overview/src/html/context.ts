/** What every part of a page needs to turn data into text. */
import type { Picture } from "../picture/picture.js";
import type { Visible } from "../text/visible.js";
import type { Language } from "../words/languages.js";
import type { Words } from "../words/words.js";
import { html, type Markup } from "./markup.js";

export interface PageContext {
  readonly picture: Picture;
  readonly lang: Language;
  readonly words: Words;
  readonly visible: Visible;
  /** Boxes, as `layer key/entry id`, whose text did not fit when it was measured. */
  readonly bare: ReadonlySet<string>;
}

/** Data within our own words: its direction stays its own. */
export function data(text: string): Markup {
  return html`<bdi>${text}</bdi>`;
}
