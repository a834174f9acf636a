/** Holds what the browser laid out against what the state says. */
import { Failure } from "../failure.js";
import type { Rect } from "../layout/lay-out.js";
import type { PictureLayer } from "../picture/picture.js";
import type { MeasuredSheet } from "./in-page.js";

/** Of an area: more than this is a lie. */
const TOLERANCE = 0.001;

/** Throws a `Failure` of the stage `verify` that names the first thing that is not so. */
export function verifySheet(layer: PictureLayer, measured: MeasuredSheet): void {
  const { layout, entries } = layer;
  const { unitArea } = layout;
  const name = layer.layer.id ?? "root";
  const fail = (what: string): never => {
    throw new Failure("verify", `In the layer ${name}, ${what}.`);
  };
  if (measured.boxes.length !== entries.length) {
    fail(`${measured.boxes.length} boxes were drawn for ${entries.length} entries`);
  }
  for (const { entry, isShown } of entries) {
    const box = measured.boxes.find(({ number }) => number === entry.rank);
    if (box === undefined || box.isHidden === isShown)
      fail(`entry ${entry.rank} is not drawn as meant`);
    else if (!isArea(box, entry.share * unitArea)) {
      fail(
        `the box of entry ${entry.rank} has the area ${areaOf(box)} instead of ${entry.share * unitArea}`,
      );
    }
  }
  const free = measured.free.reduce((sum, rect) => sum + areaOf(rect), 0);
  if (Math.abs(free - layer.layer.free * unitArea) > Math.max(1, free) * TOLERANCE) {
    fail(`the free area is ${free} instead of ${layer.layer.free * unitArea}`);
  }
  const hidden = measured.boxes.filter(({ isHidden }) => isHidden);
  const hiddenArea = hidden.reduce((sum, rect) => sum + areaOf(rect), 0);
  if (Math.abs(hiddenArea - layer.hidden.units * unitArea) > Math.max(1, hiddenArea) * TOLERANCE) {
    fail(`the area that is not shown is ${hiddenArea} instead of ${layer.hidden.units * unitArea}`);
  }
  const pair = overlapping([...measured.boxes, ...measured.free]);
  if (pair) fail("two areas overlap");
  verifyFrame(layer, measured, fail);
  if (measured.overflowing.length > 0) {
    fail(`the text of entry ${measured.overflowing[0]} does not stay in its box`);
  }
  if (measured.wide > 0) fail("a text in the details is wider than its column");
}

/** That the budget was another one is seen as an area, above the boxes, and read in words. */
function verifyFrame(
  { layout, layer, budgetThen }: PictureLayer,
  { frame }: MeasuredSheet,
  fail: (what: string) => never,
): void {
  if ((frame === null) !== (budgetThen === null)) fail("the budget of then is not drawn as meant");
  if (frame === null || budgetThen === null) return;
  const area = budgetThen * layout.unitArea;
  if (!isArea(frame, area)) {
    fail(`the budget of then has the area ${areaOf(frame)} instead of ${area}`);
  }
  if (!frame.isAbove) fail("a box hides the budget of then");
  const numbers = [budgetThen, layer.budget, Math.abs(layer.budget - budgetThen)];
  if (numbers.some((number) => !frame.words.includes(String(number)))) {
    fail("the header does not say how the budget changed");
  }
}

function isArea(rect: Rect, area: number): boolean {
  return Math.abs(areaOf(rect) - area) <= area * TOLERANCE;
}

function areaOf({ width, height }: Rect): number {
  return width * height;
}

/** Whether any two share more than a hair. By columns, so that a full layer is no square of work. */
function overlapping(rects: readonly Rect[]): boolean {
  const sorted = [...rects].sort((a, b) => a.x - b.x);
  return sorted.some((a, index) => {
    for (let at = index + 1; at < sorted.length; at += 1) {
      const b = sorted[at];
      if (b === undefined || b.x >= a.x + a.width - 0.01) return false;
      if (b.y < a.y + a.height - 0.01 && a.y < b.y + b.height - 0.01) return true;
    }
    return false;
  });
}
