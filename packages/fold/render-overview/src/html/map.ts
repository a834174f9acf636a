/** The budget of a layer as an area: boxes, free units, and the budget of the baseline where it differs. */
import type { Rect } from "../layout/lay-out.js";
import type { PictureLayer } from "../picture/picture.js";
import type { Badge } from "./badges.js";
import { boxOf, type DrawnBox } from "./box.js";
import type { PageContext } from "./context.js";
import { placeOf, spansOf } from "./faces.js";
import { lookOf } from "./kinds.js";
import { html, type Markup } from "./markup.js";

export interface DrawnMap {
  readonly markup: Markup;
  /** By rank, where the title of each entry stands whole. */
  readonly titles: readonly DrawnBox["title"][];
  /** One of each mark that stands in some box without its words. */
  readonly symbols: readonly Badge[];
  readonly hasMore: boolean;
}

export function mapOf(layer: PictureLayer, context: PageContext): DrawnMap {
  const { words, widths } = context;
  const { layout, entries } = layer;
  const drawn = entries.map((entry) => boxOf(entry, layer, context));
  const { free, budget } = layer.layer;
  const label = words.free(free, budget);
  const unit = `--unit-w:${layout.unit.width};--unit-h:${layout.unit.height}`;
  const largest = largestOf(layout.free);
  const pieces = layout.free.map(
    (rect) =>
      html`<div class="free" style="${placeOf(rect)}">${rect === largest ? freeLabel(rect, { widths, label, short: words.freeShort }) : null}</div>`,
  );
  const then = layer.budgetThen === null ? null : frameOf(layer, context);
  const markup = html`<div class="map" style="${unit}"><div class="frees" aria-hidden="true">${pieces}</div><div class="region" style="${placeOf(layout.region)}"></div><ol class="boxes" aria-label="${words.entries(entries.length)}">${drawn.map((box) => box.markup)}</ol>${then}</div>`;
  const symbols = new Map(drawn.flatMap((box) => box.symbols).map((one) => [one.symbol, one]));
  return {
    markup,
    titles: drawn.map(({ title }) => title),
    symbols: [...symbols.values()],
    hasMore: drawn.some(({ hasMore }) => hasMore),
  };
}

/** The whole layer in small, for every page: places, kinds, and what is late; no text. */
export function miniMapOf({ layout, entries }: PictureLayer, { words }: PageContext): Markup {
  const small = ({ x, y, width, height }: Rect): string =>
    `left:${x / 9.143}px;top:${y / 9.143}px;width:${width / 9.143}px;height:${height / 9.143}px`;
  const boxes = entries.map(({ entry, box, isShown }) => {
    const look = isShown ? `k-${lookOf(entry.kind)}` : "hidden";
    return html`<i class="${look} ${isShown && entry.overdue ? "late" : ""}" style="${small(box)}"></i>`;
  });
  return html`<div class="small-map" aria-hidden="true"><div class="mini"><i class="ground" style="${small(layout.region)}"></i>${boxes}</div><p>${words.wholeLayer}</p></div>`;
}

/** The label where it has room; the short one, or nothing, where it has none. */
function freeLabel(
  { width, height }: Rect,
  {
    widths,
    label,
    short,
  }: { readonly widths: readonly number[]; readonly label: string; readonly short: string },
): Markup {
  const hasRoom = (factor: number, w: number, h: number): boolean =>
    width * factor >= w && height * factor >= h;
  const long = spansOf("free-label", widths, (factor) => (hasRoom(factor, 128, 40) ? label : null));
  const small = spansOf("free-label small", widths, (factor) =>
    !hasRoom(factor, 128, 40) && hasRoom(factor, 50, 24) ? short : null,
  );
  return html`${long}${small}`;
}

function largestOf(rects: readonly Rect[]): Rect | undefined {
  return rects.reduce<Rect | undefined>(
    (best, rect) =>
      best === undefined || rect.width * rect.height > best.width * best.height ? rect : best,
    undefined,
  );
}

/**
 * The budget of then where it is another one now: a dashed line above the boxes. Its number stands
 * there where it hides nothing, and in the header and the legend in any case.
 */
function frameOf(layer: PictureLayer, { words, widths, picture }: PageContext): Markup | null {
  const { layout, budgetThen } = layer;
  const { baselineRegion: then } = layout;
  if (budgetThen === null || then === null) return null;
  const label = words.budgetThen(budgetThen, picture.diff?.from.event_seq ?? 0);
  const isLarger = budgetThen > layer.layer.budget;
  const labels = spansOf("then-label", widths, (factor) => {
    const width = LABEL.width / factor;
    const height = LABEL.height / factor;
    const corner = { x: then.x + then.width - width, y: then.y + then.height - height };
    const isBeside =
      corner.x >= layout.region.x + layout.region.width ||
      corner.y >= layout.region.y + layout.region.height;
    const isOverFree = layout.free.some((rect) => isIn({ ...corner, width, height }, rect));
    return then.width >= width && (isLarger ? isBeside : isOverFree) ? label : null;
  });
  return html`<div class="then" style="${placeOf(then)}" aria-hidden="true">${labels}</div>`;
}

/** As large as the label of a frame gets. */
const LABEL = { width: 216, height: 32 } as const;

function isIn(inner: Rect, outer: Rect): boolean {
  return (
    inner.x >= outer.x &&
    inner.y >= outer.y &&
    inner.x + inner.width <= outer.x + outer.width &&
    inner.y + inner.height <= outer.y + outer.height
  );
}
