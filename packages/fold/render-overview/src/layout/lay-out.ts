/**
 * Where the entries of one layer lie: numbers in, numbers out.
 *
 * 1. The area of an entry is exactly its share of the area of the whole; nothing overlaps.
 * 2. Without a baseline the boxes, read by rows, come in rank order.
 * 3. With a baseline an entry of unchanged share keeps its place where that leaves room for all the
 *    others, and never do more of them move than in a layout made without regard to the baseline.
 */
import { type AspectArea, DEFAULT_AREA, firstAt, type Node, type Rect, rectOf } from "./areas.js";

export type { Rect };

import { type Packing, pack } from "./pack.js";

export interface LayoutInput {
  /** Units of the layer: a power of two from 8 to 1 024. */
  readonly budget: number;
  /** Units of each entry in rank order: powers of two, never rising, with a sum within the budget. */
  readonly shares: readonly number[];
  readonly baseline?: Baseline | undefined;
  /** Pixels of the whole; 1024 × 640 unless given. */
  readonly area?: AspectArea | undefined;
}

/** The same layer as it was, for a layout that moves little. */
export interface Baseline {
  readonly budget: number;
  /** As `shares` of the layout, in the rank order of then. */
  readonly shares: readonly number[];
  /** For each entry of now its index among the entries of then; null where it was not there. */
  readonly was: readonly (number | null)[];
}

export interface Placed extends Rect {
  /** The share is as before and yet the place is another one. False without a baseline. */
  readonly isMoved: boolean;
}

export interface Layout {
  /** The budget of now. It is all of the area unless the budget of the baseline was larger. */
  readonly region: Rect;
  /** The budget of then; null without a baseline. */
  readonly baselineRegion: Rect | null;
  /** The size of one unit, now and then. */
  readonly unit: AspectArea;
  /** Its area. */
  readonly unitArea: number;
  /** In the order of `shares`. */
  readonly boxes: readonly Placed[];
  /** What is left, in as few pieces as the tree allows, by rows. */
  readonly free: readonly Rect[];
}

/** Lays out one layer. Throws `RangeError` for numbers that no accepted state has. */
export function layOut(input: LayoutInput): Layout {
  const { budget, shares, baseline, area = DEFAULT_AREA } = input;
  check(budget, shares);
  if (baseline !== undefined) {
    check(baseline.budget, baseline.shares);
    checkPairs(baseline, shares.length);
  }
  const total = Math.max(budget, baseline?.budget ?? 0);
  const region = regionOf(total, budget);
  const { width, height } = rectOf(firstAt(Math.log2(total)), area);
  const fresh = pack({ region, total, shares });
  const { nodes, free, kept } =
    baseline === undefined
      ? { ...fresh, kept: [] }
      : around({ region, total, shares, fresh, baseline });
  return {
    region: rectOf(region, area),
    baselineRegion: baseline === undefined ? null : rectOf(regionOf(total, baseline.budget), area),
    unit: { width, height },
    unitArea: width * height,
    boxes: nodes.map((node, index) => {
      const { x, y, width, height } = rectOf(node, area);
      const was = kept[index] ?? null;
      return { x, y, width, height, isMoved: was !== null && was !== node };
    }),
    free: free.map((node) => rectOf(node, area)).sort((a, b) => a.y - b.y || a.x - b.x),
  };
}

/** The better of two packings: around what stays, or afresh where that moves no more. */
function around({
  region,
  total,
  shares,
  fresh,
  baseline,
}: {
  readonly region: Node;
  readonly total: number;
  readonly shares: readonly number[];
  readonly fresh: Packing;
  readonly baseline: Baseline;
}): Packing & { readonly kept: readonly (Node | null)[] } {
  const then = pack({ region: regionOf(total, baseline.budget), total, shares: baseline.shares });
  const kept = shares.map((share, index): Node | null => {
    const was = baseline.was[index] ?? null;
    if (was === null || baseline.shares[was] !== share) return null;
    return then.nodes[was] ?? null;
  });
  const moves = ({ nodes }: Packing): number =>
    kept.filter((node, index) => node !== null && node !== nodes[index]).length;
  const stayed = pack({ region, total, shares, kept });
  return { ...(moves(fresh) <= moves(stayed) ? fresh : stayed), kept };
}

function regionOf(total: number, budget: number): Node {
  return firstAt(Math.log2(total / budget));
}

function check(budget: number, shares: readonly number[]): void {
  if (!isPowerOfTwo(budget)) throw new RangeError(`budget ${budget} is no power of two`);
  let sum = 0;
  let last = Number.POSITIVE_INFINITY;
  for (const share of shares) {
    if (!isPowerOfTwo(share)) throw new RangeError(`share ${share} is no power of two`);
    if (share > last) throw new RangeError(`share ${share} comes after ${last}: not in rank order`);
    last = share;
    sum += share;
  }
  if (sum > budget) throw new RangeError(`shares add up to ${sum}, the budget is ${budget}`);
}

function checkPairs({ was, shares }: Baseline, count: number): void {
  if (was.length !== count) throw new RangeError(`was: ${was.length} of ${count} entries`);
  const seen = new Set<number>();
  for (const index of was) {
    if (index === null) continue;
    if (shares[index] === undefined) throw new RangeError(`was: there was no entry ${index}`);
    if (seen.has(index)) throw new RangeError(`was: two entries were entry ${index}`);
    seen.add(index);
  }
}

function isPowerOfTwo(value: number): boolean {
  return Number.isInteger(value) && value >= 1 && value <= 1024 && (value & (value - 1)) === 0;
}
