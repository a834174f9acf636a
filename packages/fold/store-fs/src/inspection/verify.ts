/**
 * Looks a store over: walks the chain, runs the schema over each record, replays, compares the
 * caches, and says what every file is. It takes no lock and never writes.
 */
import { join, resolve } from "node:path";
import type { Corrupt, Kernel, LogRecord, NoStore, State, Unavailable } from "@fold/contracts";
import { type LockNote, NOTHING_NOTED, readNote } from "../exclusion/lock-note.js";
import { corrupt, failed, fromSystemError, noStore, type Result } from "../failures.js";
import { type FsPort, systemCode } from "../fs-port.js";
import {
  INDEX_NAME,
  isTemporaryName,
  LOCK_NAME,
  LOG_NAME,
  MARKS,
  SNAPSHOT_NAME,
} from "../names.js";
import { nodeFs } from "../node-fs.js";
import { readSnapshot, type Snapshot, type SnapshotRead } from "../snapshot-file.js";
import { isStore } from "../store/open-store.js";
import { checkIndex } from "./check-index.js";
import type { Finding } from "./findings.js";
import { type Walked, walkLog } from "./walk.js";

export interface VerifyOptions {
  readonly kernel: Kernel;
  readonly fs?: FsPort | undefined;
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

export async function verify(
  dir: string,
  { kernel, fs = nodeFs, onProgress }: VerifyOptions,
): Promise<VerifyResult> {
  try {
    if (!isStore(fs, resolve(dir))) return failed(noStore(resolve(dir)));
    const inspected = { fs, dir: fs.canonicalPath(resolve(dir)), kernel, onProgress };
    return { ok: true, value: await inspect(inspected) };
  } catch (error) {
    return failed(fromSystemError(error));
  }
}

interface Inspected {
  readonly fs: FsPort;
  readonly dir: string;
  readonly kernel: Kernel;
  readonly onProgress: VerifyOptions["onProgress"];
}

async function inspect(inspected: Inspected): Promise<Verification> {
  const { fs, dir } = inspected;
  const snapshot = readSnapshot(fs, join(dir, SNAPSHOT_NAME));
  const note = noteIn(fs, join(dir, LOCK_NAME));
  const replayed = await replay(inspected, snapshot);
  const { walked, state } = replayed;
  const saved = Math.max(
    note?.synced ?? 0,
    snapshot.found === "snapshot" ? snapshot.snapshot.log.length : 0,
  );
  const failure = walked.failure ?? regression(walked, saved);
  const findings = [...replayed.findings, ...filesIn(fs, dir)];
  if (note === null) findings.push({ code: "lock_missing", file: LOCK_NAME });
  const tornBytes = walked.size - walked.length;
  if (failure === null && tornBytes > 0) {
    findings.push({ code: "torn_tail", file: LOG_NAME, bytes: tornBytes });
  }
  return {
    dir,
    isSound: failure === null,
    event_seq: state.event_seq,
    revision: state.revision,
    hash: walked.head.hash,
    length: walked.length,
    size: walked.size,
    failure,
    linesBehind: walked.linesBehind,
    findings,
  };
}

function regression({ length }: Walked, saved: number): Corrupt | null {
  if (length >= saved) return null;
  const detail = `${length} bytes of ${saved} that were saved`;
  return corrupt("log_regressed", { line: null, offset: length, detail });
}

interface Replayed {
  readonly walked: Walked;
  readonly state: State;
  readonly findings: readonly Finding[];
}

async function replay(
  { fs, dir, kernel, onProgress }: Inspected,
  read: SnapshotRead,
): Promise<Replayed> {
  const fd = openLog(fs, join(dir, LOG_NAME));
  const findings: Finding[] = [];
  if (read.found === "damage") {
    findings.push({ code: "snapshot_damaged", file: SNAPSHOT_NAME, reason: read.reason });
  }
  const index = checkIndex(fs, dir, kernel);
  const faultOf = await schemaCheck();
  let state = kernel.initial;
  try {
    const walked =
      fd === null
        ? NO_LOG
        : await walkLog(fs, fd, {
            onRecord(record, { offset, end }) {
              const fault = faultOf(record, offset);
              if (fault !== null) return fault;
              state = kernel.apply(state, record);
              index.onRecord(record, { offset, end });
              if (read.found === "snapshot" && read.snapshot.last_event_seq === record.event_seq) {
                const reason = difference(read.snapshot, { kernel, state, end, record });
                if (reason !== null) {
                  findings.push({ code: "snapshot_differs", file: SNAPSHOT_NAME, reason });
                }
              }
              return null;
            },
            ...(onProgress === undefined ? {} : { onProgress }),
          });
    return { walked, state, findings: [...findings, ...index.finish(walked.head.seq)] };
  } finally {
    if (fd !== null) fs.close(fd);
  }
}

const NO_LOG: Walked = {
  head: { seq: 0, hash: "0".repeat(64) },
  length: 0,
  size: 0,
  failure: null,
  linesBehind: 0,
};

function openLog(fs: FsPort, path: string): number | null {
  try {
    return fs.open(path, "read");
  } catch (error) {
    if (systemCode(error) === "ENOENT") return null;
    throw error;
  }
}

/** The schemas bring zod along, so they are loaded by those who verify only. */
async function schemaCheck(): Promise<(record: LogRecord, offset: number) => Corrupt | null> {
  const { recordSchema } = await import("@fold/contracts");
  return (record, offset) => {
    const result = recordSchema.safeParse(record);
    if (result.success) return null;
    const issue = result.error.issues[0];
    const detail = issue === undefined ? undefined : `${issue.path.join(".")}: ${issue.message}`;
    return corrupt("not_a_record", { line: record.event_seq, offset, detail });
  };
}

interface Present {
  readonly kernel: Kernel;
  readonly state: State;
  readonly end: number;
  readonly record: LogRecord;
}

function difference(snapshot: Snapshot, { kernel, state, end, record }: Present): string | null {
  const { log } = snapshot;
  if (log.length !== end || log.hash !== record.hash) return "it stands for another log";
  const isSame = JSON.stringify(snapshot.state) === JSON.stringify(kernel.toSnapshot(state));
  return isSame ? null : "its state is not that of the log";
}

function noteIn(fs: FsPort, path: string): LockNote | null {
  let fd: number | null = null;
  try {
    fd = fs.open(path, "read");
    return readNote(fs, fd);
  } catch (error) {
    const code = systemCode(error);
    if (code === null) throw error;
    // Some systems let nobody read a file that another process holds.
    return code === "ENOENT" ? null : NOTHING_NOTED;
  } finally {
    if (fd !== null) fs.close(fd);
  }
}

const OWN = new Set<string>([...MARKS, INDEX_NAME]);

/** What sync services, editors and merges call the copies they make of our log. */
const COPY_OF_LOG = /^events\b.*\bjsonl\b|^\.?events\.jsonl.|\bevents\b.*conflict/i;

function filesIn(fs: FsPort, dir: string): readonly Finding[] {
  return [...fs.list(dir)].sort().flatMap((file): readonly Finding[] => {
    if (OWN.has(file)) return [];
    if (isTemporaryName(file)) return [{ code: "temporary_file", file }];
    return [{ code: COPY_OF_LOG.test(file) ? "copy_of_log" : "foreign_file", file }];
  });
}
