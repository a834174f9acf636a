/**
 * Looks a store over: walks the chain, holds each record to its schema, replays, compares the caches,
 * and says what every file is. It never writes and makes no file.
 *
 * Writers are not kept waiting, so the log may grow meanwhile. What holds:
 *
 * 1. What says how long the log was is read before the log.
 * 2. The last look, at the end of the log and at the files beside it, is taken under a shared lock,
 *    for as long as it takes, where there is a lock file that can be locked.
 * 3. A log that was cut or replaced meanwhile is looked over from the beginning.
 */
import { join, resolve } from "node:path";
import type { Corrupt, Finding, Kernel, NoStore, Unavailable } from "@fold/contracts";
import { type LockNote, NOTHING_NOTED, NoteFile } from "../exclusion/lock-note.js";
import type { LockPort } from "../exclusion/lock-port.js";
import { nativeLock } from "../exclusion/native-lock.js";
import {
  corrupt,
  failed,
  fromSystemError,
  noStore,
  type Result,
  unavailable,
} from "../failures.js";
import { closeFile, type FsPort, readUpTo, systemCode } from "../fs-port.js";
import { hashAtLineEnd, LINE_END_BYTES } from "../log/record-line.js";
import { LOCK_NAME, LOG_NAME, SNAPSHOT_NAME } from "../names.js";
import { nodeFs } from "../node-fs.js";
import { readSnapshot } from "../snapshot-file.js";
import { isStore } from "../store/open-store.js";
import { checkIndex } from "./check-index.js";
import { schemaCheck } from "./check-record.js";
import { leftoversIn } from "./leftovers.js";
import { quietly } from "./quiet.js";
import { Replay } from "./replay.js";
import { failsStill, NOT_WALKED, type Walked, walkLog } from "./walk.js";

export interface VerifyOptions {
  readonly kernel: Kernel;
  /** Also show each record to the schema itself, and undo it: ten times as long or more. */
  readonly full?: boolean | undefined;
  readonly fs?: FsPort | undefined;
  /** Locks, for the last look; those of the operating system unless given, null for none. */
  readonly lock?: LockPort | null | undefined;
  /** Called now and then with the bytes of the log that were read, of all. */
  readonly onProgress?: ((done: number, all: number) => void) | undefined;
}

export interface Verification {
  readonly dir: string;
  /** The log is whole and nothing that was saved is missing from it. */
  readonly isSound: boolean;
  readonly event_seq: number;
  readonly revision: number;
  /** The hash of the last sound record. */
  readonly hash: string;
  /** Bytes of the sound records, and of the file. */
  readonly length: number;
  readonly size: number;
  /** What is wrong with the log. */
  readonly failure: Corrupt | null;
  /** Complete lines behind the last sound record. */
  readonly linesBehind: number;
  readonly findings: readonly Finding[];
}

export type VerifyResult = Result<Verification, NoStore | Unavailable>;

/** A log that changes under every look is not a log that is only appended to. */
const LOOKS_MAX = 3;
/** More than this is caught up with before writers are kept out. */
const QUIET_BYTES_MAX = 1024 * 1024;
const CATCH_UPS_MAX = 8;

export async function verify(dir: string, options: VerifyOptions): Promise<VerifyResult> {
  const { kernel, full = false, fs = nodeFs, lock = nativeLock(), onProgress } = options;
  try {
    if (!isStore(fs, resolve(dir))) return failed(noStore(resolve(dir)));
    const store = { fs, dir: fs.canonicalPath(resolve(dir)), kernel, full, lock, onProgress };
    for (let looks = 0; looks < LOOKS_MAX; looks += 1) {
      const verification = await inspect(store);
      if (verification !== null) return { ok: true, value: verification };
    }
    return failed(unavailable("io", "the log was cut or replaced while it was looked at"));
  } catch (error) {
    return failed(fromSystemError(error));
  }
}

interface Inspected {
  readonly fs: FsPort;
  readonly dir: string;
  readonly kernel: Kernel;
  readonly full: boolean;
  readonly lock: LockPort | null;
  readonly onProgress: VerifyOptions["onProgress"];
}

/** Null where the log was cut or replaced meanwhile. */
async function inspect(store: Inspected): Promise<Verification | null> {
  const { fs, dir, kernel, full, onProgress } = store;
  const snapshot = readSnapshot(fs, join(dir, SNAPSHOT_NAME));
  const note = noteIn(fs, join(dir, LOCK_NAME));
  const fd = openLog(fs, join(dir, LOG_NAME));
  try {
    const checkRecord = await schemaCheck({ all: full });
    const index = checkIndex(fs, dir, kernel);
    const replay = new Replay({ kernel, checkRecord, index, snapshot, full });
    const walker = {
      onRecord: replay.onRecord.bind(replay),
      ...(onProgress === undefined ? {} : { onProgress }),
    };
    const walk = async (from: Walked): Promise<Walked> =>
      fd === null ? from : await walkLog(fs, fd, walker, from);
    const walked = fd === null ? NOT_WALKED : await catchUp(fs, fd, walk);
    return await quietly(store, async () => {
      const isSettled = fd !== null && failsStill(fs, fd, walked);
      const last = isSettled ? walked : await walk(walked);
      if (!isSameLog(fs, join(dir, LOG_NAME), { fd, walked: last })) {
        replay.finish({ isDamaged: true });
        return null;
      }
      const saved = Math.max(
        note?.synced ?? 0,
        snapshot.found === "snapshot" ? snapshot.snapshot.log.length : 0,
      );
      const failure = last.failure ?? regression(last, saved);
      const inCaches = replay.finish({ isDamaged: failure !== null });
      const findings = [...stillThere(inCaches, fs, dir), ...leftoversIn(fs, dir)];
      if (note === null) findings.push({ code: "lock_missing", file: LOCK_NAME });
      const tornBytes = last.size - last.length;
      if (failure === null && tornBytes > 0) {
        const { length: offset } = last;
        findings.push({ code: "torn_tail", file: LOG_NAME, offset, bytes: tornBytes });
      }
      const { event_seq, revision } = replay.state();
      const { length, size, linesBehind } = last;
      const place = { event_seq, revision, hash: last.head.hash, length, size };
      return { dir, isSound: failure === null, ...place, failure, linesBehind, findings };
    });
  } finally {
    if (fd !== null) closeFile(fs, fd);
  }
}

/** Walks on while much was added meanwhile, so that the last look is short. */
async function catchUp(
  fs: FsPort,
  fd: number,
  walk: (from: Walked) => Promise<Walked>,
): Promise<Walked> {
  let walked = await walk(NOT_WALKED);
  for (let times = 0; times < CATCH_UPS_MAX; times += 1) {
    const added = fs.factsOf(fd).size - walked.size;
    if (walked.failure !== null || added < QUIET_BYTES_MAX) break;
    walked = await walk(walked);
  }
  return walked;
}

interface Looked {
  readonly fd: number | null;
  readonly walked: Walked;
}

/** Whether the log is the one that was walked, with all that was found sound in it. */
function isSameLog(fs: FsPort, path: string, { fd, walked: { head, length } }: Looked): boolean {
  let named: ReturnType<FsPort["stat"]>;
  try {
    named = fs.stat(path);
  } catch (error) {
    if (systemCode(error) !== "ENOENT") throw error;
    return fd === null;
  }
  if (fd === null) return false;
  const open = fs.factsOf(fd);
  if (named.device !== open.device || named.inode !== open.inode) return false;
  if (length === 0) return true;
  const span = { position: length - LINE_END_BYTES, length: LINE_END_BYTES };
  return hashAtLineEnd(readUpTo(fs, fd, span)) === head.hash;
}

/** A file that a writer has put away meanwhile was no leftover. */
function stillThere(findings: readonly Finding[], fs: FsPort, dir: string): readonly Finding[] {
  return findings.filter(({ file }) => {
    try {
      fs.stat(join(dir, file));
      return true;
    } catch (error) {
      if (systemCode(error) === null) throw error;
      return systemCode(error) !== "ENOENT";
    }
  });
}

function regression({ length }: Walked, saved: number): Corrupt | null {
  if (length >= saved) return null;
  const detail = `${length} bytes of ${saved} that were saved`;
  return corrupt("log_regressed", { line: null, offset: length, detail });
}

/** Null where there is no log; what is no file is an error. */
function openLog(fs: FsPort, path: string): number | null {
  try {
    return fs.open(path, "read");
  } catch (error) {
    if (systemCode(error) === "ENOENT") return null;
    throw error;
  }
}

function noteIn(fs: FsPort, path: string): LockNote | null {
  let fd: number | null = null;
  try {
    fd = fs.open(path, "read");
    return new NoteFile(fs).read(fd);
  } catch (error) {
    const code = systemCode(error);
    if (code === null) throw error;
    // Some systems let nobody read a file that another process holds.
    return code === "ENOENT" ? null : NOTHING_NOTED;
  } finally {
    if (fd !== null) closeFile(fs, fd);
  }
}
