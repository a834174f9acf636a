/** Finds what the kernel asks for beyond its state, until it asks for nothing more. */
import type {
  ChangedSince,
  Command,
  Corrupt,
  FactKey,
  FactNeed,
  Facts,
  LogRecord,
  Query,
} from "@fold/contracts";
import type { Result } from "../failures.js";
import {
  eachRecord,
  filedNow,
  filedUnder,
  type RecordResult,
  type RecordSource,
  readRecord,
} from "./records.js";

const NO_FACTS: Facts = {
  records: new Map(),
  changedSince: new Map(),
  pendingAfter: new Map(),
};

export async function gatherFacts(
  source: RecordSource,
  asked: Command | Query,
): Promise<Result<Facts, Corrupt>> {
  const { session, working } = source;
  const { kernel } = session;
  let facts = NO_FACTS;
  for (;;) {
    const needs = kernel.lookup(working.state, asked, facts);
    if (needs.length === 0) return { ok: true, value: facts };
    for (const need of needs) {
      if (isKnown(facts, need)) throw new Error(`invariant: ${need.need} was answered before`);
      const answered = await answer(source, facts, need);
      if (!answered.ok) return answered;
      facts = answered.value;
    }
  }
}

function isKnown(facts: Facts, need: FactNeed): boolean {
  switch (need.need) {
    case "records":
      return facts.records.has(need.key);
    case "changed_since":
      return facts.changedSince.has(need.revision);
    case "pending_after":
      return facts.pendingAfter.has(need.event_seq);
    default:
      return need satisfies never;
  }
}

async function answer(
  source: RecordSource,
  facts: Facts,
  need: FactNeed,
): Promise<Result<Facts, Corrupt>> {
  switch (need.need) {
    case "records": {
      const found = await filedUnder(source, need.key);
      if (!found.ok) return found;
      return { ok: true, value: { ...facts, records: extended(facts.records, need.key, found) } };
    }
    case "changed_since": {
      const found = await changedSince(source, need.revision);
      if (!found.ok) return found;
      const known = extended(facts.changedSince, need.revision, found);
      return { ok: true, value: { ...facts, changedSince: known } };
    }
    case "pending_after": {
      const found = await pendingAfter(source, need);
      if (!found.ok) return found;
      const known = extended(facts.pendingAfter, need.event_seq, found);
      return { ok: true, value: { ...facts, pendingAfter: known } };
    }
    default:
      return need satisfies never;
  }
}

function extended<Key, Value>(
  map: ReadonlyMap<Key, Value>,
  key: Key,
  { value }: { readonly value: Value },
): ReadonlyMap<Key, Value> {
  return new Map([...map, [key, value]]);
}

/** The next annotations after a record that nothing has acknowledged. */
async function pendingAfter(
  source: RecordSource,
  { event_seq, count }: Extract<FactNeed, { need: "pending_after" }>,
): Promise<RecordResult<readonly LogRecord[]>> {
  const { index, state } = source.working;
  const find = (): RecordResult<readonly LogRecord[]> => {
    const pending: LogRecord[] = [];
    const range = { first: event_seq + 1, last: state.event_seq };
    for (const seq of index.candidates("annotation:", range)) {
      if (pending.length >= count) break;
      const read = readRecord(source.session, seq, index.lineOf(seq));
      if (!read.ok) return read;
      if (read.value.type !== "annotation") continue;
      const key: FactKey = `acknowledged:${read.value.batch_id}`;
      const acknowledged = filedNow(source, key, { first: seq + 1, limit: 1 });
      if (!acknowledged.ok) return acknowledged;
      if (acknowledged.value.length === 0) pending.push(read.value);
    }
    return { ok: true, value: pending };
  };
  const asked = await index.ask(source.mayWrite, find);
  return asked.ok ? asked.value : asked;
}

/** The entries that records after a revision changed, each once, by its first such change. */
async function changedSince(
  source: RecordSource,
  revision: number,
): Promise<Result<ChangedSince, Corrupt>> {
  const { session, working } = source;
  const start = await firstAfterRevision(source, revision);
  if (!start.ok) return start;
  const ids = new Set<string | null>();
  const { seq, offset } = start.value;
  const range = { seq, from: offset, to: working.length };
  const read = await eachRecord(session, range, (record) => {
    for (const id of session.kernel.changedIds(record)) ids.add(id);
  });
  return read.ok ? { ok: true, value: { ids: [...ids] } } : read;
}

interface RecordStart {
  readonly seq: number;
  readonly offset: number;
}

/** Revisions never go down along the log, so the place is found by halving. */
async function firstAfterRevision(
  { session, working, mayWrite }: RecordSource,
  revision: number,
): Promise<RecordResult<RecordStart>> {
  const { index, state } = working;
  const asked = await index.ask(mayWrite, (): RecordResult<RecordStart> => {
    let low = 1;
    let high = state.event_seq + 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      const read = readRecord(session, middle, index.lineOf(middle));
      if (!read.ok) return read;
      if (read.value.revision > revision) high = middle;
      else low = middle + 1;
    }
    return { ok: true, value: { seq: low, offset: index.offsetOf(low) } };
  });
  return asked.ok ? asked.value : asked;
}
