import { DEFAULT_AREA, type Layout, layOut, type Rect } from "@fold/render-overview/layout";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anyComparison, anyLayer, anyTree, type Numbers, type Tree } from "../support/layers.js";
import { numRuns, testTimeout } from "../support/runs.js";

const areaOf = ({ width, height }: Rect): number => width * height;
const whole = DEFAULT_AREA.width * DEFAULT_AREA.height;

/** Paints every rectangle into a field of units of 1 024: each cell takes at most one. */
function paint(rects: readonly Rect[]): Uint8Array {
  const cells = new Uint8Array(1024);
  for (const { x, y, width, height } of rects) {
    for (let row = y / 20; row < (y + height) / 20; row += 1) {
      for (let column = x / 32; column < (x + width) / 32; column += 1) {
        const cell = row * 32 + column;
        cells[cell] = (cells[cell] ?? 0) + 1;
      }
    }
  }
  return cells;
}

/** What is not as it must be in any layout, with and without a baseline; empty where all is well. */
function faultsOf(layer: Numbers, layout: Layout, total: number): readonly string[] {
  const { boxes, free, region } = layout;
  const rects = [...boxes, ...free];
  const used = layer.shares.reduce((sum, share) => sum + share, 0);
  const freeArea = free.reduce((sum, rect) => sum + areaOf(rect), 0);
  const claims: readonly (readonly [string, boolean])[] = [
    ["a box for each entry", boxes.length === layer.shares.length],
    ["whole units", rects.every(isWhole)],
    ["inside the region", rects.every((rect) => isWithin(rect, region))],
    ["at most 1.6 long", rects.every(({ width: w, height: h }) => Math.max(w / h, h / w) <= 1.6)],
    ["areas", boxes.every((box, at) => areaOf(box) * total === (layer.shares[at] ?? 0) * whole)],
    ["area of a unit", layout.unitArea * total === whole],
    ["area of the region", areaOf(region) * total === layer.budget * whole],
    ["free area", freeArea * total === (layer.budget - used) * whole],
    ["no overlap, no gap", Buffer.compare(paint(rects), paint([region])) === 0],
  ];
  return claims.filter(([, holds]) => !holds).map(([claim]) => claim);
}

function isWhole({ x, y, width, height }: Rect): boolean {
  return x % 32 === 0 && width % 32 === 0 && y % 20 === 0 && height % 20 === 0;
}

function isWithin(rect: Rect, region: Rect): boolean {
  return (
    rect.x >= region.x &&
    rect.y >= region.y &&
    rect.x + rect.width <= region.x + region.width &&
    rect.y + rect.height <= region.y + region.height
  );
}

/** By rows, then from the left. */
const reads = (a: Rect, b: Rect): number => a.y - b.y || a.x - b.x;

function unmovedCount({
  shares,
  baseline,
}: {
  shares: readonly number[];
  baseline: NonNullable<Parameters<typeof layOut>[0]["baseline"]>;
}): number[] {
  return shares.flatMap((share, index) => {
    const was = baseline.was[index] ?? null;
    return was !== null && baseline.shares[was] === share ? [index] : [];
  });
}

const options = { numRuns };

describe("a layout without a baseline", () => {
  it("is sound: exact areas, whole pixels, no overlap, nothing outside, at most 1.6 long", {
    timeout: testTimeout,
  }, () => {
    fc.assert(
      fc.property(anyLayer, (layer) => {
        expect(faultsOf(layer, layOut(layer), layer.budget)).toEqual([]);
      }),
      options,
    );
  });

  it("reads in rank order", { timeout: testTimeout }, () => {
    fc.assert(
      fc.property(anyLayer, (layer) => {
        const { boxes } = layOut(layer);
        expect([...boxes].sort(reads)).toEqual(boxes);
        expect(boxes.some(({ isMoved }) => isMoved)).toBe(false);
      }),
      options,
    );
  });

  it("is sound in every layer of a tree of layers", { timeout: testTimeout }, () => {
    const everyLayer = (tree: Tree): readonly Numbers[] => [
      tree,
      ...tree.children.flatMap(everyLayer),
    ];
    fc.assert(
      fc.property(anyTree, (tree) => {
        const faults = everyLayer(tree).flatMap((layer) =>
          faultsOf(layer, layOut(layer), layer.budget),
        );
        expect(faults).toEqual([]);
      }),
      { numRuns: Math.ceil(numRuns / 4) },
    );
  });

  it("fills any area of the host's choice in the same proportions", {
    timeout: testTimeout,
  }, () => {
    fc.assert(
      fc.property(anyLayer, fc.integer({ min: 1, max: 5_000 }), (layer, width) => {
        const area = { width, height: 700 };
        const { boxes } = layOut({ ...layer, area });
        const errors = boxes.map((box, index) => {
          const share = (layer.shares[index] ?? 0) / layer.budget;
          return Math.abs(areaOf(box) - share * width * 700);
        });
        expect(Math.max(0, ...errors)).toBeLessThan(1e-6);
      }),
      { numRuns: Math.ceil(numRuns / 4) },
    );
  });
});

describe("a layout with a baseline", () => {
  const totalOf = (compared: { budget: number; baseline: { budget: number } }): number =>
    Math.max(compared.budget, compared.baseline.budget);

  it("is sound, and a unit has the same area then and now", { timeout: testTimeout }, () => {
    fc.assert(
      fc.property(anyComparison, (compared) => {
        const layout = layOut(compared);
        expect(faultsOf(compared, layout, totalOf(compared))).toEqual([]);
        const then = layout.baselineRegion;
        expect(then === null ? 0 : areaOf(then)).toBe(layout.unitArea * compared.baseline.budget);
      }),
      options,
    );
  });

  it("moves nothing that is unchanged where there is room for the rest", {
    timeout: testTimeout,
  }, () => {
    let roomyCount = 0;
    fc.assert(
      fc.property(anyComparison, (compared) => {
        // The same budget, so that the places of then are those of a layout of then alone.
        fc.pre(compared.budget === compared.baseline.budget);
        const then = layOut(compared.baseline);
        const stays = unmovedCount(compared);
        const others = compared.shares.filter((_, index) => !stays.includes(index));
        const keptRects = stays.map((index) => then.boxes[compared.baseline.was[index] ?? 0]);
        fc.pre(haveRoom(compared.budget, keptRects, others));
        roomyCount += 1;
        const now = layOut(compared);
        expect(now.boxes.filter(({ isMoved }) => isMoved)).toEqual([]);
        expect(stays.map((index) => now.boxes[index])).toEqual(keptRects);
      }),
      options,
    );
    expect(roomyCount).toBeGreaterThan(numRuns / 4);
  });

  it("never moves more than a layout from scratch would", { timeout: testTimeout }, () => {
    let betterCount = 0;
    fc.assert(
      fc.property(anyComparison, (compared) => {
        fc.pre(compared.budget === compared.baseline.budget);
        const then = layOut(compared.baseline);
        const fresh = layOut({ budget: compared.budget, shares: compared.shares });
        const stays = unmovedCount(compared);
        const freshMoves = stays.filter((index) => {
          const was = then.boxes[compared.baseline.was[index] ?? 0];
          const is = fresh.boxes[index];
          return was?.x !== is?.x || was?.y !== is?.y;
        }).length;
        const moves = layOut(compared).boxes.filter(({ isMoved }) => isMoved).length;
        expect(moves).toBeLessThanOrEqual(freshMoves);
        if (moves < freshMoves) betterCount += 1;
      }),
      options,
    );
    expect(betterCount).toBeGreaterThan(numRuns / 20);
  });

  it("equals the layout without one where nothing changed", { timeout: testTimeout }, () => {
    fc.assert(
      fc.property(anyLayer, (layer) => {
        const baseline = { ...layer, was: layer.shares.map((_, index) => index) };
        expect(layOut({ ...layer, baseline }).boxes).toEqual(layOut(layer).boxes);
      }),
      { numRuns: Math.ceil(numRuns / 4) },
    );
  });
});

/** The cells that each place of a size in a budget covers, worked out once. */
const placesOf = new Map<string, readonly (readonly number[])[]>();

function places(budget: number, size: number): readonly (readonly number[])[] {
  const key = `${budget}/${size}`;
  const known = placesOf.get(key);
  if (known !== undefined) return known;
  const { boxes } = layOut({ budget, shares: Array<number>(budget / size).fill(size) });
  const found = boxes.map((box) =>
    [...paint([box]).entries()].flatMap(([at, on]) => (on ? at : [])),
  );
  placesOf.set(key, found);
  return found;
}

/**
 * Whether the others fit around what stays, by counting alone: for each size there must be as many
 * whole free places as all that is of that size or larger takes.
 */
function haveRoom(
  budget: number,
  stays: readonly (Rect | undefined)[],
  others: readonly number[],
): boolean {
  const taken = paint(stays.filter((rect) => rect !== undefined));
  for (let size = Math.max(0, ...others); size >= 1; size /= 2) {
    const wanted = others.filter((share) => share >= size).reduce((sum, share) => sum + share, 0);
    const isFree = (cells: readonly number[]): boolean => cells.every((at) => taken[at] === 0);
    if (wanted > places(budget, size).filter(isFree).length * size) return false;
  }
  return true;
}
