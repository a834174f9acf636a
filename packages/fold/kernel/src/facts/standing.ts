/** Which entry an annotation of the log is shown on. */
import type { Closing, Facts, State } from "@fold/contracts";
import { closedEntry } from "./read-facts.js";

/** What is known of where entries stand. */
export interface Standing {
  readonly state: State;
  readonly facts: Facts;
  /** Entries that a record in the making closes, which no fact knows yet. */
  readonly closed?: ReadonlyMap<string, Closing>;
}

/** Where the entry was superseded or merged, the last one in its place; otherwise null. */
export function shownOn({ state, facts, closed }: Standing, entryId: string | null): string | null {
  if (entryId === null) return null;
  const stands = lastSuccessor(entryId, (id) =>
    state.entries.has(id) ? null : (closed?.get(id) ?? closedEntry(facts, id)),
  );
  return stands === entryId ? null : stands;
}

/**
 * Follows an entry to the one that took its place, through any number of them. The answer is the
 * id itself where the entry is active or withdrawn.
 */
export function lastSuccessor(
  id: string,
  closedById: (id: string) => Pick<Closing, "successor"> | null,
): string {
  let current = id;
  for (;;) {
    const successor = closedById(current)?.successor ?? null;
    if (successor === null) return current;
    current = successor;
  }
}
