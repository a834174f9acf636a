/** The failures of this package as data, and their sentences, which nobody compares. */
import type {
  CopyFailed,
  Corrupt,
  NoStore,
  NotFound,
  Unavailable,
  UnknownOutcome,
} from "@fold/contracts";
import { systemCode } from "./fs-port.js";
import { LOG_NAME } from "./names.js";

/** A value, or why there is none. */
export type Result<Value, Failure> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly failure: Failure };

/** What can stop any operation before it has written. */
export type StoreFailure = Unavailable | Corrupt | NoStore;

export function failed<Failure>(failure: Failure): {
  readonly ok: false;
  readonly failure: Failure;
} {
  return { ok: false, failure };
}

export type UnavailableReason = Unavailable["reason"];

/**
 * `lock_timeout` another process held the store for too long; `lock_unsafe` a second holder could
 * get in as well; `lock_unsupported` this system or file system has no lock to offer; `no_space`
 * the disk or a quota is full; `read_only` and `permission` the directory may not be written;
 * `sync_failed` the disk refused to keep what was written, which was taken back; `io` any other
 * failing file call; `not_a_file` a pipe, a device or a directory has the name of a file; `reopen_needed`
 * an earlier sync failed; `closed` the handle was closed.
 */
const SENTENCES: Readonly<Record<UnavailableReason, string>> = {
  lock_timeout: "another process holds the store; nothing was written, try again",
  lock_unsafe: "the lock of this store does not keep a second writer out; nothing was written",
  lock_unsupported: "this system offers no lock that the store can rely on; nothing was written",
  no_space: "no space left for the record; the log is as it was before",
  read_only: "the store is on a read-only file system; nothing was written",
  permission: "this user may not use the files of the store in this way; nothing was written",
  sync_failed: "the disk did not confirm what was written, so it does not count as saved",
  io: "a file call failed; nothing was written",
  not_a_file: "something that is not a file has the name of a file of the store; nothing was done",
  reopen_needed: "an earlier sync failed; open the store again before using it",
  closed: "the store was closed",
};

export function unavailable(reason: UnavailableReason, detail?: string): Unavailable {
  const base = { outcome: "unavailable", reason, message: SENTENCES[reason] } as const;
  return detail === undefined ? base : { ...base, detail };
}

const REASONS: Readonly<Record<string, UnavailableReason>> = {
  ENOSPC: "no_space",
  EDQUOT: "no_space",
  EFBIG: "no_space",
  EROFS: "read_only",
  EACCES: "permission",
  EPERM: "permission",
  EISDIR: "not_a_file",
  EFTYPE: "not_a_file",
};

/** The failure that a throwing file call stands for. Anything else is a bug and is thrown on. */
export function fromSystemError(error: unknown): Unavailable {
  const code = systemCode(error);
  if (code === null) throw error;
  return unavailable(REASONS[code] ?? "io", detailOf(error));
}

const COPY_SENTENCES: Readonly<Record<CopyFailed["reason"], (out: string) => string>> = {
  no_space: (out) => `there is not enough space for the copy in ${out}`,
  read_only: (out) => `${out} is on a read-only file system`,
  permission: (out) => `this user may not write in ${out}`,
  io: (out) => `a file call on the copy in ${out} failed`,
};

/** The failure of a copy that a throwing file call at its place stands for. */
export function copyFailed(out: string, error: unknown): CopyFailed {
  const { reason: found } = fromSystemError(error);
  const reason = found in COPY_SENTENCES ? (found as CopyFailed["reason"]) : "io";
  const message = `No copy was made: ${COPY_SENTENCES[reason](out)}`;
  return { outcome: "copy_failed", reason, message, out, detail: detailOf(error) };
}

export function detailOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

export type CorruptReason = Corrupt["reason"];

const FAULTS: Readonly<Record<CorruptReason, string>> = {
  log_regressed: "the log is shorter than what was saved in it",
  newer_format: "this line was written in a newer format than this program knows",
  not_json: "this line is not JSON",
  not_a_record: "this line is not a record",
  broken_sequence: "this record has the wrong number",
  broken_chain: "this record does not follow the one before it",
  hash_mismatch: "this record was changed after it was written",
  fork: "two histories continue from the same record",
  duplicated_line: "this line was in the log before",
  glued_lines: "two records stand on one line",
  conflict_markers: "an unfinished merge left its markers",
  byte_order_mark: "the file begins with a byte order mark",
  carriage_return: "the line ends were changed to CRLF",
  nul_bytes: "there are NUL bytes in the middle of the log",
  not_utf8: "this line is not UTF-8",
};

export interface Place {
  readonly line: number | null;
  readonly offset: number | null;
  readonly column?: number | undefined;
  readonly detail?: string | undefined;
}

export function corrupt(reason: CorruptReason, place: Place): Corrupt {
  const { line, offset, column, detail } = place;
  const where = line === null ? LOG_NAME : `${LOG_NAME}, line ${line}`;
  return {
    outcome: "corrupt",
    reason,
    message: `${where}: ${FAULTS[reason]}`,
    file: LOG_NAME,
    line,
    ...(column === undefined ? {} : { column }),
    offset,
    ...(detail === undefined ? {} : { detail }),
  };
}

export function noStore(dir: string): NoStore {
  return {
    outcome: "no_store",
    message: `there is no store in ${dir}`,
    hint: "open it with `init`, and the directory is made",
  };
}

export function notFound(what: string, id: string): NotFound {
  return { outcome: "not_found", message: `there is no ${what} ${id}`, id };
}

export function unknownOutcome(batchId: string, detail: string): UnknownOutcome {
  return {
    outcome: "unknown",
    batch_id: batchId,
    message: "the record may or may not have reached the disk: ask history for its id",
    detail,
  };
}
