/** What a handle keeps between its calls: the files it has open and how far it has read the log. */
import { join } from "node:path";
import type { Kernel, State } from "@fold/contracts";
import type { Exclusion } from "../exclusion/exclusion.js";
import type { FsPort } from "../fs-port.js";
import { LogIndex } from "../index-files/log-index.js";
import { LogFile } from "../log/log-file.js";
import { CHAIN_START, type EncodedRecord } from "../log/record-line.js";
import { LOG_NAME } from "../names.js";
import { PREFIX_BYTES_MAX, Prefix } from "./prefix.js";

export interface Session {
  readonly fs: FsPort;
  readonly dir: string;
  readonly kernel: Kernel;
  readonly exclusion: Exclusion;
  readonly log: LogFile;
  /** Null before the first call and after the log turned out to be another one. */
  working: Working | null;
  /** A sync failed: what the descriptors say can no longer be trusted. */
  mustReopen: boolean;
}

/** The log as far as it was read. Only `recover` and an accepted record move it. */
export interface Working {
  state: State;
  /** Bytes of the records that `state` is made of. */
  length: number;
  /** The hash of the last of them. */
  hash: string;
  /** Over all those bytes, while they are few. */
  prefix: Prefix | null;
  readonly index: LogIndex;
  /** No call has gone through it yet. */
  isFresh: boolean;
  /** The place that the snapshot on disk is known to stand for. */
  saved: SavedPlace;
}

export interface SavedPlace {
  readonly seq: number;
  readonly length: number;
  /** What is on disk was of no use: it is due to be replaced at once. */
  readonly isOverdue: boolean;
}

export interface SessionOptions {
  readonly fs: FsPort;
  readonly dir: string;
  readonly kernel: Kernel;
  readonly exclusion: Exclusion;
}

export function createSession(options: SessionOptions): Session {
  const log = new LogFile(options.fs, join(options.dir, LOG_NAME));
  return { ...options, log, working: null, mustReopen: false };
}

/** Before the first record. */
export function emptyWorking(session: Session, isOverdue: boolean): Working {
  const { kernel } = session;
  return {
    state: kernel.initial,
    length: 0,
    hash: CHAIN_START.hash,
    prefix: new Prefix(),
    index: new LogIndex(session, { ...CHAIN_START, offset: 0 }),
    isFresh: true,
    saved: { seq: 0, length: 0, isOverdue },
  };
}

/** Takes the next bytes of the log into the hash over all of them, while they are few. */
export function extendPrefix(working: Working, ...parts: readonly Uint8Array[]): void {
  if (working.length > PREFIX_BYTES_MAX) working.prefix = null;
  working.prefix?.add(...parts);
}

/** A record that may be appended, and the state after it. */
export interface Decided {
  readonly encoded: EncodedRecord;
  readonly state: State;
}

/** Takes a record that is not in the file yet: the handle stands as if it were. */
export function stageRecord(session: Session, working: Working, { encoded, state }: Decided): void {
  const { record, bytes } = encoded;
  const offset = working.length;
  session.log.stage(bytes, offset);
  working.state = state;
  working.length += bytes.length;
  working.hash = record.hash;
  working.index.add(record, { offset, end: working.length });
  extendPrefix(working, bytes);
}

export function forget(session: Session): void {
  session.working?.index.close();
  session.working = null;
}
