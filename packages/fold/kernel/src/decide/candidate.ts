/**
 * The state that a batch asks for, before anyone judged whether it fits. References mean the final
 * candidate, so the steps below follow the kinds of effect, never the order of declarations:
 * close what is named, open and patch, hand down, restore below, close below, start layers.
 */
import type {
  ClosedEntry,
  Closing,
  Declaration,
  DeclarationOf,
  Entry,
  Facts,
  Instant,
  State,
} from "@fold/contracts";
import { LIMITS } from "@fold/contracts/values";
import { idsClosedWith } from "../facts/lookup.js";
import { closedEntry, closedEntryAnnotations } from "../facts/read-facts.js";
import { inheritedAnnotations, noAnnotations } from "../state/annotations.js";
import { layersOf } from "../state/layers.js";
import { DraftMap } from "../state/shared-map.js";
import { statedFields, storedReason } from "./declared-fields.js";

export interface Candidate {
  /** Active entries; what differs from the state stands among its changes. */
  readonly entries: DraftMap<string, Entry>;
  readonly opened: Map<string, "declare" | "supersede" | "merge">;
  readonly restored: Map<string, ClosedEntry>;
  /** Entries of the state that close, with how they close. */
  readonly closed: Map<string, Closing>;
  readonly why: Map<string | null, string>;
  rootBudget: number;
}

export interface CandidateInput {
  readonly state: State;
  readonly facts: Facts;
  /** Declarations without a violation of their own. */
  readonly declarations: readonly Declaration[];
  /** Everything that the whole batch names. */
  readonly targets: ReadonlyMap<string | null, number>;
  readonly actor: string;
  readonly now: Instant;
}

export function buildCandidate(input: CandidateInput): Candidate {
  const candidate: Candidate = {
    entries: new DraftMap(input.state.entries),
    opened: new Map(),
    restored: new Map(),
    closed: new Map(),
    why: new Map(),
    rootBudget: input.state.root_budget,
  };
  for (const declaration of input.declarations) closeNamed(candidate, input, declaration);
  for (const declaration of input.declarations) openOrPatch(candidate, input, declaration);
  for (const declaration of input.declarations) handDown(candidate, input, declaration);
  for (const declaration of input.declarations) restoreBelow(candidate, input, declaration);
  closeBelow(candidate, input);
  startLayers(candidate);
  return candidate;
}

function closeNamed(candidate: Candidate, input: CandidateInput, declaration: Declaration): void {
  switch (declaration.op) {
    case "withdraw": {
      const reason = storedReason(declaration.reason, input.now);
      close(candidate, input, declaration.id, { status: "withdrawn", reason });
      break;
    }
    case "supersede":
      for (const id of declaration.replaces) {
        close(candidate, input, id, { status: "superseded", successor: declaration.id });
      }
      break;
    case "merge":
      for (const id of declaration.from) {
        close(candidate, input, id, { status: "merged", successor: declaration.into });
      }
      break;
    default:
      break;
  }
  keepWhy(candidate, declaration);
}

function close(
  candidate: Candidate,
  { state, now }: CandidateInput,
  id: string,
  how: Pick<Closing, "status"> & Partial<Closing>,
): void {
  candidate.entries.delete(id);
  candidate.closed.set(id, {
    status: how.status,
    closed_at: now,
    closed_seq: state.event_seq + 1,
    reason: how.reason ?? null,
    successor: how.successor ?? null,
    closed_with: how.closed_with ?? null,
  });
}

function keepWhy(candidate: Candidate, declaration: Declaration): void {
  if (declaration.why == null) return;
  for (const id of idsNamed(declaration)) candidate.why.set(id, declaration.why);
}

function idsNamed(declaration: Declaration): readonly (string | null)[] {
  switch (declaration.op) {
    case "supersede":
      return [declaration.id, ...declaration.replaces];
    case "merge":
      return [declaration.into, ...declaration.from];
    case "budget":
      return [declaration.layer];
    default:
      return [declaration.id];
  }
}

function openOrPatch(candidate: Candidate, input: CandidateInput, declaration: Declaration): void {
  const { state, facts, now } = input;
  switch (declaration.op) {
    case "declare":
      open(candidate, declaration.id, "declare", newEntry(input, declaration.id, declaration));
      return;
    case "supersede":
      open(candidate, declaration.id, "supersede", supersedingEntry(candidate, input, declaration));
      return;
    case "merge": {
      const target = state.entries.get(declaration.into);
      if (target === undefined) {
        open(candidate, declaration.into, "merge", newEntry(input, declaration.into, declaration));
      } else {
        candidate.entries.set(target.id, { ...target, ...statedFields(declaration, now) });
      }
      return;
    }
    case "patch": {
      const entry = state.entries.get(declaration.id);
      if (entry === undefined) return;
      candidate.entries.set(entry.id, { ...entry, ...statedFields(declaration, now) });
      return;
    }
    case "restore": {
      const closed = closedEntry(facts, declaration.id);
      if (closed === null) return;
      restore(candidate, input, closed, statedFields(declaration, now));
      return;
    }
    case "budget": {
      if (declaration.layer === null) {
        candidate.rootBudget = declaration.budget;
        return;
      }
      const entry = state.entries.get(declaration.layer);
      if (entry === undefined) return;
      candidate.entries.set(entry.id, { ...entry, child_budget: declaration.budget });
      return;
    }
    case "withdraw":
      return;
  }
}

function open(
  candidate: Candidate,
  id: string,
  by: "declare" | "supersede" | "merge",
  entry: Entry,
): void {
  candidate.opened.set(id, by);
  candidate.entries.set(id, entry);
}

type Opening = DeclarationOf<"declare" | "supersede" | "merge">;

function newEntry({ state, actor, now }: CandidateInput, id: string, declaration: Opening): Entry {
  const stated = statedFields(declaration, now);
  return {
    id,
    // The schema, and for a merge the check that it opens, make sure of these three.
    title: stated.title ?? id,
    summary: stated.summary ?? null,
    kind: stated.kind ?? "info",
    tier: stated.tier ?? "XXS",
    parent: stated.parent ?? null,
    due_at: stated.due_at ?? null,
    stale_after: stated.stale_after ?? null,
    sources: stated.sources ?? [],
    child_budget: stated.child_budget ?? null,
    owner: actor,
    declared_at: now,
    declared_seq: state.event_seq + 1,
    updated_at: now,
    annotations: noAnnotations,
  };
}

/** With one predecessor, what is not stated is inherited; null states that it is not. */
function supersedingEntry(
  candidate: Candidate,
  input: CandidateInput,
  declaration: DeclarationOf<"supersede">,
): Entry {
  const entry = newEntry(input, declaration.id, declaration);
  const predecessor = onlyPredecessor(input.state, declaration);
  if (predecessor === null) return entry;
  const stated = statedFields(declaration, input.now);
  const { kind, due_at, stale_after, sources, child_budget } = predecessor;
  return {
    ...entry,
    ...(stated.kind === undefined ? { kind } : {}),
    ...(stated.parent === undefined ? { parent: placeOf(candidate, input, predecessor) } : {}),
    ...(stated.due_at === undefined ? { due_at } : {}),
    ...(stated.stale_after === undefined ? { stale_after } : {}),
    ...(stated.sources === undefined ? { sources } : {}),
    child_budget: stated.child_budget ?? child_budget,
  };
}

function onlyPredecessor(state: State, { replaces }: DeclarationOf<"supersede">): Entry | null {
  const [id] = replaces;
  return (replaces.length === 1 && id !== undefined && state.entries.get(id)) || null;
}

/** The layer that an entry lies in; where that layer passes to a new entry, the new one. */
function placeOf(candidate: Candidate, input: CandidateInput, entry: Entry): string | null {
  const { parent } = entry;
  if (parent === null) return null;
  const heir = input.declarations.find(
    (declaration) =>
      declaration.op === "supersede" &&
      declaration.replaces.length === 1 &&
      declaration.replaces[0] === parent,
  );
  return heir?.op === "supersede" && candidate.closed.has(parent) ? heir.id : parent;
}

function restore(
  candidate: Candidate,
  { facts, now }: CandidateInput,
  closed: ClosedEntry,
  stated: Partial<Entry>,
): void {
  const {
    status: _status,
    closed_at: _closedAt,
    closed_seq: _closedSeq,
    reason: _reason,
    successor: _successor,
    closed_with: _closedWith,
    ...stored
  } = closed;
  const annotations = closedEntryAnnotations(facts, closed);
  candidate.restored.set(closed.id, { ...closed, annotations });
  candidate.entries.set(closed.id, { ...stored, ...stated, annotations, updated_at: now });
}

/** Annotations follow to the successor; the child layer does when there is one predecessor. */
function handDown(candidate: Candidate, input: CandidateInput, declaration: Declaration): void {
  if (declaration.op !== "supersede" && declaration.op !== "merge") return;
  const [heirId, ids] =
    declaration.op === "supersede"
      ? [declaration.id, declaration.replaces]
      : [declaration.into, declaration.from];
  const heir = candidate.entries.get(heirId);
  if (heir === undefined) return;
  const predecessors = ids.flatMap((id) => input.state.entries.get(id) ?? []);
  candidate.entries.set(heirId, {
    ...heir,
    annotations: inheritedAnnotations([heir, ...predecessors].map((entry) => entry.annotations)),
  });
  const [predecessor] = predecessors;
  if (declaration.op !== "supersede" || ids.length !== 1 || predecessor === undefined) return;
  for (const entry of layersOf(input.state.entries).get(predecessor.id) ?? []) {
    if (input.targets.has(entry.id)) continue;
    candidate.entries.set(entry.id, { ...entry, parent: heirId });
  }
}

function restoreBelow(candidate: Candidate, input: CandidateInput, declaration: Declaration): void {
  if (declaration.op !== "restore" || declaration.subtree !== true) return;
  for (const id of idsClosedWith(input.facts, declaration.id)) {
    if (input.targets.has(id) || candidate.entries.has(id)) continue;
    const closed = closedEntry(input.facts, id);
    if (closed?.status !== "withdrawn" || closed.closed_with !== declaration.id) continue;
    restore(candidate, input, closed, {});
  }
}

/** Closes what lies below a withdrawn subtree, each with the nearest one above that asks for it. */
function closeBelow(candidate: Candidate, input: CandidateInput): void {
  const withdrawals = new Map(
    input.declarations.flatMap((declaration) =>
      declaration.op === "withdraw" && declaration.subtree === true
        ? [[declaration.id, declaration] as const]
        : [],
    ),
  );
  if (withdrawals.size === 0) return;
  const parentOf = (id: string): string | null =>
    (candidate.entries.get(id) ?? input.state.entries.get(id))?.parent ?? null;
  const below = [...input.state.entries.keys()].flatMap((id) => {
    if (input.targets.has(id) || !candidate.entries.has(id)) return [];
    const closer = nearestAbove(id, parentOf, withdrawals);
    return closer === null ? [] : [{ id, closer }];
  });
  for (const { id, closer } of below) {
    const reason = storedReason(closer.reason, input.now);
    close(candidate, input, id, { status: "withdrawn", reason, closed_with: closer.id });
  }
}

function nearestAbove<Found>(
  id: string,
  parentOf: (id: string) => string | null,
  wanted: ReadonlyMap<string, Found>,
): Found | null {
  const passed = new Set<string>();
  for (let above = parentOf(id); above !== null && !passed.has(above); above = parentOf(above)) {
    const found = wanted.get(above);
    if (found !== undefined) return found;
    passed.add(above);
  }
  return null;
}

/**
 * An entry with a child carries a layer, with the default budget unless one was declared. In the
 * state that is so; only what changes can come to lie where no layer is yet.
 */
function startLayers(candidate: Candidate): void {
  const layers = new Set<string | null>();
  for (const entry of candidate.entries.changes.values()) layers.add(entry?.parent ?? null);
  for (const id of layers) {
    const parent = id === null ? undefined : candidate.entries.get(id);
    if (parent === undefined || parent.child_budget !== null) continue;
    candidate.entries.set(parent.id, { ...parent, child_budget: LIMITS.budgetDefault });
  }
}
