/** Reads single records out of the log, by number or by key. */
import type { Corrupt, FactKey, Kernel, LogRecord } from "@fold/contracts";
import { corrupt, failed, type Result } from "../failures.js";
import type { Line } from "../index-files/log-index.js";
import { carriedHash, checkedHash, isRecord, parseJson } from "../log/record-line.js";
import type { Session, Working } from "./session.js";

export type RecordResult<Value> = Result<Value, Corrupt>;

/** Reads the record at a place. It was sound once; if its line is not any more, that is told. */
export function readRecord(
  session: Session,
  seq: number,
  { offset, length }: Line,
): RecordResult<LogRecord> {
  return parseRecord(session.log.read(offset, length), seq, offset);
}

function parseRecord(line: Buffer, seq: number, offset: number): RecordResult<LogRecord> {
  const record = checkedHash(line) === null ? undefined : parseJson(line.toString("utf8"));
  if (isRecord(record) && record.event_seq === seq) return { ok: true, value: record };
  const carried = carriedHash(line);
  const detail = carried === null ? "the line does not end with its hash" : `carried ${carried}`;
  return failed(corrupt("hash_mismatch", { line: seq, offset, detail }));
}

export interface RecordRange {
  /** The record that begins at `from`. */
  readonly seq: number;
  readonly from: number;
  readonly to: number;
}

/** Hands over the records of a stretch of log, in order. */
export async function eachRecord(
  { log }: Session,
  { seq, from, to }: RecordRange,
  onRecord: (record: LogRecord) => void,
): Promise<RecordResult<null>> {
  // A store without a record has no log yet.
  if (from === to) return { ok: true, value: null };
  let next = seq;
  let failure: Corrupt | null = null;
  await log.scan(
    { from, to },
    {
      onLine: ({ bytes, offset }) => {
        const read = parseRecord(bytes, next, offset);
        if (!read.ok) {
          failure = read.failure;
          return false;
        }
        onRecord(read.value);
        next += 1;
        return true;
      },
    },
  );
  return failure === null ? { ok: true, value: null } : failed(failure);
}

export interface FiledOptions {
  /** Records from here … */
  readonly first?: number;
  /** … to here, both included. */
  readonly last?: number;
  readonly reverse?: boolean;
  readonly limit?: number;
}

/** Records that are filed under a key, in order. */
export async function filedUnder(
  source: RecordSource,
  key: FactKey,
  options: FiledOptions = {},
): Promise<RecordResult<readonly LogRecord[]>> {
  const { working, mayWrite } = source;
  const asked = await working.index.ask(mayWrite, () => filedNow(source, key, options));
  return asked.ok ? asked.value : asked;
}

/** The same inside an `ask` of the index. */
export function filedNow(
  { session, working }: RecordSource,
  key: FactKey,
  { first = 1, last, reverse = false, limit = Number.POSITIVE_INFINITY }: FiledOptions,
): RecordResult<readonly LogRecord[]> {
  const { index, state } = working;
  const records: LogRecord[] = [];
  const range = { first, last: last ?? state.event_seq, reverse };
  for (const seq of index.candidates(key, range)) {
    if (records.length >= limit) break;
    const read = readRecord(session, seq, index.lineOf(seq));
    if (!read.ok) return read;
    if (isFiledUnder(session.kernel, read.value, key)) records.push(read.value);
  }
  return { ok: true, value: records };
}

export function isFiledUnder(kernel: Kernel, record: LogRecord, key: FactKey): boolean {
  return kernel.factKeys(record).includes(key);
}

/** A recovered handle, and whether it may make cache files. */
export interface RecordSource {
  readonly session: Session;
  readonly working: Working;
  readonly mayWrite: boolean;
}
