/** Packing: the largest first, each into the first free node in reading order. */
import { type Node, WHOLE } from "./areas.js";
import { Board } from "./board.js";

export interface Packing {
  /** In the order of the shares. */
  readonly nodes: readonly Node[];
  /** What is left, in as few nodes as there can be. */
  readonly free: readonly Node[];
}

/**
 * Shares that never rise always fit into an empty region (Kraft): whatever was placed before is at
 * least as large, so what is free is a set of whole nodes of the size that comes next.
 *
 * Around entries that keep their node there may be no whole node left of a size, though there are
 * units enough. Then the node of that size is cleared that holds the fewest entries. They are smaller
 * than what comes there, so they are placed later; each step places one for good, and in the end all
 * are placed.
 */
export function pack({
  region,
  total,
  shares,
  kept = [],
}: {
  readonly region: Node;
  /** Units of the whole, of which the region may be a part. */
  readonly total: number;
  /** Never rising. */
  readonly shares: readonly number[];
  /** The node that an entry keeps if it can; null where it has none. */
  readonly kept?: readonly (Node | null)[];
}): Packing {
  const board = new Board(region, total);
  const waiting: number[] = [];
  const nodes = shares.map((_, index): Node => {
    const node = kept[index] ?? null;
    if (node !== null && board.holds(node)) {
      board.put(node, index);
      return node;
    }
    waiting.push(index);
    return NOWHERE;
  });
  for (const index of waiting) {
    const depth = Math.log2(total / (shares[index] ?? 1));
    const free = board.firstFree(depth);
    const node = free ?? board.cheapest(depth) ?? WHOLE;
    if (free === null) makeWay(board.clear(node));
    board.put(node, index);
    nodes[index] = node;
  }
  return { nodes, free: board.free() };

  /** Entries that lost their place wait for another one, behind all that are at least as large. */
  function makeWay(cleared: readonly number[]): void {
    for (const index of cleared) {
      nodes[index] = NOWHERE;
      const share = shares[index] ?? 0;
      const at = waiting.findIndex(
        (other) => nodes[other] === NOWHERE && (shares[other] ?? 0) < share,
      );
      waiting.splice(at === -1 ? waiting.length : at, 0, index);
    }
  }
}

const NOWHERE: Node = 0;
