/** What every page says about itself: how full, what is urgent, which state, which page. */

import type { PictureLayer } from "../picture/picture.js";
import { instantWords } from "../text/durations.js";
import { kindWord } from "../words/languages.js";
import type { BadgeTone, SymbolName } from "./badges.js";
import { data, type PageContext } from "./context.js";
import { lookOf } from "./kinds.js";
import { miniMapOf } from "./map.js";
import { html, type Markup } from "./markup.js";
import { symbol } from "./symbols.js";

/** The way from the whole to a layer, as text: what tells the layers of a page apart. */
export function nameOf({ layer }: PictureLayer, { words, visible }: PageContext): string {
  return [words.attention, ...layer.path.map((id) => visible(id))].join(" › ");
}

export function headerOf(layer: PictureLayer, context: PageContext): Markup {
  const { picture, words, visible } = context;
  const { view, diff } = picture;
  const { path, used, free, budget } = layer.layer;
  const trail = [words.attention, ...path.map((id) => visible(id))];
  const crumbs = trail.map((step, index) =>
    index === 0 ? data(step) : html`<i class="dot"> › </i>${data(step)}`,
  );
  const carrier =
    layer.carrier === null
      ? null
      : html`<i class="dot">${words.colon}</i><bdi class="carrier">${visible(layer.carrier.title)}</bdi>`;
  const facts = [
    words.position(view.event_seq, view.revision),
    ...(diff === null ? [] : [words.since(diff.from.event_seq, diff.from.revision)]),
    words.asOf(instantWords(view.now)),
    ...(view.read_only === true ? [words.readOnly] : []),
  ];
  return html`<header class="top"><div class="say"><p class="path">${crumbs}${carrier}</p><h2 id="${layer.key}-title">${words.used(used, budget)}<span class="free-count">${words.free(free, budget)}</span></h2><p class="tally">${tallyOf(layer, context)}</p></div><div class="which">${facts.map((fact) => html`<p>${fact}</p>`)}<p class="page-number"></p></div>${miniMapOf(layer)}</header>`;
}

function tallyOf({ entries, closed }: PictureLayer, { picture, words }: PageContext): Markup {
  const count = (holds: (entry: (typeof entries)[number]) => boolean): number =>
    entries.filter(holds).length;
  const isNew = ({ marks }: (typeof entries)[number]): boolean =>
    marks.some(({ mark }) => mark === "new" || mark === "back");
  const late = count(({ entry }) => entry.overdue);
  const stale = count(({ entry }) => entry.stale);
  const opened = count(isNew);
  const changed = count((entry) => entry.marks.length > 0 && !isNew(entry));
  const notes = entries.reduce((sum, { entry }) => sum + entry.annotations_pending, 0);
  const chips = [
    late > 0
      ? chip("late", "clock", words.late(late))
      : html`<span class="chip none">${words.allQuiet}</span>`,
    stale > 0 ? chip("stale", "wane", words.outOfDate(stale)) : null,
    opened > 0 ? chip("new", "plus", words.newOnes(opened)) : null,
    changed > 0 ? chip("changed", "pen", words.changedOnes(changed)) : null,
    picture.diff !== null && closed.length > 0
      ? chip("changed", "tick", words.closedOnes(closed.length))
      : null,
    notes > 0 ? chip("note", "note", words.notesWaiting(notes)) : null,
  ];
  return html`${chips}`;
}

function chip(tone: BadgeTone, name: SymbolName, text: string): Markup {
  return html`<span class="badge ${tone}">${symbol(`s-${name}`)}<span>${text}</span></span>`;
}

/** The kinds that are there, what they take, and the two areas that are no entries. */
export function legendOf(layer: PictureLayer, { words, visible }: PageContext): Markup {
  const kinds = new Map<string, { count: number; units: number }>();
  for (const { entry, isShown } of layer.entries) {
    if (!isShown) continue;
    const sum = kinds.get(entry.kind) ?? { count: 0, units: 0 };
    kinds.set(entry.kind, { count: sum.count + 1, units: sum.units + entry.share });
  }
  const byUnits = [...kinds].sort(([a, x], [b, y]) => y.units - x.units || (a < b ? -1 : 1));
  const items = byUnits.slice(0, LEGEND_MAX).map(([kind, { count, units }]) => {
    const look = lookOf(kind);
    return html`<li class="k-${look}"><i class="swatch">${symbol(`k-${look}`)}</i><span class="word"><bdi>${visible(kindWord(kind, words))}</bdi></span><span class="count">${words.entries(count)}${words.comma}${words.units(units)}</span></li>`;
  });
  const rest = byUnits.slice(LEGEND_MAX);
  const others =
    rest.length === 0
      ? null
      : html`<li class="k-other"><i class="swatch"></i><span class="word">+${rest.length}</span><span class="count">${words.units(rest.reduce((sum, [, { units }]) => sum + units, 0))}</span></li>`;
  const hidden =
    layer.hidden.count === 0
      ? null
      : html`<li><i class="swatch veiled"></i><span class="word">${words.notShownCount(layer.hidden.count, layer.hidden.units)}</span></li>`;
  const free = html`<li><i class="swatch blank"></i><span class="word">${words.free(layer.layer.free, layer.layer.budget)}</span></li>`;
  return html`<ul class="legend" aria-label="${words.legend}">${items}${others}${hidden}${free}</ul>`;
}

/** More kinds than these are summed up, so that the legend keeps its place below the map. */
const LEGEND_MAX = 13;
