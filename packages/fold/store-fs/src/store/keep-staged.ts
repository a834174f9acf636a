/**
 * Appends what is staged and makes it last. Nothing staged counts as saved before the sync has
 * succeeded; after it, whatever fails is a warning.
 */
import type { Unavailable, Warning } from "@fold/contracts";
import type { Hold } from "../exclusion/exclusion.js";
import { detailOf, fromSystemError, unavailable } from "../failures.js";
import { systemCode } from "../fs-port.js";
import { saveCachesIfDue } from "./caches.js";
import type { Session, Working } from "./session.js";

export interface Staged {
  /** The handle as it will stand. */
  readonly working: Working;
  readonly hold: Hold;
  /** Where the log ends without what is staged. */
  readonly start: number;
}

export type Kept =
  | { readonly kept: "all"; readonly warnings: readonly Warning[] }
  | { readonly kept: "nothing"; readonly failure: Unavailable }
  /** The bytes may or may not have reached the disk. */
  | { readonly kept: "unknown"; readonly detail: string };

export async function keepStaged(session: Session, staged: Staged): Promise<Kept> {
  const { hold, working } = staged;
  const failure = await append(session, staged);
  if (failure !== null) return failure;
  const warnings: Warning[] = [];
  try {
    hold.keepNote({ ...hold.note, synced: working.length });
  } catch (error) {
    warnings.push({ code: "synced_length_not_saved", reason: detailOf(error) });
  }
  return { kept: "all", warnings: [...warnings, ...(await saveCachesIfDue(session, working))] };
}

/** Returns null once everything is on the disk. */
async function append(session: Session, { hold, start }: Staged): Promise<Kept | null> {
  const { fs, log, dir } = session;
  if (hold.kind !== "exclusive" || !hold.isGenuine()) {
    return nothingKept(unavailable("lock_unsafe", "the lock file was replaced while it was held"));
  }
  // The name of a log that nobody is known to have synced may not be on the disk yet.
  const isNameNew = hold.note.synced === 0;
  if (!log.isOpen) log.create();
  const lines = log.stagedLines;
  try {
    log.appendStaged();
  } catch (error) {
    const second = await takeBack(session, start);
    // The last line lacks its line feed, so it can never count; those before it may be whole.
    if (second === null || lines === 1) return nothingKept(fromSystemError(error));
    return { kept: "unknown", detail: `${detailOf(error)}; then ${detailOf(second)}` };
  }
  try {
    await log.sync();
    if (isNameNew) fs.syncDirectory(dir);
    return null;
  } catch (error) {
    return await afterFailedSync(session, { start, error });
  }
}

function nothingKept(failure: Unavailable): Kept {
  return { kept: "nothing", failure };
}

/** Cuts what a failed write left; returns what kept it from doing so. */
async function takeBack(session: Session, length: number): Promise<unknown> {
  try {
    session.log.cut(length);
    await session.log.sync();
    return null;
  } catch (error) {
    if (systemCode(error) === null) throw error;
    session.mustReopen = true;
    return error;
  }
}

interface FailedSync {
  readonly start: number;
  readonly error: unknown;
}

/**
 * A failed sync is never tried again on its descriptor: the system may have dropped what it could
 * not write and would report success. The records are cut off and that is synced afresh.
 */
async function afterFailedSync(session: Session, { start, error }: FailedSync): Promise<Kept> {
  session.mustReopen = true;
  try {
    session.log.cut(start);
    await session.log.syncAfresh();
  } catch (second) {
    return { kept: "unknown", detail: `${detailOf(error)}; then ${detailOf(second)}` };
  }
  return nothingKept(unavailable("sync_failed", detailOf(error)));
}
