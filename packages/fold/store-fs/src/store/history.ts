/** Pages of records: all of them, one batch, one entry, or an entry with its lineage. */
import type { FactKey, HistoryPage, HistoryQuery, LogRecord, ReadResult } from "@fold/contracts";
import { LIMITS } from "@fold/contracts/values";
import { failed, notFound } from "../failures.js";
import type { Line } from "../index-files/log-index.js";
import { gatherFacts } from "./facts.js";
import { type Collected, read } from "./read.js";
import { filedUnder, isFiledUnder, type RecordSource, readRecord } from "./records.js";
import type { Session } from "./session.js";

/** A page ends after so many bytes of log, but holds one record at least. */
const PAGE_BYTES_MAX = 16 * 1024 * 1024;

/** Lines that may belong to the page; those that are not filed under a key are left out later. */
interface Found {
  readonly lines: readonly (Line & { readonly seq: number })[];
  /** Null: every record belongs. */
  readonly keys: readonly FactKey[] | null;
}

export function readHistory(
  session: Session,
  query: HistoryQuery,
): Promise<ReadResult<HistoryPage>> {
  return read(
    session,
    (source) => find(source, query),
    (found, { isReadOnly }) => {
      const page = pageOf(session, found, query.limit ?? LIMITS.historyDefault);
      if (!page.ok) return page;
      return { ok: true, value: isReadOnly ? { ...page.value, read_only: true } : page.value };
    },
  );
}

async function find(source: RecordSource, query: HistoryQuery): Promise<Collected<Found>> {
  if (query.batch !== undefined) return await findFiled(source, query, [`batch:${query.batch}`]);
  if (query.entry === undefined) return await findAll(source, query);
  if (query.lineage !== true) return await findFiled(source, query, [`touched:${query.entry}`]);
  const asked = { command: "history", request: { lineage: query.entry } } as const;
  const facts = await gatherFacts(source, asked);
  if (!facts.ok) return facts;
  const ids = source.session.kernel.lineage(query.entry, facts.value);
  const keys = ids.map((id): FactKey => `touched:${id}`);
  return await findFiled(source, query, keys.length > 0 ? keys : [`touched:${query.entry}`]);
}

/** The records that a page may take: after `since`, or before it when the order is reversed. */
function rangeOf(
  { working }: RecordSource,
  { since, reverse = false }: HistoryQuery,
): { readonly first: number; readonly last: number; readonly reverse: boolean } {
  const last = working.state.event_seq;
  if (!reverse) return { first: (since ?? 0) + 1, last, reverse };
  return { first: 1, last: Math.min((since ?? last + 1) - 1, last), reverse };
}

/** One line more than the page may hold tells whether another page follows. */
function linesWanted({ limit = LIMITS.historyDefault }: HistoryQuery): number {
  return limit + 1;
}

async function findAll(source: RecordSource, query: HistoryQuery): Promise<Collected<Found>> {
  const { index } = source.working;
  const { first, last, reverse } = rangeOf(source, query);
  const count = Math.min(linesWanted(query), Math.max(last - first + 1, 0));
  const asked = await index.ask(source.mayWrite, () =>
    Array.from({ length: count }, (_, at) => {
      const seq = reverse ? last - at : first + at;
      return { seq, ...index.lineOf(seq) };
    }),
  );
  return asked.ok ? { ok: true, value: { lines: asked.value, keys: null } } : asked;
}

async function findFiled(
  source: RecordSource,
  query: HistoryQuery,
  keys: readonly FactKey[],
): Promise<Collected<Found>> {
  const { index } = source.working;
  const range = rangeOf(source, query);
  const wanted = linesWanted(query);
  const asked = await index.ask(source.mayWrite, () => {
    const seqs = new Set<number>();
    for (const key of keys) {
      let taken = 0;
      for (const seq of index.candidates(key, range)) {
        if (taken >= wanted) break;
        seqs.add(seq);
        taken += 1;
      }
    }
    const ordered = [...seqs].sort((a, b) => (range.reverse ? b - a : a - b)).slice(0, wanted);
    return ordered.map((seq) => ({ seq, ...index.lineOf(seq) }));
  });
  if (!asked.ok) return asked;
  if (asked.value.length === 0) return await nothingFiled(source, query, keys);
  return { ok: true, value: { lines: asked.value, keys } };
}

/** An empty page of something that is there, or the news that it never was. */
async function nothingFiled(
  source: RecordSource,
  query: HistoryQuery,
  keys: readonly FactKey[],
): Promise<Collected<Found>> {
  for (const key of keys) {
    const any = await filedUnder(source, key, { limit: 1 });
    if (!any.ok) return any;
    if (any.value.length > 0) return { ok: true, value: { lines: [], keys } };
  }
  const { batch, entry } = query;
  return failed(batch === undefined ? notFound("entry", entry ?? "") : notFound("batch", batch));
}

function pageOf(session: Session, { lines, keys }: Found, limit: number): Collected<HistoryPage> {
  const records: LogRecord[] = [];
  let bytes = 0;
  let last: number | null = null;
  for (const { seq, ...line } of lines) {
    const isFull = records.length >= limit || bytes + line.length > PAGE_BYTES_MAX;
    if (isFull && last !== null) return { ok: true, value: { records, next: last } };
    const found = readRecord(session, seq, line);
    if (!found.ok) return found;
    last = seq;
    const record = found.value;
    if (keys !== null && !keys.some((key) => isFiledUnder(session.kernel, record, key))) continue;
    records.push(record);
    bytes += line.length;
  }
  return { ok: true, value: { records, next: null } };
}
