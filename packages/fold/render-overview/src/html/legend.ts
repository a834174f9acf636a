/** Below the map: the kinds that are there, the areas that are no entries, and the marks without words. */
import type { PictureLayer } from "../picture/picture.js";
import { kindWord } from "../words/languages.js";
import type { PageContext } from "./context.js";
import { lookOf } from "./kinds.js";
import type { DrawnMap } from "./map.js";
import { html, type Markup } from "./markup.js";
import { symbol } from "./symbols.js";

export function legendOf(layer: PictureLayer, map: DrawnMap, context: PageContext): Markup {
  const { words } = context;
  const areas = [hiddenItem(layer, context), freeItem(layer, context), thenItem(layer, context)];
  const { layersNotDrawn: below } = layer;
  const inside = below.reduce((sum, { entries }) => sum + entries, 0);
  const layers =
    below.length === 0
      ? null
      : html`<li>${symbol("s-nest")}<span class="word">${words.layersNotDrawn(below.length, inside)}</span></li>`;
  return html`<ul class="legend" aria-label="${words.legend}">${kindItems(layer, context)}${areas}${layers}${markItems(map, context)}</ul>`;
}

function kindItems(layer: PictureLayer, { words, visible }: PageContext): Markup {
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
  const restUnits = rest.reduce((sum, [, { units }]) => sum + units, 0);
  const others =
    rest.length === 0
      ? null
      : html`<li class="k-other"><i class="swatch"></i><span class="word">${words.moreKinds(rest.length)}</span><span class="count">${words.units(restUnits)}</span></li>`;
  return html`${items}${others}`;
}

/** More kinds than these are summed up, so that the legend keeps its place below the map. */
const LEGEND_MAX = 12;

function hiddenItem({ hidden }: PictureLayer, { words }: PageContext): Markup | null {
  if (hidden.count === 0) return null;
  const parts = words.notShownParts(hidden.changed, hidden.overdue);
  const count = parts === "" ? null : html`<span class="count">${parts}</span>`;
  return html`<li><i class="swatch veiled"></i><span class="word">${words.notShownCount(hidden.count, hidden.units)}</span>${count}</li>`;
}

function freeItem({ layer }: PictureLayer, { words }: PageContext): Markup | null {
  if (layer.free === 0) return null;
  return html`<li><i class="swatch blank"></i><span class="word">${words.free(layer.free, layer.budget)}</span></li>`;
}

function thenItem({ budgetThen }: PictureLayer, { words, picture }: PageContext): Markup | null {
  if (budgetThen === null || picture.diff === null) return null;
  const label = words.budgetThen(budgetThen, picture.diff.from.event_seq);
  return html`<li><i class="swatch then-swatch"></i><span class="word">${label}</span></li>`;
}

/** Marks that stand in some box without their words. */
function markItems({ symbols, hasMore }: DrawnMap, { words }: PageContext): Markup {
  const items = symbols.map(
    ({ symbol: name, tone }) =>
      html`<li><span class="sign ${tone}">${symbol(`s-${name}`)}</span><span class="count">${words.signs[name]}</span></li>`,
  );
  const more = hasMore
    ? html`<li><span class="badge more">+1</span><span class="count">${words.moreMarksLegend}</span></li>`
    : null;
  return html`${items}${more}`;
}
