/**
 * What a power cut may leave of a disk. Each file and each directory meets its own fate, whatever
 * the order of the calls was: that is how files are reordered against each other. A fate of
 *
 * - a file: a prefix of its pending changes; the last of them cut at a byte; its length grown and
 *   the bytes zeros, all of them or from a byte on; any of the sectors of what is pending missing,
 *   which then are as before, zeros, or what a former file left there;
 * - a directory: each pending name kept or lost by itself while they are few, else a prefix. A name
 *   may be there and its file's content not, and the other way round. A rename is whole or absent.
 *
 * What is durable is never touched, and a sector is never half of the old and half of the new
 * except for the cuts above.
 */
import { createHash } from "node:crypto";
import {
  changed,
  type DirectoryNode,
  type DiskNode,
  type DiskState,
  directoryOf,
  type FileNode,
  fileOf,
  type Names,
  ROOT,
  withName,
} from "./disk.js";
import { type Random, randomFrom } from "./random.js";

export interface FateLimits {
  /** Places at which one write is cut; the rest is sampled. */
  readonly cutsMax: number;
  /** Combinations of the fates of all files of one stop. */
  readonly combinationsMax: number;
  readonly seed: number;
}

export interface Fate {
  readonly state: DiskState;
  /** Equal for equal images. */
  readonly key: string;
  /** Some sectors of a file were written, and earlier ones of the same sync were not. */
  readonly isTornWithin: boolean;
}

interface FileFate {
  readonly content: Buffer;
  readonly key: string;
  /** One of the few that are combined with those of all other files. */
  readonly isCoarse: boolean;
  readonly isTornWithin: boolean;
}

type NodeFate = FileFate | { readonly names: Names; readonly isCoarse: true };

const SECTOR_BYTES = 512;

export function* fatesOf(state: DiskState, limits: FateLimits): Generator<Fate> {
  const choices = [...state.nodes].map(([inode, node]): Choice => {
    return { inode, fates: fatesOfNode(node, limits) };
  });
  const open = choices.filter(({ fates }) => fates.length > 1);
  const fixed = choices.filter(({ fates }) => fates.length === 1);
  for (const picked of combinations(open, limits)) {
    const fates = new Map<number, NodeFate>(picked);
    for (const { inode, fates: only } of fixed) {
      if (only[0] !== undefined) fates.set(inode, only[0]);
    }
    yield imageOf(state, fates);
  }
}

interface Choice {
  readonly inode: number;
  readonly fates: readonly NodeFate[];
}

type Picked = readonly (readonly [number, NodeFate])[];

/** The coarse fates with each other, each fine one beside all kept and all lost, then a sample. */
function* combinations(open: readonly Choice[], limits: FateLimits): Generator<Picked> {
  const random = randomFrom(limits.seed + open.length);
  const coarse = open.map(({ inode, fates }) => ({
    inode,
    fates: fates.filter(({ isCoarse }) => isCoarse),
  }));
  const coarseCount = coarse.reduce((count, { fates }) => count * fates.length, 1);
  if (coarseCount <= limits.combinationsMax) yield* product(coarse);
  else {
    yield* edges(coarse);
    for (let at = 0; at < limits.combinationsMax; at += 1) yield pickedBy(coarse, random);
  }
  for (const { inode, fates } of open) {
    const others = coarse.filter((other) => other.inode !== inode);
    for (const fate of fates) {
      if (fate.isCoarse) continue;
      for (const rest of edges(others)) yield [[inode, fate], ...rest];
    }
  }
  const fineCount = open.reduce((count, { fates }) => count * fates.length, 1);
  const sampled = Math.min(fineCount - coarseCount, limits.combinationsMax);
  if (open.length > 1) for (let at = 0; at < sampled; at += 1) yield pickedBy(open, random);
}

/** All lost, and all kept: the first fate of a node is its first, the last its last. */
function edges(choices: readonly Choice[]): readonly Picked[] {
  const first = choices.map(({ inode, fates }) => [inode, fates[0] as NodeFate] as const);
  const last = choices.map(({ inode, fates }) => [inode, fates.at(-1) as NodeFate] as const);
  return [first, last];
}

function* product(choices: readonly Choice[]): Generator<Picked> {
  const [head, ...rest] = choices;
  if (head === undefined) return yield [];
  for (const fate of head.fates) {
    for (const others of product(rest)) yield [[head.inode, fate], ...others];
  }
}

function pickedBy(choices: readonly Choice[], random: Random): Picked {
  return choices.map(({ inode, fates }) => {
    return [inode, fates[random.below(fates.length)] as NodeFate] as const;
  });
}

function imageOf(state: DiskState, fates: ReadonlyMap<number, NodeFate>): Fate {
  const nodes = new Map<number, DiskNode>();
  const keys: string[] = [];
  let isTornWithin = false;
  const visit = (inode: number, path: string): void => {
    if (nodes.has(inode)) return;
    const fate = fates.get(inode);
    if (fate === undefined) return;
    if ("names" in fate) {
      nodes.set(inode, directoryOf(fate.names));
      keys.push(`${path}/`);
      for (const [name, child] of [...fate.names].sort(([a], [b]) => (a < b ? -1 : 1))) {
        visit(child, `${path}/${name}`);
      }
      return;
    }
    nodes.set(inode, fileOf(fate.content));
    keys.push(`${path.replace(/\.[0-9a-f]{16}\.tmp$/, ".tmp")} ${fate.key}`);
    isTornWithin ||= fate.isTornWithin;
  };
  visit(ROOT, "");
  return { state: { ...state, nodes }, key: keys.join("\n"), isTornWithin };
}

const known = new WeakMap<DiskNode, { readonly cutsMax: number; fates: readonly NodeFate[] }>();

/** Nodes are never changed, and most stops share most of them. */
function fatesOfNode(node: DiskNode, limits: FateLimits): readonly NodeFate[] {
  const before = known.get(node);
  if (before?.cutsMax === limits.cutsMax) return before.fates;
  const fates = node.kind === "file" ? fatesOfFile(node, limits) : fatesOfDirectory(node);
  known.set(node, { cutsMax: limits.cutsMax, fates });
  return fates;
}

const EACH_NAME_MAX = 4;

function fatesOfDirectory({ durable, pending }: DirectoryNode): readonly NodeFate[] {
  const found = new Map<string, Names>();
  const keep = (names: Names): void => {
    found.set(JSON.stringify([...names].sort()), names);
  };
  if (pending.length <= EACH_NAME_MAX) {
    for (let kept = 0; kept < 2 ** pending.length; kept += 1) {
      keep(pending.filter((_, at) => (kept >> at) & 1).reduce(withName, durable));
    }
  } else {
    for (let count = 0; count <= pending.length; count += 1) {
      keep(pending.slice(0, count).reduce(withName, durable));
    }
  }
  return [...found.values()].map((names) => ({ names, isCoarse: true }));
}

function fatesOfFile(node: FileNode, limits: FateLimits): readonly FileFate[] {
  const found = new Map<string, FileFate>();
  const keep = (content: Buffer, kind: Partial<FileFate> = {}): void => {
    const key = createHash("sha1").update(content).digest("base64");
    if (found.has(key)) return;
    found.set(key, { content, key, isCoarse: false, isTornWithin: false, ...kind });
  };
  const { durable, pending } = node;
  const prefixes = [durable];
  for (const change of pending) prefixes.push(changed(prefixes.at(-1) ?? durable, change));
  const whole = prefixes.at(-1) ?? durable;
  keep(durable, { isCoarse: true });
  for (const prefix of prefixes.slice(1, -1)) keep(prefix, { isCoarse: true });
  const random = randomFrom(limits.seed + whole.length);
  for (const [at, change] of pending.entries()) {
    const before = prefixes[at] ?? durable;
    if (change.type === "truncate") continue;
    const middle = change.bytes.length >> 1;
    for (const cut of cutsOf(change.bytes.length, { max: limits.cutsMax, random })) {
      const bytes = change.bytes.subarray(0, cut);
      keep(changed(before, { ...change, bytes }), { isCoarse: cut === middle });
      const grown = Buffer.alloc(change.bytes.length);
      bytes.copy(grown);
      keep(changed(before, { ...change, bytes: grown }), { isCoarse: cut === 0 });
    }
  }
  const samples = limits.combinationsMax;
  for (const content of missingSectors(node, { whole, random, samples })) {
    keep(content, { isTornWithin: true });
  }
  // The last is what was written, so that `edges` finds it there.
  const key = createHash("sha1").update(whole).digest("base64");
  found.delete(key);
  keep(whole, { isCoarse: true });
  return [...found.values()];
}

/** Places to cut at: all while they are few, else the ends, the sectors' ends, and a sample. */
function cutsOf(length: number, { max, random }: { max: number; random: Random }): number[] {
  if (length <= max) return Array.from({ length }, (_, at) => at);
  const places = new Set([0, 1, 2, length >> 1, length - 76, length - 75, length - 2, length - 1]);
  for (let at = SECTOR_BYTES; at < length && places.size < max; at += SECTOR_BYTES) places.add(at);
  while (places.size < max) places.add(random.below(length));
  return [...places].filter((at) => at >= 0).sort((a, b) => a - b);
}

const EACH_SECTOR_MAX = 4;

interface Missing {
  readonly whole: Buffer;
  readonly random: Random;
  /** How many of the sets of sectors, where they are too many. */
  readonly samples: number;
}

/** The whole length is there, and some of the sectors that were to be written are not. */
function* missingSectors(node: FileNode, { whole, random, samples }: Missing): Generator<Buffer> {
  const writes = node.pending.flatMap((change) => (change.type === "write" ? [change] : []));
  const from = Math.min(...writes.map(({ at }) => at), whole.length);
  const first = Math.floor(from / SECTOR_BYTES);
  const count = Math.ceil(whole.length / SECTOR_BYTES) - first;
  if (count < 2 || from >= whole.length) return;
  const sets: (readonly number[])[] = [];
  if (count <= EACH_SECTOR_MAX) {
    for (let kept = 1; kept < 2 ** count - 1; kept += 1) {
      sets.push(Array.from({ length: count }, (_, at) => at).filter((at) => !((kept >> at) & 1)));
    }
  } else {
    for (let at = 0; at < samples; at += 1) {
      const missing = Array.from({ length: count }, (_, sector) => sector);
      sets.push(missing.filter(() => random.below(at % 2 === 0 ? 2 : count) === 0));
    }
  }
  for (const missing of sets) {
    for (const stale of [false, true]) {
      const content = Buffer.from(whole);
      for (const sector of missing) {
        const start = Math.max((first + sector) * SECTOR_BYTES, from);
        const end = Math.min((first + sector + 1) * SECTOR_BYTES, whole.length);
        for (let at = start; at < end; at += 1) content[at] = stale ? staleByte(at) : 0;
        // A sector that was there before is as it was.
        node.durable.subarray(start, end).copy(content, start);
      }
      yield content;
    }
  }
}

/** What a file that is gone left on the disk: bytes of no meaning, line feeds among them. */
function staleByte(at: number): number {
  return at % 97 === 0 ? 0x0a : 0xa5;
}
