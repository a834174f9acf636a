/** The two documents: one page to read, and sheets of a fixed size to draw. */
import { FONT_STACK } from "../fonts/fonts.js";
import type { PageContext } from "./context.js";
import { detailsOf } from "./details.js";
import { headerOf, nameOf } from "./header.js";
import { legendOf } from "./legend.js";
import { type DrawnMap, mapOf } from "./map.js";
import { html, type Markup, trusted } from "./markup.js";
import { STYLE } from "./style.js";
import { PAGE_STYLE } from "./style-page.js";
import { COLUMN, SHEET_STYLE } from "./style-sheet.js";
import { symbolSheet } from "./symbols.js";

export interface Page {
  /** Without fonts: they depend on the text. */
  readonly body: Markup;
  readonly titles: readonly DrawnMap["titles"][];
}

/** Nothing is fetched, nothing runs, nothing is sent; styles and fonts are in the page itself. */
const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; font-src data:; base-uri 'none'; form-action 'none'";

/** One page that a person scrolls, with links between the map and the details. */
export function readingPage(context: PageContext): Page {
  const { picture, words } = context;
  const maps = picture.layers.map((layer) => mapOf(layer, context));
  const layers = picture.layers.map((layer, index) => {
    const drawn = maps[index] ?? mapOf(layer, context);
    const map = drawn.markup;
    const name = nameOf(layer, context);
    return html`<section class="layer" aria-label="${name}" id="${layer.key}">${headerOf(layer, context)}<div class="spread"><div class="left"><div class="frame" tabindex="-1" role="region" aria-label="${`${name}${words.colon}${words.map}`}">${map}</div>${legendOf(layer, drawn, context)}</div><div class="details" aria-label="${`${name}${words.colon}${words.details}`}" role="region">${detailsOf(layer, index === 0, context)}</div></div></section>`;
  });
  const body = html`<main><h1 class="unseen">${words.title(picture.view.event_seq)}</h1>${layers}</main>`;
  return { body, titles: maps.map(({ titles }) => titles) };
}

/** A sheet for each layer. Its details run in columns; whoever draws turns the pages. */
export function sheets(context: PageContext): Page {
  const { picture } = context;
  const maps = picture.layers.map((layer) => mapOf(layer, context));
  const layers = picture.layers.map((layer, index) => {
    const drawn = maps[index] ?? mapOf(layer, context);
    return html`<section class="sheet" data-layer="${index}">${headerOf(layer, context)}<div class="left">${drawn.markup}${legendOf(layer, drawn, context)}</div>${CONTINUED}<div class="window"><div class="flow">${detailsOf(layer, index === 0, context)}</div></div></section>`;
  });
  return { body: html`<main>${layers}</main>`, titles: maps.map(({ titles }) => titles) };
}

/** Above each column of a sheet room to say which entry continues there; filled when a page is turned. */
const CONTINUED = html`<div class="continued">${Array.from({ length: COLUMN.perPage }, () => html`<p></p>`)}</div>`;

export function documentOf(
  { body }: Page,
  {
    context,
    fonts,
    mode,
  }: {
    readonly context: PageContext;
    readonly fonts: readonly string[];
    readonly mode: "page" | "sheets";
  },
): string {
  const { words, picture } = context;
  const title = words.title(picture.view.event_seq);
  const style = [
    ...fonts,
    `:root{--fonts:${FONT_STACK}}`,
    STYLE,
    mode === "page" ? PAGE_STYLE : SHEET_STYLE,
  ].join("\n");
  return html`<!doctype html>
<html lang="${words.tag}" class="${mode}"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${POLICY}"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="${mode === "page" ? "light dark" : "light"}"><meta name="referrer" content="no-referrer"><title>${title}</title><style>${trusted(style)}</style></head><body>${symbolSheet()}${body}</body></html>
`.text;
}
