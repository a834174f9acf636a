/**
 * Brings a handle up to the last complete record. The log decides; whatever a cache says is checked
 * against it. Staleness is judged by length, sequence and hash, never by time.
 *
 * 1. A log that is shorter than anything says that was saved in it is an error, not a new store.
 * 2. A last fragment without a line feed was never accepted: a read leaves it, a write cuts it.
 * 3. Any other line that is not the next record is an error. Nothing is skipped.
 * 4. What a dead writer appended but may not have synced is written again as it stands, and synced,
 *    before anyone is told of it: its own sync may have failed, and a later one then proves nothing.
 */
import { join } from "node:path";
import type { LogRecord, Warning } from "@fold/contracts";
import type { Hold } from "../exclusion/exclusion.js";
import {
  corrupt,
  detailOf,
  failed,
  fromSystemError,
  type Result,
  type StoreFailure,
  unavailable,
} from "../failures.js";
import { systemCode } from "../fs-port.js";
import { LogIndex } from "../index-files/log-index.js";
import { type BadLine, recognise } from "../log/recognise.js";
import { type ChainHead, decodeLine } from "../log/record-line.js";
import { type ScannedLine, scanLines } from "../log/scan.js";
import { SNAPSHOT_NAME } from "../names.js";
import { readSnapshot, type Snapshot } from "../snapshot-file.js";
import { Prefix } from "./prefix.js";
import { emptyWorking, extendPrefix, forget, type Session, type Working } from "./session.js";

/** The handle as it now stands, and what is worth telling. */
export interface Recovered {
  readonly working: Working;
  readonly warnings: readonly Warning[];
}

export interface RecoverOptions {
  readonly hold: Hold;
  readonly purpose: "read" | "write";
}

type Recovery<Value> = Result<Value, StoreFailure>;

export async function recover(
  session: Session,
  { hold, purpose }: RecoverOptions,
): Promise<Recovery<Recovered>> {
  const opened = session.log.open(purpose);
  if (opened.found === "absent") return withoutLog(session, hold);

  const { size } = opened;
  const known = Math.max(session.working?.length ?? 0, hold.note.synced);
  if (size < known) return regressed({ size, known });
  const warm = warmWorking(session, opened);
  // Most calls find the log as the handle left it: then nothing below has anything to do.
  if (warm?.length === size && hold.note.synced === size) {
    return { ok: true, value: { working: warm, warnings: [] } };
  }
  const begun = await begin(session, { warm, size });
  if (!begun.ok) return begun;
  const { working } = begun.value;

  const caughtUp = await catchUp(session, { working, size, mayWrite: hold.kind === "exclusive" });
  if (!caughtUp.ok) return caughtUp;
  if (working.length < known) return regressed({ size: working.length, known });

  const tail = purpose === "write" ? await cutTail(session, working, size) : noWarnings;
  if (!tail.ok) return tail;
  const synced = await syncUnsynced(session, { hold, working });
  if (!synced.ok) return synced;
  return { ok: true, value: { working, warnings: [...begun.value.warnings, ...tail.value] } };
}

const noWarnings: Recovery<readonly Warning[]> = { ok: true, value: [] };

interface Regression {
  readonly size: number;
  readonly known: number;
}

function regressed({ size, known }: Regression): Recovery<never> {
  const detail = `${size} bytes of ${known} that were saved`;
  return failed(corrupt("log_regressed", { line: null, offset: size, detail }));
}

/** No log: a new store, unless something remembers one. */
function withoutLog(session: Session, hold: Hold): Recovery<Recovered> {
  const snapshot = readSnapshot(session.fs, join(session.dir, SNAPSHOT_NAME));
  const snapshotLength = snapshot.found === "snapshot" ? snapshot.snapshot.log.length : 0;
  const known = Math.max(session.working?.length ?? 0, hold.note.synced, snapshotLength);
  if (known > 0) return regressed({ size: 0, known });
  if (snapshot.found === "damage") {
    // What cannot be read at the moment says nothing about the log.
    if (snapshot.error !== null) return failed(fromSystemError(snapshot.error));
    // Whatever it was, it stood for records; without a log there is nothing to hold against it.
    return failed(corrupt("log_regressed", { line: null, offset: null, detail: snapshot.reason }));
  }
  session.working ??= emptyWorking(session, false);
  return { ok: true, value: { working: session.working, warnings: [] } };
}

/** The place to read on from: where this handle was, or the snapshot, or the beginning. */
async function begin(
  session: Session,
  { warm, size }: { readonly warm: Working | null; readonly size: number },
): Promise<Recovery<Recovered>> {
  if (warm !== null) return { ok: true, value: { working: warm, warnings: [] } };
  forget(session);
  const cold = await fromSnapshot(session, size);
  if (cold.ok) session.working = cold.value.working;
  return cold;
}

/** What the handle has read, if it still stands in the log where it was read. */
function warmWorking(
  { working, log }: Session,
  { found }: { readonly found: "same" | "other" },
): Working | null {
  if (working === null || found === "other") return null;
  const isThere = working.length === 0 || log.hashBefore(working.length) === working.hash;
  return isThere ? working : null;
}

async function fromSnapshot(session: Session, size: number): Promise<Recovery<Recovered>> {
  const { fs, dir, log } = session;
  const read = readSnapshot(fs, join(dir, SNAPSHOT_NAME));
  if (read.found === "nothing") return fromNothing(session, null);
  if (read.found === "damage") return fromNothing(session, read.reason);
  const { snapshot } = read;
  if (size < snapshot.log.length) return regressed({ size, known: snapshot.log.length });
  if (log.hashBefore(snapshot.log.length) !== snapshot.log.hash) {
    return fromNothing(session, "the log holds another history");
  }
  const prefix = await prefixOf(session, snapshot);
  if (prefix === "differs") return fromNothing(session, "the log was changed before its end");
  return { ok: true, value: { working: workingAt(session, snapshot, prefix), warnings: [] } };
}

function fromNothing(session: Session, reason: string | null): Recovery<Recovered> {
  const working = emptyWorking(session, reason !== null);
  if (reason === null) return { ok: true, value: { working, warnings: [] } };
  const warning = { code: "cache_discarded", file: SNAPSHOT_NAME, reason } as const;
  return { ok: true, value: { working, warnings: [warning] } };
}

/** The hash over the log up to a snapshot; null for a long log, which `verify` checks whole. */
async function prefixOf(session: Session, { log }: Snapshot): Promise<Prefix | null | "differs"> {
  if (log.sha256 === null) return null;
  const prefix = new Prefix();
  const chunkBytes = 1024 * 1024;
  for (let at = 0; at < log.length; at += chunkBytes) {
    prefix.add(session.log.read(at, Math.min(chunkBytes, log.length - at)));
  }
  return prefix.digest() === log.sha256 ? prefix : "differs";
}

function workingAt(session: Session, snapshot: Snapshot, prefix: Prefix | null): Working {
  const { last_event_seq: seq, log, state } = snapshot;
  return {
    state: session.kernel.fromSnapshot(state),
    length: log.length,
    hash: log.hash,
    prefix,
    index: new LogIndex(session, { seq, hash: log.hash, offset: log.length }),
    isFresh: true,
    saved: { seq, length: log.length, isOverdue: false },
  };
}

const LINE_FEED = Buffer.from("\n");

/** Enough to share a copy of the state, and few enough to be forgotten before they have aged. */
const APPLIED_AT_ONCE = 64;

interface CatchUp {
  readonly working: Working;
  readonly size: number;
  readonly mayWrite: boolean;
}

/** Applies every complete line that the handle has not seen. */
async function catchUp(
  { fs, kernel, log }: Session,
  { working, size, mayWrite }: CatchUp,
): Promise<Recovery<null>> {
  if (working.length === size) return { ok: true, value: null };
  let head: ChainHead = { seq: working.state.event_seq, hash: working.hash };
  /** Read and not yet applied: to apply many at once costs little more than to apply one. */
  let unapplied: LogRecord[] = [];
  const apply = (): void => {
    working.state = kernel.applyAll(working.state, unapplied);
    unapplied = [];
  };
  let bad: BadLine | null = null;
  let failure: StoreFailure | null = null;
  const onLine = ({ bytes, offset, end }: ScannedLine): boolean => {
    if (failure !== null) return false;
    const record = decodeLine(bytes, head);
    if (record === null) {
      bad = { bytes: Buffer.from(bytes), offset, head };
      return false;
    }
    head = { seq: record.event_seq, hash: record.hash };
    unapplied.push(record);
    if (unapplied.length >= APPLIED_AT_ONCE) apply();
    working.length = end;
    working.hash = record.hash;
    working.index.add(record, { offset, end });
    if (working.prefix !== null) extendPrefix(working, Buffer.from(bytes), LINE_FEED);
    return true;
  };
  const betweenChunks = async (): Promise<void> => {
    apply();
    const relieved = await working.index.relieve(mayWrite);
    if (!relieved.ok) failure = relieved.failure;
  };
  await scanLines(fs, log.fd, { from: working.length, to: size }, { onLine, betweenChunks });
  apply();
  if (failure !== null) return failed(failure);
  return bad === null ? { ok: true, value: null } : failed(await recognise(fs, log.fd, bad));
}

/** Cuts what follows the last line feed, and makes the cut last. */
async function cutTail(
  session: Session,
  working: Working,
  size: number,
): Promise<Recovery<readonly Warning[]>> {
  const bytes = size - working.length;
  if (bytes === 0) return noWarnings;
  session.log.cut(working.length);
  try {
    await session.log.sync();
  } catch (error) {
    session.mustReopen = true;
    return failed(unavailable("sync_failed", detailOf(error)));
  }
  return { ok: true, value: [{ code: "tail_cut", bytes }] };
}

interface Unsynced {
  readonly hold: Hold;
  readonly working: Working;
}

/**
 * More than any append. Whoever appends has made sure of all that was there before, so no more than
 * the last append can be in doubt, also where the lock file was lost and says nothing.
 */
const UNSYNCED_BYTES_MAX = 8 * 1024 * 1024;

/** File systems that are mounted to be read only have nothing to sync, and say so in these ways. */
const NOTHING_TO_SYNC = new Set(["EROFS", "EINVAL", "EBADF", "EACCES", "EPERM"]);

async function syncUnsynced(
  session: Session,
  { hold, working }: Unsynced,
): Promise<Recovery<null>> {
  if (hold.kind === "none" || working.length <= hold.note.synced) return { ok: true, value: null };
  try {
    const to = working.length;
    const from = Math.max(hold.note.synced, to - UNSYNCED_BYTES_MAX);
    if (hold.kind === "exclusive") await session.log.writeAgain({ from, to });
    else await session.log.sync();
    // Its writer may have died before the log's name was on the disk.
    if (hold.note.synced === 0) session.fs.syncDirectory(session.dir);
  } catch (error) {
    const code = systemCode(error);
    if (code === null) throw error;
    if (hold.kind === "shared" && NOTHING_TO_SYNC.has(code)) return { ok: true, value: null };
    session.mustReopen = true;
    return failed(unavailable("sync_failed", detailOf(error)));
  }
  noteSynced(hold, working.length);
  return { ok: true, value: null };
}

/** Without the note the next call syncs once more: no reason to fail this one. */
function noteSynced(hold: Hold, synced: number): void {
  if (hold.kind !== "exclusive") return;
  try {
    hold.keepNote({ ...hold.note, synced });
  } catch (error) {
    if (systemCode(error) === null) throw error;
  }
}
