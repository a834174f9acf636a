/** What is wrong with the tree that a batch asks for: parents, circles, depth, count. */
import type { Declaration, Entry, Violation } from "@fold/contracts";
import { LIMITS, violation } from "@fold/contracts/values";
import { groupBy } from "../group-by.js";
import { compareText } from "../order.js";
import type { Candidate } from "./candidate.js";

export interface Structure {
  readonly candidate: Candidate;
  readonly declarations: readonly Declaration[];
  readonly targets: ReadonlyMap<string | null, number>;
  /** Ids that declarations with a violation of their own would have opened. */
  readonly missing: ReadonlySet<string>;
  readonly children: ReadonlyMap<string | null, readonly Entry[]>;
}

/** Active entries by the layer they lie in, null for the root. */
export function childrenByLayer(
  entries: ReadonlyMap<string, Entry>,
): ReadonlyMap<string | null, readonly Entry[]> {
  return groupBy(entries.values(), (entry) => entry.parent);
}

export function structureViolations(structure: Structure): readonly Violation[] {
  const depths = depthsOf(structure);
  return [
    ...closedParents(structure),
    ...circles(structure, depths),
    ...tooDeep(structure, depths),
    ...layersGivenUp(structure),
    ...tooMany(structure.candidate),
  ];
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
  const { candidate, missing, targets, children } = structure;
  return [...children].flatMap(([parent, below]) => {
    if (parent === null || candidate.entries.has(parent) || missing.has(parent)) return [];
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

/** The depth of every entry that hangs on the root; entries in circles or limbo have none. */
function depthsOf({ children }: Structure): ReadonlyMap<string, number> {
  const depths = new Map<string, number>();
  const layers: { readonly id: string | null; readonly depth: number }[] = [{ id: null, depth: 1 }];
  for (let layer = layers.pop(); layer !== undefined; layer = layers.pop()) {
    for (const { id } of children.get(layer.id) ?? []) {
      depths.set(id, layer.depth);
      if (children.has(id)) layers.push({ id, depth: layer.depth + 1 });
    }
  }
  return depths;
}

function circles(structure: Structure, depths: ReadonlyMap<string, number>): readonly Violation[] {
  const { entries } = structure.candidate;
  const reported = new Set<string>();
  const found: Violation[] = [];
  const unplaced = [...entries.keys()].filter((id) => !depths.has(id));
  for (const id of unplaced.sort(compareText)) {
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
function circleFrom(id: string, entries: ReadonlyMap<string, Entry>): readonly string[] {
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
function tooDeep(structure: Structure, depths: ReadonlyMap<string, number>): readonly Violation[] {
  const limit = LIMITS.layerDepth;
  const deepest = [...structure.candidate.entries.values()].filter(
    (entry) => (depths.get(entry.id) ?? 0) >= limit,
  );
  return deepest.flatMap((entry) => {
    const depth = depths.get(entry.id);
    const isEmptyLayer =
      entry.child_budget !== null && (structure.children.get(entry.id) ?? []).length === 0;
    if (depth !== limit + 1 && !(depth === limit && isEmptyLayer)) return [];
    const path = pathOf(structure, entry.id);
    const { id } = entry;
    return [violation({ code: "depth_exceeded", path, id, depth: limit + 1, limit })];
  });
}

/** A layer ends on request only when nothing lies in it. */
function layersGivenUp({ declarations, targets, children, candidate }: Structure) {
  return declarations.flatMap((declaration) => {
    const id = clearedLayer(declaration, candidate);
    const below = id === null ? [] : (children.get(id) ?? []);
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
