/** Questions of remote callers. Apart from requests, which need no schema of any answer. */
import { type Parsed, parse } from "./parse.js";
import { type HistoryQuery, historyQuerySchema } from "./schema/history.js";
import { type StateQueryInput, stateQuerySchema } from "./schema/state-query.js";

/** Reads what to show of a state, as a remote caller wrote it. */
export function parseStateQuery(input: unknown): Parsed<StateQueryInput> {
  return parse(stateQuerySchema, input);
}

/** Reads what to list of a history, as a remote caller wrote it. */
export function parseHistoryQuery(input: unknown): Parsed<HistoryQuery> {
  return parse(historyQuerySchema, input);
}
