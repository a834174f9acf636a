import type { SymbolName } from "../words/words.js";
import { KIND_NAMES, LOOKS } from "./kinds.js";
import { html, type Markup, trusted } from "./markup.js";

const stroke = 'fill="none" stroke="currentColor" stroke-width="2.4"';

/** In a square of 16, drawn in the colour of the text. */
const SYMBOLS: Readonly<Record<SymbolName, string>> = {
  clock: `<circle cx="8" cy="8" r="6.3" ${stroke}/><path d="M8 4.2V8.4L10.8 10.2" ${stroke}/>`,
  wane: `<circle cx="8" cy="8" r="6.3" ${stroke} stroke-dasharray="3 2.4"/>`,
  plus: `<path d="M8 2V14M2 8H14" ${stroke}/>`,
  up: '<path d="M8 1.5 14.5 9H10.4V14.5H5.6V9H1.5Z"/>',
  down: '<path d="M8 14.5 1.5 7H5.6V1.5H10.4V7H14.5Z"/>',
  in: `<path d="M1 8H9M6 4.4 9.6 8 6 11.6M10 2H14V14H10" ${stroke}/>`,
  inside: `<rect x="1.7" y="1.7" width="12.6" height="12.6" ${stroke}/><path d="M10.9 4 12.4 5.5 6.4 11.5 4.4 12 4.9 10Z"/>`,
  pen: '<path d="M10.9 1.6 14.4 5.1 5.6 13.9 1.4 14.6 2.1 10.4Z"/>',
  day: `<rect x="2" y="3.2" width="12" height="10.8" ${stroke}/><path d="M2 6.6H14M5.2 1V4M10.8 1V4" ${stroke}/>`,
  note: '<path d="M1.5 2h13v9.2H7.4L4 14.4V11.2H1.5Z"/>',
  budget: `<path d="M1.5 14.5V1.5H14.5" ${stroke}/><path d="M14.5 5.5V14.5H5.5" fill="none" stroke="currentColor" stroke-width="2.4" stroke-dasharray="2.6 1.9"/>`,
  nest: `<rect x="1.7" y="1.7" width="12.6" height="12.6" ${stroke}/><path d="M6 6h5v5H6Z"/>`,
  tick: `<path d="M1.8 8.6 6 12.8 14.2 3.6" ${stroke}/>`,
};

/** The definitions, once in a page; whoever uses one refers to it. */
export function symbolSheet(): Markup {
  const all = [
    ...KIND_NAMES.map((name) => [`k-${name}`, LOOKS[name].mark] as const),
    ...Object.entries(SYMBOLS).map(([name, shape]) => [`s-${name}`, shape] as const),
  ];
  const definitions = all.map(
    ([id, shape]) => html`<symbol id="${id}" viewBox="0 0 16 16">${trusted(shape)}</symbol>`,
  );
  return html`<svg class="symbols" width="0" height="0" aria-hidden="true">${definitions}</svg>`;
}

/** A mark that a word stands beside, so it says nothing to who cannot see it. */
export function symbol(id: string): Markup {
  return html`<svg class="mark" aria-hidden="true"><use href="#${id}"/></svg>`;
}
