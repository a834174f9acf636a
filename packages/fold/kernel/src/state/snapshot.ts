import type { State, StateSnapshot } from "@fold/contracts";
import { byId } from "../order.js";

/** The state as JSON. Maps become lists sorted by id, so that equal states give equal text. */
export function toSnapshot(state: State): StateSnapshot {
  return {
    ...state,
    entries: [...state.entries.values()].sort(byId),
    deferred: [...state.deferred.values()].sort(byId),
  };
}

export function fromSnapshot(snapshot: StateSnapshot): State {
  return {
    ...snapshot,
    entries: new Map(snapshot.entries.map((entry) => [entry.id, entry])),
    deferred: new Map(snapshot.deferred.map((entry) => [entry.id, entry])),
  };
}
