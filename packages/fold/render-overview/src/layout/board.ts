/** A layer while it is being laid out: which nodes are taken, and how much lies within every node. */
import { depthOf, firstAt, inReadingOrder, type Node, UNITS_MAX, WHOLE } from "./areas.js";

const NOBODY = -1;

export class Board {
  /** The entry that lies on a node. */
  private readonly entryAt: Int16Array;
  /** How many entries, and units, lie on a node and on those within it. */
  private readonly countIn: Uint16Array;
  private readonly unitsIn: Uint16Array;
  /** By depth, how far the search for a free node has come. */
  private readonly searched = new Uint16Array(Math.log2(UNITS_MAX) + 1);
  private readonly regionDepth: number;

  constructor(
    private readonly region: Node,
    private readonly total: number,
  ) {
    this.entryAt = new Int16Array(total * 2).fill(NOBODY);
    this.countIn = new Uint16Array(total * 2);
    this.unitsIn = new Uint16Array(total * 2);
    this.regionDepth = depthOf(region);
  }

  /** Whether a node lies in the region. */
  holds(node: Node): boolean {
    const below = depthOf(node) - this.regionDepth;
    return below >= 0 && node >> below === this.region;
  }

  put(node: Node, entry: number): void {
    this.entryAt[node] = entry;
    this.count(node, 1);
  }

  /**
   * The first free node of a depth in reading order. The search never goes back: sizes are asked for
   * from the largest down, and what is cleared in between is smaller than what is asked for.
   */
  firstFree(depth: number): Node | null {
    const nodes = inReadingOrder(depth);
    for (let at = this.searched[depth] ?? 0; at < nodes.length; at += 1) {
      const node = nodes[at] ?? WHOLE;
      if (this.countIn[node] !== 0 || !this.holds(node) || this.isCovered(node)) continue;
      this.searched[depth] = at + 1;
      return node;
    }
    this.searched[depth] = nodes.length;
    return null;
  }

  /**
   * The node of a depth that only smaller entries share, with the fewest of them, then the fewest
   * units, then the first in reading order; null where there is none.
   */
  cheapest(depth: number): Node | null {
    let best: Node | null = null;
    for (const node of inReadingOrder(depth)) {
      if (!this.holds(node) || this.isCovered(node)) continue;
      if (best === null || this.isCheaper(node, best)) best = node;
    }
    return best;
  }

  /** Takes away every entry within a node and returns them. */
  clear(node: Node): readonly number[] {
    if (this.countIn[node] === 0) return [];
    const entry = this.entryAt[node] ?? NOBODY;
    if (entry === NOBODY) return [...this.clear(node * 2), ...this.clear(node * 2 + 1)];
    this.entryAt[node] = NOBODY;
    this.count(node, -1);
    return [entry];
  }

  /** What is free, in as few nodes as there can be. */
  free(): readonly Node[] {
    const found: Node[] = [];
    this.collectFree(this.region, found);
    return found;
  }

  private collectFree(node: Node, found: Node[]): void {
    if (this.countIn[node] === 0) found.push(node);
    else if (this.entryAt[node] === NOBODY) {
      this.collectFree(node * 2, found);
      this.collectFree(node * 2 + 1, found);
    }
  }

  /** Whether an entry lies on a node or on one that contains it. */
  private isCovered(node: Node): boolean {
    for (let above = node; above >= WHOLE; above >>= 1) {
      if (this.entryAt[above] !== NOBODY) return true;
    }
    return false;
  }

  private isCheaper(node: Node, other: Node): boolean {
    const more = (this.countIn[node] ?? 0) - (this.countIn[other] ?? 0);
    if (more !== 0) return more < 0;
    return (this.unitsIn[node] ?? 0) < (this.unitsIn[other] ?? 0);
  }

  private count(node: Node, sign: 1 | -1): void {
    const units = (this.total / firstAt(depthOf(node))) * sign;
    for (let above = node; above >= WHOLE; above >>= 1) {
      this.countIn[above] = (this.countIn[above] ?? 0) + sign;
      this.unitsIn[above] = (this.unitsIn[above] ?? 0) + units;
    }
  }
}
