/** Which closed and old things a request touches, and so must be read from the log for it. */
import type {
  AnnotationRequest,
  Batch,
  Command,
  Declaration,
  FactKey,
  FactNeed,
  Facts,
  Query,
  State,
  ViewQuery,
} from "@fold/contracts";
import { LIMITS } from "@fold/contracts/values";
import { closedEntry, isAcknowledged, recordsOf, savedAnnotation } from "./read-facts.js";

/** What is known so far and what is missing. */
interface Wanted {
  readonly state: State;
  readonly facts: Facts;
  readonly needs: FactNeed[];
  readonly asked: Set<FactKey>;
}

function wantRecords(wanted: Wanted, key: FactKey): void {
  if (wanted.facts.records.has(key) || wanted.asked.has(key)) return;
  wanted.asked.add(key);
  wanted.needs.push({ need: "records", key });
}

/** An entry that may be closed or unknown. */
function wantEntry(wanted: Wanted, id: string): void {
  if (!wanted.state.entries.has(id)) wantRecords(wanted, `entry:${id}`);
}

/** An entry and, as far as is known yet, all that took its place in turn. */
function wantSuccessors(wanted: Wanted, id: string | null): void {
  let current = id;
  while (current !== null && !wanted.state.entries.has(current)) {
    wantEntry(wanted, current);
    current = closedEntry(wanted.facts, current)?.successor ?? null;
  }
}

/** Facts that are still missing; empty when the request can be judged. */
export function lookup(state: State, asked: Command | Query, facts: Facts): readonly FactNeed[] {
  const wanted: Wanted = { state, facts, needs: [], asked: new Set() };
  switch (asked.command) {
    case "commit":
      wantForBatch(wanted, asked.request);
      break;
    case "annotate":
      wantForAnnotation(wanted, asked.request);
      break;
    case "state":
      wantForView(wanted, asked.request);
      break;
    case "history":
      wantForLineage(wanted, asked.request.lineage);
      break;
  }
  return wanted.needs;
}

function wantForAnnotation(wanted: Wanted, request: AnnotationRequest): void {
  wantSuccessors(wanted, request.entry_id);
}

function wantForView(wanted: Wanted, query: ViewQuery): void {
  if (query.layer != null) wantEntry(wanted, query.layer);
  if (query.entry === undefined || wanted.state.entries.has(query.entry)) return;
  wantSuccessors(wanted, query.entry);
  wantRecords(wanted, `annotated:${query.entry}`);
}

function wantForBatch(wanted: Wanted, batch: Batch): void {
  const { state, facts } = wanted;
  for (const declaration of batch.declarations ?? []) wantForDeclaration(wanted, declaration);
  const base = batch.base_revision ?? state.revision;
  if (base < state.revision && !facts.changedSince.has(base)) {
    wanted.needs.push({ need: "changed_since", revision: base });
  }
  wantForAcknowledges(wanted, batch);
}

function wantForDeclaration(wanted: Wanted, declaration: Declaration): void {
  switch (declaration.op) {
    case "declare":
    case "patch":
      wantEntry(wanted, declaration.id);
      break;
    case "withdraw":
      wantEntry(wanted, declaration.id);
      return;
    case "supersede":
      wantEntry(wanted, declaration.id);
      for (const id of declaration.replaces) wantEntry(wanted, id);
      break;
    case "merge":
      wantEntry(wanted, declaration.into);
      for (const id of declaration.from) wantEntry(wanted, id);
      break;
    case "restore":
      wantEntry(wanted, declaration.id);
      wantForRestoring(wanted, declaration.id);
      if (declaration.subtree === true) wantForSubtree(wanted, declaration.id);
      break;
    case "budget":
      if (declaration.layer !== null) wantEntry(wanted, declaration.layer);
      return;
  }
  if (declaration.parent != null) wantEntry(wanted, declaration.parent);
}

/** What came to a withdrawn entry while it was closed comes back with it. */
function wantForRestoring(wanted: Wanted, id: string): void {
  if (closedEntry(wanted.facts, id)?.status === "withdrawn") wantRecords(wanted, `annotated:${id}`);
}

function wantForSubtree(wanted: Wanted, id: string): void {
  wantRecords(wanted, `closed_with:${id}`);
  for (const closed of idsClosedWith(wanted.facts, id)) {
    wantEntry(wanted, closed);
    wantForRestoring(wanted, closed);
  }
}

/** Every entry that a withdrawal of `id` ever closed along; some may be active again. */
export function idsClosedWith(facts: Facts, id: string): readonly string[] {
  const ids = recordsOf(facts, `closed_with:${id}`).flatMap((record) =>
    record.changes.flatMap((change) =>
      change.change === "closed" && change.after.closed_with === id ? [change.id] : [],
    ),
  );
  return [...new Set(ids)];
}

function wantForAcknowledges(wanted: Wanted, batch: Batch): void {
  const { state, facts } = wanted;
  const acknowledges = batch.acknowledges ?? [];
  if (acknowledges.length === 0) return;
  const held = new Set(state.pending.map((annotation) => annotation.annotation_id));
  let fromHeld = 0;
  for (const { annotation_id } of acknowledges) {
    if (held.has(annotation_id)) {
      fromHeld += 1;
      continue;
    }
    wantRecords(wanted, `batch:${annotation_id}`);
    wantRecords(wanted, `acknowledged:${annotation_id}`);
    const saved = savedAnnotation(facts, annotation_id);
    if (saved !== null && !isAcknowledged(facts, annotation_id))
      wantSuccessors(wanted, saved.entry_id);
  }
  const last = state.pending.at(-1);
  if (fromHeld === 0 || last === undefined || state.pending_total <= LIMITS.pendingAnnotations) {
    return;
  }
  const next = facts.pendingAfter.get(last.event_seq);
  if (next === undefined) {
    // Those that this very batch acknowledges cannot surface, so as many more are asked for.
    const count = acknowledges.length;
    wanted.needs.push({ need: "pending_after", event_seq: last.event_seq, count });
  }
  for (const record of next ?? []) wantSuccessors(wanted, record.annotation?.entry_id ?? null);
}

function wantForLineage(wanted: Wanted, id: string): void {
  for (const member of lineage(id, wanted.facts)) wantRecords(wanted, `entry:${member}`);
}

/**
 * An entry, all that it replaced or absorbed in any number of steps, and its successors, sorted.
 * What the successors absorbed besides it is not its lineage.
 */
export function lineage(id: string, facts: Facts): readonly string[] {
  const ids = new Set<string>();
  const below = [id];
  for (let next = below.pop(); next !== undefined; next = below.pop()) {
    if (ids.has(next)) continue;
    ids.add(next);
    below.push(...predecessors(next, facts));
  }
  let above = closedEntry(facts, id)?.successor ?? null;
  while (above !== null && !ids.has(above)) {
    ids.add(above);
    above = closedEntry(facts, above)?.successor ?? null;
  }
  return [...ids].sort();
}

function predecessors(id: string, facts: Facts): readonly string[] {
  return recordsOf(facts, `entry:${id}`).flatMap((record) =>
    record.changes.flatMap((change) =>
      change.change === "closed" && change.after.successor === id ? [change.id] : [],
    ),
  );
}
