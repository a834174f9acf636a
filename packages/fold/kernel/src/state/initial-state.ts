import type { State } from "@fold/contracts";
import { LIMITS } from "@fold/contracts/values";

/** The state before the first record: an empty root layer with the default budget. */
export const initialState: State = {
  event_seq: 0,
  revision: 0,
  at: null,
  last_checked_at: null,
  root_budget: LIMITS.budgetDefault,
  entries: new Map(),
  deferred: new Map(),
  annotations_total: 0,
  pending_total: 0,
  pending: [],
};
