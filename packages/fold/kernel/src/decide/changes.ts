/** What separates the candidate from the state, as a record keeps it: with before and after. */
import type { Change, Entry, EntryFields, Instant, State } from "@fold/contracts";
import { DECLARED_FIELDS } from "@fold/contracts/values";
import { lastSuccessor } from "../facts/standing.js";
import { compareText } from "../order.js";
import { isSame } from "../same.js";
import { standsOn } from "../state/annotations.js";
import type { Candidate } from "./candidate.js";

/** In an order that does not depend on that of the declarations: the root, entries by id, marks. */
export function changesOf(state: State, candidate: Candidate, now: Instant): readonly Change[] {
  const ids = [...candidate.closed.keys()];
  for (const [id, entry] of candidate.entries.changes) {
    if (entry !== undefined) ids.push(id);
  }
  const entryChanges = ids
    .sort(compareText)
    .flatMap((id) => entryChange(state, candidate, id, now));
  return [...budgetChange(state, candidate), ...entryChanges, ...shownOnChanges(state, candidate)];
}

function because(candidate: Candidate, id: string | null): { readonly why?: string } {
  const why = candidate.why.get(id);
  return why === undefined ? {} : { why };
}

function budgetChange(state: State, candidate: Candidate): readonly Change[] {
  if (candidate.rootBudget === state.root_budget) return [];
  return [
    {
      id: null,
      change: "budget",
      before: state.root_budget,
      after: candidate.rootBudget,
      ...because(candidate, null),
    },
  ];
}

function entryChange(
  state: State,
  candidate: Candidate,
  id: string,
  now: Instant,
): readonly Change[] {
  const before = state.entries.get(id);
  const after = candidate.entries.get(id);
  const closing = candidate.closed.get(id);
  const why = because(candidate, id);
  if (before !== undefined && closing !== undefined) {
    return [{ id, change: "closed", before, after: closing, ...why }];
  }
  if (after === undefined || after === before) return [];
  const closed = candidate.restored.get(id);
  if (closed !== undefined) return [{ id, change: "restored", before: closed, after, ...why }];
  const by = candidate.opened.get(id);
  if (by !== undefined) return [{ id, change: "opened", by, after, ...why }];
  return before === undefined ? [] : fieldChange(before, after, now, why);
}

function fieldChange(
  before: Entry,
  after: Entry,
  now: Instant,
  why: { readonly why?: string },
): readonly Change[] {
  const fields = DECLARED_FIELDS.filter((field) => !isSame(before[field], after[field]));
  const inherits = !isSame(before.annotations, after.annotations);
  if (fields.length === 0 && !inherits) return [];
  const pick = (entry: Entry, updated_at: Instant): EntryFields => ({
    ...Object.fromEntries(fields.map((field) => [field, entry[field]])),
    ...(fields.length === 0 ? {} : { updated_at }),
    ...(inherits ? { annotations: entry.annotations } : {}),
  });
  return [
    {
      id: before.id,
      change: "changed",
      before: pick(before, before.updated_at),
      after: pick(after, now),
      ...why,
    },
  ];
}

/** Pending annotations held in full follow their entries to those that took their place. */
function shownOnChanges(state: State, candidate: Candidate): readonly Change[] {
  return state.pending.flatMap((annotation) => {
    const stood = standsOn(annotation);
    const stands =
      stood === null ? null : lastSuccessor(stood, (id) => candidate.closed.get(id) ?? null);
    if (stands === null || stands === stood) return [];
    const { annotation_id, shown_on } = annotation;
    return [{ annotation_id, change: "shown_on" as const, before: shown_on, after: stands }];
  });
}
