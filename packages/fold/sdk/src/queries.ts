/** Checks the arguments of reads by hand: a schema would cost a reading program its quick start. */
import type { HistoryQuery, Instant, ViewQuery } from "@fold/contracts";
import { LIMITS, parseInstant } from "@fold/contracts/values";
import type { UsageFailure } from "./fold-error.js";

export interface StateQuery {
  /** The instant that durations are counted from, RFC 3339. */
  readonly now: string;
  /** The entry whose layer to show; the root unless given. */
  readonly layer?: string | null | undefined;
  /** Layers shown with their entries; 2 unless given. */
  readonly depth?: number | undefined;
  /** One entry, whatever its status, instead of a layer. */
  readonly entry?: string | undefined;
  /** What changed since the state right after this record, instead of a layer. */
  readonly since?: number | undefined;
}

export type Checked<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly failure: UsageFailure };

export type StateQuestion =
  | { readonly asks: "view"; readonly query: ViewQuery }
  | { readonly asks: "diff"; readonly now: Instant; readonly since: number };

/** Members that a query may have: one that is misspelt would otherwise change nothing, silently. */
const STATE_MEMBERS = ["now", "layer", "depth", "entry", "since"];
const HISTORY_MEMBERS = ["batch", "entry", "lineage", "since", "limit", "reverse"];

export function checkStateQuery(query: Partial<StateQuery>): Checked<StateQuestion> {
  const unknown = unknownMember(query, STATE_MEMBERS);
  if (unknown !== null) return unknown;
  const { layer, depth, entry, since } = query;
  const now = typeof query.now === "string" ? parseInstant(query.now) : null;
  if (now === null) return usage("now: an RFC 3339 date and time is needed");
  if (since !== undefined) {
    if (!isCount(since)) return usage("since: a number of a record is needed, or 0");
    if (entry !== undefined || (layer ?? null) !== null || depth !== undefined) {
      return usage("since: it goes with no layer, depth or entry");
    }
    return { ok: true, value: { asks: "diff", now, since } };
  }
  if (depth !== undefined && (!isCount(depth) || depth < 1)) {
    return usage("depth: a whole number from 1 is needed");
  }
  if (entry !== undefined && (layer ?? null) !== null) {
    return usage("entry: it goes with no layer");
  }
  return { ok: true, value: { asks: "view", query: { now, layer, depth, entry } } };
}

export function checkHistoryQuery(query: HistoryQuery): Checked<HistoryQuery> {
  const unknown = unknownMember(query, HISTORY_MEMBERS);
  if (unknown !== null) return unknown;
  const { batch, entry, lineage, since, limit } = query;
  if (since !== undefined && !isCount(since)) return usage("since: a number of a record is needed");
  if (limit !== undefined && !(isCount(limit) && limit >= 1 && limit <= LIMITS.historyMax)) {
    return usage(`limit: a whole number from 1 to ${LIMITS.historyMax} is needed`);
  }
  if (batch !== undefined && entry !== undefined) return usage("batch: it goes with no entry");
  if (lineage === true && entry === undefined) return usage("lineage: an entry is needed");
  return { ok: true, value: query };
}

function unknownMember(query: object, known: readonly string[]) {
  const name = Object.keys(query).find((member) => !known.includes(member));
  return name === undefined ? null : usage(`${name}: there is only ${known.join(", ")}`);
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

function usage(message: string): { readonly ok: false; readonly failure: UsageFailure } {
  return { ok: false, failure: { outcome: "usage", message } };
}
