/**
 * The binary tree of areas: the whole is cut in halves, first with a vertical line and then by turns.
 *
 * A node is named by its place in the heap: 1 is the whole, `2n` and `2n + 1` are the halves of `n`,
 * the left or upper one first. So depth, size and rectangle all follow from one number.
 */

/** In pixels, from the left upper corner of the area of the whole. */
export interface Rect {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface AspectArea {
  readonly width: number;
  readonly height: number;
}

/**
 * 1024 × 640 gives whole pixels down to one unit of 1 024, which is 32 × 20, and no node is longer
 * than 1.6 times its breadth.
 */
export const DEFAULT_AREA: AspectArea = { width: 1024, height: 640 };

export type Node = number;

export const WHOLE: Node = 1;

/** Units of the largest budget, 2 ** 10. */
export const UNITS_MAX = 1024;
const DEPTH_MAX = 10;

export function depthOf(node: Node): number {
  return 31 - Math.clz32(node);
}

/** The first node, in the order of the tree, of a depth. */
export function firstAt(depth: number): Node {
  return 1 << depth;
}

const columnsAt = (depth: number): number => 1 << ((depth + 1) >> 1);
const rowsAt = (depth: number): number => 1 << (depth >> 1);

/** Row and column of every node among those of its depth: they take the bits of its path by turns. */
const ROWS = new Uint16Array(UNITS_MAX * 2);
const COLUMNS = new Uint16Array(UNITS_MAX * 2);
for (let node = 2; node < UNITS_MAX * 2; node += 1) {
  const parent = node >> 1;
  const bit = node & 1;
  const isCutVertically = depthOf(parent) % 2 === 0;
  COLUMNS[node] = isCutVertically ? (COLUMNS[parent] ?? 0) * 2 + bit : (COLUMNS[parent] ?? 0);
  ROWS[node] = isCutVertically ? (ROWS[parent] ?? 0) : (ROWS[parent] ?? 0) * 2 + bit;
}

/** By depth the nodes in reading order: by rows, then from the left. */
const READING = Array.from({ length: DEPTH_MAX + 1 }, (_, depth) => {
  const nodes = new Uint16Array(firstAt(depth));
  for (let node = firstAt(depth); node < firstAt(depth + 1); node += 1) {
    nodes[(ROWS[node] ?? 0) * columnsAt(depth) + (COLUMNS[node] ?? 0)] = node;
  }
  return nodes;
});

/** The nodes of a depth in reading order. */
export function inReadingOrder(depth: number): Uint16Array {
  return READING[depth] ?? new Uint16Array();
}

export function rectOf(node: Node, area: AspectArea): Rect {
  const depth = depthOf(node);
  const width = area.width / columnsAt(depth);
  const height = area.height / rowsAt(depth);
  return { x: (COLUMNS[node] ?? 0) * width, y: (ROWS[node] ?? 0) * height, width, height };
}
