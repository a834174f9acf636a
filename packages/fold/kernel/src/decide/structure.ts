/**
 * What is wrong with the tree that a batch asks for: parents, circles, depth, count. The tree of the
 * state is sound, so a fault has a part that the batch changed: it is looked for from there.
 */
import type { Declaration, Entry, State, Violation } from "@fold/contracts";
import { LIMITS, violation } from "@fold/contracts/values";
import { byId, compareText } from "../order.js";
import { type Layers, layersOf, layersTouched } from "../state/layers.js";
import type { Candidate } from "./candidate.js";

interface Asked {
  readonly candidate: Candidate;
  readonly declarations: readonly Declaration[];
  readonly targets: ReadonlyMap<string | null, number>;
  /** Ids that declarations with a violation of their own would have opened. */
  readonly missing: ReadonlySet<string>;
}

export interface Structure extends Asked {
  readonly state: State;
  /** Layers that hold, held or are carried by what changes, sorted, with what lies in them. */
  readonly touched: Layers;
  /** The entries that the batch changes, sorted by id; closed ones are left out. */
  readonly changed: readonly Entry[];
}

export function structureOf(state: State, asked: Asked): Structure {
  const { candidate, declarations, targets, missing } = asked;
  const { changes } = candidate.entries;
  const layers = layersOf(state.entries);
  const within = layersTouched(layers, state.entries, changes);
  // The budget of the root, and of a layer that an entry carries, may change with nothing in it.
  for (const id of [null, ...changes.keys()]) {
    if (!within.has(id)) within.set(id, layers.get(id) ?? []);
  }
  const touched = new Map(
    [...within].sort(([one], [other]) => compareText(one ?? "", other ?? "")),
  );
  const changed = [...changes.values()].filter((entry) => entry !== undefined).sort(byId);
  return { candidate, declarations, targets, missing, state, touched, changed };
}

function childrenOf({ touched, state }: Structure, id: string): readonly Entry[] {
  return touched.get(id) ?? layersOf(state.entries).get(id) ?? [];
}

export function structureViolations(structure: Structure): readonly Violation[] {
  return [
    ...closedParents(structure),
    ...circles(structure),
    ...tooDeep(structure),
    ...layersGivenUp(structure),
    ...tooMany(structure.candidate),
  ];
}

/** Whether an entry is new in the layer in which it lies. */
function isMoved({ state }: Structure, entry: Entry): boolean {
  const before = state.entries.get(entry.id);
  return before === undefined || before.parent !== entry.parent;
}

/** The place of an entry in the request: its own declaration, or that of what it lies below. */
function pathOf(structure: Structure, id: string): string {
  const passed = new Set<string>();
  let current: string | null = id;
  while (current !== null && !passed.has(current)) {
    const index = structure.targets.get(current);
    if (index !== undefined) return `/declarations/${index}`;
    passed.add(current);
    current = structure.candidate.entries.get(current)?.parent ?? null;
  }
  return "";
}

function closedParents(structure: Structure): readonly Violation[] {
  const { candidate, missing, targets, touched } = structure;
  return [...touched].flatMap(([parent, below]) => {
    if (parent === null || below.length === 0) return [];
    if (candidate.entries.has(parent) || missing.has(parent)) return [];
    const ids = below.map((entry) => entry.id).sort();
    const closing = candidate.closed.has(parent) ? targets.get(parent) : undefined;
    const [first] = ids;
    const path =
      closing !== undefined
        ? `/declarations/${closing}`
        : ids.length === 1 && first !== undefined
          ? pathOf(structure, first)
          : "";
    return [violation({ code: "parent_not_active", path, parent, children: ids })];
  });
}

function circles(structure: Structure): readonly Violation[] {
  const { entries } = structure.candidate;
  const reported = new Set<string>();
  const found: Violation[] = [];
  const moved = structure.changed.filter((entry) => isMoved(structure, entry));
  for (const { id } of moved) {
    if (reported.has(id)) continue;
    const circle = circleFrom(id, entries);
    if (circle.length === 0 || circle.some((member) => reported.has(member))) continue;
    for (const member of circle) reported.add(member);
    const ids = [...circle].sort(compareText);
    found.push(violation({ code: "parent_cycle", path: circlePath(structure, ids), ids }));
  }
  return found;
}

function circlePath(structure: Structure, ids: readonly string[]): string {
  const indexes = ids.flatMap((id) => structure.targets.get(id) ?? []);
  const [only] = indexes;
  return indexes.length === 1 && only !== undefined ? `/declarations/${only}` : "";
}

/** The circle that following parents from `id` leads into; empty when it leads out of the tree. */
function circleFrom(id: string, entries: Candidate["entries"]): readonly string[] {
  const passed: string[] = [];
  let current: string | null = id;
  while (current !== null) {
    const start = passed.indexOf(current);
    if (start >= 0) return passed.slice(start);
    passed.push(current);
    current = entries.get(current)?.parent ?? null;
  }
  return [];
}

/** The first entry of each branch that lies too deep, and layers that would have no depth left. */
function tooDeep(structure: Structure): readonly Violation[] {
  const limit = LIMITS.layerDepth;
  const found = new Map<string, Entry>();
  const look = (entry: Entry, depth: number): void => {
    const below = childrenOf(structure, entry.id);
    const isEmptyLayer = entry.child_budget !== null && below.length === 0;
    if (depth === limit + 1 || (depth === limit && isEmptyLayer)) found.set(entry.id, entry);
    else if (depth <= limit) for (const child of below) look(child, depth + 1);
  };
  for (const entry of structure.changed) {
    const depth = depthOf(structure, entry);
    // What stays where it is can only have been given a layer.
    if (depth !== null && (depth === limit || isMoved(structure, entry))) look(entry, depth);
  }
  return [...found.values()].sort(byId).map(({ id }) => {
    const path = pathOf(structure, id);
    return violation({ code: "depth_exceeded", path, id, depth: limit + 1, limit });
  });
}

/** How deep an entry lies; null in circles and below what is not active. */
function depthOf({ candidate }: Structure, entry: Entry): number | null {
  const passed = new Set([entry.id]);
  for (let { parent } = entry; parent !== null; ) {
    const above = candidate.entries.get(parent);
    if (above === undefined || passed.has(above.id)) return null;
    passed.add(above.id);
    parent = above.parent;
  }
  return passed.size;
}

/** A layer ends on request only when nothing lies in it. */
function layersGivenUp(structure: Structure): readonly Violation[] {
  const { declarations, targets, candidate } = structure;
  return declarations.flatMap((declaration) => {
    const id = clearedLayer(declaration, candidate);
    const below = id === null ? [] : childrenOf(structure, id);
    if (id === null || below.length === 0) return [];
    return [
      violation({
        code: "layer_not_empty",
        path: `/declarations/${targets.get(id)}/child_budget`,
        layer: id,
        children: below.map((entry) => entry.id).sort(),
      }),
    ];
  });
}

function clearedLayer(declaration: Declaration, candidate: Candidate): string | null {
  switch (declaration.op) {
    case "patch":
    case "restore":
      return declaration.child_budget === null ? declaration.id : null;
    case "merge":
      return declaration.child_budget === null && !candidate.opened.has(declaration.into)
        ? declaration.into
        : null;
    default:
      return null;
  }
}

function tooMany({ entries }: Candidate): readonly Violation[] {
  const limit = LIMITS.activeEntries;
  if (entries.size <= limit) return [];
  return [violation({ code: "too_many_entries", path: "", limit, declared: entries.size })];
}
