/**
 * Tries every stop of a trace with every fate, and counts. A state is a stop and a fate; states that
 * leave the same bytes after the same promises are one image, which is checked once.
 *
 * - The process is killed: what it wrote is there, synced or not, and another process goes on.
 * - The power is cut: each file and directory meets its fate.
 */
import { createHash } from "node:crypto";
import { type DiskNode, type DiskState, durableFile, findIn } from "./disk.js";
import { type FateLimits, fatesOf } from "./fates.js";
import type { Product } from "./product.js";
import { checkRecovery, type Left, LOG_PATH } from "./recovery-check.js";
import type { Stop, Trace } from "./trace.js";
import { Violation } from "./violation.js";

export class Tally {
  /** Stops, each with one fate. */
  states = 0;
  /** Different ones, each of which was opened and checked. */
  images = 0;
  stops = 0;
  /** Images in which the store refused a torn append, and said so. */
  refused = 0;
  /**
   * Stops at which the disk has just given up what it was to write, and the process that was told so
   * is killed before it takes the record back. To others the record looks synced, and nothing that
   * they may ask tells them otherwise. This is beyond what the store promises.
   */
  beyond = 0;

  add(other: Tally): void {
    this.states += other.states;
    this.images += other.images;
    this.stops += other.stops;
    this.refused += other.refused;
    this.beyond += other.beyond;
  }

  toString(): string {
    const { states, images, stops, refused, beyond } = this;
    const counts = `${states} states (${stops} stops × fates), ${images} distinct images`;
    const told = `${refused} of them refused as corrupt and told`;
    return `${counts}, ${told}; ${beyond} kills right after a failed sync not checked`;
  }
}

export interface Enumeration {
  readonly product: Product;
  readonly limits: FateLimits;
  readonly tally: Tally;
  /** Keys of the images that were checked; one set for all traces of one workload on one disk. */
  readonly seen: Set<string>;
}

/** Throws the first `Violation`, with the place where it was found. */
export async function enumerate(run: Enumeration, trace: Trace): Promise<void> {
  const counted = new Map<DiskState, { readonly factsKey: string; readonly states: number }>();
  for (const [at, stop] of trace.stops.entries()) {
    run.tally.stops += 1;
    const before = counted.get(stop.disk);
    if (before?.factsKey === stop.facts.key) {
      run.tally.states += before.states;
      continue;
    }
    try {
      const states = await enumerateStop(run, stop);
      counted.set(stop.disk, { factsKey: stop.facts.key, states });
    } catch (error) {
      if (error instanceof Violation) error.message += ` (stop ${at} of ${trace.stops.length})`;
      throw error;
    }
  }
}

async function enumerateStop(run: Enumeration, stop: Stop): Promise<number> {
  const { facts, disk } = stop;
  const check = async (text: string, left: Left): Promise<void> => {
    const key = createHash("sha1").update(text).digest("base64");
    if (run.seen.has(key)) return;
    run.seen.add(key);
    run.tally.images += 1;
    if ((await checkRecovery(run.product, left)) === "refused_and_told") run.tally.refused += 1;
  };
  let states = 0;
  if (hasGivenUp(disk)) run.tally.beyond += 1;
  else {
    states += 1;
    await check(`${facts.key}\nkill\n${keyOf(disk)}`, { disk, facts, tornBeyond: null });
  }
  const synced = durableFile(disk, LOG_PATH);
  const tornBeyond = (synced?.lastIndexOf(0x0a) ?? -1) + 1;
  for (const fate of fatesOf(disk, run.limits)) {
    states += 1;
    const left = { disk: fate.state, facts, tornBeyond: fate.isTornWithin ? tornBeyond : null };
    await check(`${facts.key}\ncut\n${fate.key}`, left);
  }
  run.tally.states += states;
  return states;
}

function hasGivenUp(disk: DiskState): boolean {
  const node = disk.nodes.get(findIn(disk, LOG_PATH) ?? 0);
  if (node?.kind !== "file") return false;
  return node.pending.some((change) => change.type === "write" && change.isGivenUp);
}

const keys = new WeakMap<DiskNode, string>();

/** Equal for disks that are equal in what is seen and in what is durable. */
function keyOf({ nodes }: DiskState): string {
  return [...nodes].map(([inode, node]) => `${inode} ${keyOfNode(node)}`).join("\n");
}

function keyOfNode(node: DiskNode): string {
  const before = keys.get(node);
  if (before !== undefined) return before;
  const hash = createHash("sha1");
  if (node.kind === "directory") {
    hash.update(JSON.stringify([[...node.names], [...node.durable]]));
  } else {
    hash.update(node.durable).update(`|${node.pending.length}|`).update(node.content);
    for (const change of node.pending) if (change.type === "write") hash.update(`${change.at}`);
  }
  const key = hash.digest("base64");
  keys.set(node, key);
  return key;
}
