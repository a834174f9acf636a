/**
 * Writes the caches when they are due: the index segment first, then the snapshot. Neither is
 * needed for anything but speed, so whatever fails here is a warning and never takes back a
 * receipt.
 */
import { join } from "node:path";
import type { Corrupt, Warning } from "@fold/contracts";
import { detailOf } from "../failures.js";
import { isTemporaryName, SNAPSHOT_NAME } from "../names.js";
import { discard, replaceFile } from "../replace-file.js";
import { encodeSnapshot, peekSnapshot, type SnapshotLog } from "../snapshot-file.js";
import { PREFIX_BYTES_MAX } from "./prefix.js";
import type { Session, Working } from "./session.js";

interface Distance {
  readonly records: number;
  readonly bytes: number;
}

/**
 * How far the caches may lie behind. Whoever starts cold reads what they lack, so for a handle that
 * has just done that little is too much: a command then starts within a sync's time of the best. A
 * handle that goes on needs them no more; for it they would be a second and a third write to wait for.
 */
const DUE_FRESH: Distance = { records: 32, bytes: 64 * 1024 };
const DUE_LATER: Distance = { records: 1024, bytes: 1024 * 1024 };

/** To be called under the exclusive lock, for a log that is synced. */
export async function saveCachesIfDue(
  session: Session,
  working: Working,
): Promise<readonly Warning[]> {
  const due = working.isFresh ? DUE_FRESH : DUE_LATER;
  working.isFresh = false;
  if (!isDue(working, due)) return [];
  try {
    const failure = await saveCaches(session, working, due);
    if (failure === null) return [];
    working.saved = placeOf(working);
    return [{ code: "cache_not_saved", reason: failure.message }];
  } catch (error) {
    // Whatever it is, also a bug: the record is saved, and nobody may be told otherwise.
    // The next attempt is due after as many records again, not at each of them.
    working.saved = placeOf(working);
    return [{ code: "cache_not_saved", reason: detailOf(error) }];
  }
}

function isDue({ state, length, saved }: Working, { records, bytes }: Distance): boolean {
  if (state.event_seq === 0) return false;
  return (
    saved.isOverdue || state.event_seq - saved.seq >= records || length - saved.length >= bytes
  );
}

/** Returns a fault of the log that the index came across, where there is one. */
async function saveCaches(
  session: Session,
  working: Working,
  due: Distance,
): Promise<Corrupt | null> {
  const { fs, dir, kernel } = session;
  if (isSavedByAnother(session, working, due)) return null;
  removeTemporaryFiles(session);
  const indexed = await working.index.save();
  if (!indexed.ok) return indexed.failure;
  const bytes = encodeSnapshot({
    last_event_seq: working.state.event_seq,
    log: logOf(working),
    state: kernel.toSnapshot(working.state),
  });
  await replaceFile(fs, { dir, name: SNAPSHOT_NAME, bytes });
  working.saved = placeOf(working);
  return null;
}

/** Whoever of many writers saves first does it for all. */
function isSavedByAnother({ fs, dir }: Session, working: Working, due: Distance): boolean {
  if (working.saved.isOverdue) return false;
  const place = peekSnapshot(fs, join(dir, SNAPSHOT_NAME));
  if (place === null || place.seq <= working.saved.seq) return false;
  working.saved = { ...place, isOverdue: false };
  return !isDue(working, due);
}

/** The hash over the whole log helps as long as hashing it is quick. */
function logOf({ length, hash, prefix }: Working): SnapshotLog {
  const isShort = prefix !== null && length <= PREFIX_BYTES_MAX;
  return { length, hash, sha256: isShort ? prefix.digest() : null };
}

function placeOf({ state, length }: Working): Working["saved"] {
  return { seq: state.event_seq, length, isOverdue: false };
}

/** Temporary files are written under the lock only, so any that is there has lost its writer. */
function removeTemporaryFiles({ fs, dir }: Session): void {
  for (const name of fs.list(dir)) {
    if (isTemporaryName(name)) discard(fs, join(dir, name));
  }
}
