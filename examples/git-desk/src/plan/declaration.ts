/** Turns settled matters into declarations, and orders them. */
import type { BatchInput, EntryView } from "@fold/contracts";
import type { MatterSource } from "../rules/matter.js";
import type { Settled } from "./settle.js";

export type Declaration = NonNullable<BatchInput["declarations"]>[number];
export type DeclarationOf<Op extends Declaration["op"]> = Extract<Declaration, { op: Op }>;

/**
 * Where a declaration stands if there are more than one batch holds. A batch that holds the first
 * of them must be valid without the rest: what carries others comes before them and goes after them.
 */
export const ORDER = { wished: 0, carrier: 1, change: 2, leave: 3, arrival: 4, end: 5 } as const;

export interface Step {
  readonly declaration: Declaration;
  readonly order: (typeof ORDER)[keyof typeof ORDER];
}

/** What has to be declared for a matter; nothing if its entry says all of it already. */
export function stepOf(one: Settled): Step | null {
  const { matter, entryId, place, predecessor, isWished } = one;
  const arrival = isWished ? ORDER.wished : matter.isGroup ? ORDER.carrier : ORDER.arrival;
  const fields = fieldsOf(one);
  const { why } = matter;
  if (place.type === "active") {
    const changed = changedFields(place.entry, fields);
    if (Object.keys(changed).length === 0) return null;
    const order = isWished ? ORDER.wished : matter.isGroup ? ORDER.carrier : ORDER.change;
    return { declaration: { op: "patch", id: entryId, ...changed, why }, order };
  }
  if (place.type === "restorable") {
    return { declaration: { op: "restore", id: entryId, ...fields, why }, order: arrival };
  }
  if (predecessor === null) {
    return { declaration: { op: "declare", id: entryId, ...fields, why }, order: arrival };
  }
  const replaces = [predecessor.id];
  return {
    declaration: { op: "supersede", id: entryId, replaces, ...fields, why },
    order: isWished ? ORDER.wished : ORDER.change,
  };
}

type Fields = ReturnType<typeof fieldsOf>;

export function fieldsOf({ matter, parentId }: Pick<Settled, "matter" | "parentId">) {
  return {
    title: matter.title,
    summary: matter.summary === "" ? null : matter.summary,
    tier: matter.tier,
    kind: matter.kind,
    parent: parentId,
    due_at: matter.dueAt,
    stale_after: matter.staleAfter,
    sources: matter.sources,
  };
}

export function changedFields(entry: EntryView, fields: Fields): Partial<Fields> {
  const { title, summary, tier, kind, parent, due_at, stale_after, sources } = fields;
  return {
    ...(title === entry.title ? {} : { title }),
    ...(summary === entry.summary ? {} : { summary }),
    ...(tier === entry.tier ? {} : { tier }),
    ...(kind === entry.kind ? {} : { kind }),
    ...(parent === entry.parent ? {} : { parent }),
    ...(due_at === entry.due_at ? {} : { due_at }),
    ...(stale_after === entry.stale_after ? {} : { stale_after }),
    ...(sourcesText(sources) === sourcesText(entry.sources) ? {} : { sources }),
  };
}

function sourcesText(sources: readonly MatterSource[]): string {
  const parts = sources.map((source) => [
    source.id,
    source.origin,
    source.ref ?? null,
    source.text ?? null,
    source.reading ?? null,
    source.event_at ?? null,
    source.observed_at ?? null,
    source.provenance ?? null,
  ]);
  return JSON.stringify(parts);
}
