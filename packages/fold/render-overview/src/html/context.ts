/** What every part of a page needs to turn data into text. */
import type { Picture } from "../picture/picture.js";
import type { Visible } from "../text/visible.js";
import type { Language } from "../words/languages.js";
import type { Words } from "../words/words.js";
import { html, type Markup } from "./markup.js";

/**
 * Boxes, as `layer key/entry id`, whose text did not fit when it was measured, and how often that was
 * so: the first time less is written into them, the second time the number alone.
 */
export type Squeezed = ReadonlyMap<string, number>;

export interface PageContext {
  readonly picture: Picture;
  readonly lang: Language;
  readonly words: Words;
  readonly visible: Visible;
  readonly squeezed: Squeezed;
  /** How wide the map may be, and so for how many widths its text is planned. */
  readonly widths: readonly number[];
}

/** Data within our own words: its direction stays its own. */
export function data(text: string): Markup {
  return html`<bdi>${text}</bdi>`;
}
