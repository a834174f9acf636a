/** The budget of a layer as an area: boxes, free units, and what lies outside the budget of now. */
import type { Rect } from "../layout/lay-out.js";
import type { PictureLayer } from "../picture/picture.js";
import { boxOf, type DrawnBox } from "./box.js";
import type { PageContext } from "./context.js";
import { lookOf } from "./kinds.js";
import { html, type Markup } from "./markup.js";

export interface DrawnMap {
  readonly markup: Markup;
  /** By rank, where the title of each entry stands whole. */
  readonly titles: readonly DrawnBox["title"][];
}

export function mapOf(layer: PictureLayer, context: PageContext): DrawnMap {
  const { words } = context;
  const { layout, entries } = layer;
  const drawn = entries.map((entry) => boxOf(entry, layer, context));
  const { free, budget } = layer.layer;
  const label = words.free(free, budget);
  const unit = `--unit-w:${layout.unit.width}px;--unit-h:${layout.unit.height}px`;
  const largest = largestOf(layout.free);
  const pieces = layout.free.map(
    (rect) =>
      html`<div class="free" style="${placeOf(rect)}">${rect === largest ? freeLabel(rect, label, words.freeShort) : null}</div>`,
  );
  const beyond = layer.budgetThen === null ? null : frameOf(layer, context);
  const markup = html`<div class="map" style="${unit}"><div class="region" style="${placeOf(layout.region)}"></div>${beyond}<div class="frees" aria-hidden="true">${pieces}</div><ol class="boxes" aria-label="${words.entries(entries.length)}">${drawn.map((box) => box.markup)}</ol></div>`;
  return { markup, titles: drawn.map(({ title }) => title) };
}

/** The whole budget in small, for every page: places and kinds, no text. */
export function miniMapOf({ layout, entries }: PictureLayer): Markup {
  const small = ({ x, y, width, height }: Rect): string =>
    `left:${x / 8}px;top:${y / 8}px;width:${width / 8}px;height:${height / 8}px`;
  const boxes = entries.map(({ entry, box, isShown }) => {
    const look = isShown ? `k-${lookOf(entry.kind)}` : "hidden";
    return html`<i class="${look} ${isShown && entry.overdue ? "late" : ""}" style="${small(box)}"></i>`;
  });
  return html`<div class="mini" aria-hidden="true"><i class="ground" style="${small(layout.region)}"></i>${boxes}</div>`;
}

function placeOf({ x, y, width, height }: Rect): string {
  return `left:${x}px;top:${y}px;width:${width}px;height:${height}px`;
}

/** The label where it has room; the short one, or nothing, where it has none. */
function freeLabel({ width, height }: Rect, label: string, short: string): Markup | null {
  if (width >= 128 && height >= 80) return html`<span class="free-label">${label}</span>`;
  return width >= 64 && height >= 40 ? html`<span class="free-label small">${short}</span>` : null;
}

function largestOf(rects: readonly Rect[]): Rect | undefined {
  return rects.reduce<Rect | undefined>(
    (best, rect) =>
      best === undefined || rect.width * rect.height > best.width * best.height ? rect : best,
    undefined,
  );
}

/** The larger of two budgets where they differ: dashed, with the number of then. */
function frameOf({ layout, budgetThen }: PictureLayer, { words }: PageContext): Markup | null {
  if (budgetThen === null || layout.baselineRegion === null) return null;
  const isLarger =
    layout.baselineRegion.width > layout.region.width ||
    layout.baselineRegion.height > layout.region.height;
  const label = words.budgetWas(budgetThen);
  return html`<div class="then ${isLarger ? "larger" : "smaller"}" style="${placeOf(layout.baselineRegion)}" aria-hidden="true"><span>${label}</span></div>`;
}
