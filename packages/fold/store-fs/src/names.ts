/** Every name that the store owns. Nothing else in its directory is read or written. */
import { randomBytes } from "node:crypto";

/** The truth. */
export const LOG_NAME = "events.jsonl";
/** A cache of the working set. */
export const SNAPSHOT_NAME = "snapshot.json";
/** What the exclusion holds on to; never deleted or replaced. */
export const LOCK_NAME = "lock";
/** A cache: the directory of index segments. */
export const INDEX_NAME = "index";

/** Any of these makes a directory a store. */
export const MARKS = [LOG_NAME, LOCK_NAME, SNAPSHOT_NAME] as const;

const TEMPORARY = /^(?:events\.jsonl|snapshot\.json|\d{12}-\d{12}\.segment)\.[0-9a-f]{16}\.tmp$/;
const SEGMENT = /^(\d{12})-(\d{12})\.segment$/;

/** A name that no other file has, for a file that will be renamed to `name`. */
export function temporaryName(name: string): string {
  return `${name}.${randomBytes(8).toString("hex")}.tmp`;
}

export function isTemporaryName(name: string): boolean {
  return TEMPORARY.test(name);
}

/** The file of a segment that stands for the records `first` to `last`. */
export function segmentName({ first, last }: SeqRange): string {
  return `${padded(first)}-${padded(last)}.segment`;
}

/** The records that a segment's name says it stands for; null for any other name. */
export function segmentRange(name: string): SeqRange | null {
  const [, first, last] = SEGMENT.exec(name) ?? [];
  if (first === undefined || last === undefined) return null;
  const range = { first: Number(first), last: Number(last) };
  return range.first >= 1 && range.first <= range.last ? range : null;
}

/** Records by `event_seq`, both ends included. */
export interface SeqRange {
  readonly first: number;
  readonly last: number;
}

function padded(seq: number): string {
  return String(seq).padStart(12, "0");
}
