/**
 * The working set as a cache. The layout: one JSON object
 * `{"format":"fold.snapshot","version":1,"last_event_seq":…,"log":{"length":…,"hash":…,"sha256":…},
 * "state":…,"hash":"…"}` and a line feed. It stands for the log's first `length` bytes, which end
 * with the record `last_event_seq` whose hash is `hash`. `sha256` is the hash of all those bytes
 * while they are few, else null. The last member is the SHA-256 of all bytes before it, as in a
 * record. Equal states at equal places give equal bytes.
 */
import { hash as hashOf } from "node:crypto";
import type { StateSnapshot } from "@fold/contracts";
import { closeFile, type FsPort, readUpTo, systemCode } from "./fs-port.js";
import { checkedHash, parseJson } from "./log/record-line.js";

const SNAPSHOT_FORMAT = "fold.snapshot";
const SNAPSHOT_VERSION = 1;

/** The log that a snapshot stands for. */
export interface SnapshotLog {
  readonly length: number;
  readonly hash: string;
  readonly sha256: string | null;
}

export interface Snapshot {
  readonly last_event_seq: number;
  readonly log: SnapshotLog;
  readonly state: StateSnapshot;
}

export type SnapshotRead =
  | { readonly found: "snapshot"; readonly snapshot: Snapshot }
  | { readonly found: "nothing" }
  /** `error` is that of the file call which failed; null where the content is damaged. */
  | { readonly found: "damage"; readonly reason: string; readonly error: unknown };

export function encodeSnapshot({ last_event_seq, log, state }: Snapshot): Buffer {
  const head = { format: SNAPSHOT_FORMAT, version: SNAPSHOT_VERSION, last_event_seq };
  const covered = JSON.stringify({ ...head, log, state }).slice(0, -1);
  return Buffer.from(`${covered},"hash":"${hashOf("sha256", covered, "hex")}"}\n`);
}

/** Reads a snapshot. Its state is vouched for by its hash; no schema is run over it. */
export function readSnapshot(fs: FsPort, path: string): SnapshotRead {
  let bytes: Buffer;
  try {
    bytes = readFile(fs, path);
  } catch (error) {
    const code = systemCode(error);
    if (code === null) throw error;
    return code === "ENOENT" ? { found: "nothing" } : { found: "damage", reason: code, error };
  }
  return decodeSnapshot(bytes);
}

function decodeSnapshot(bytes: Buffer): SnapshotRead {
  const line = bytes.at(-1) === 0x0a ? bytes.subarray(0, -1) : bytes;
  if (checkedHash(line) === null) return damage("its hash does not fit");
  const value = parseJson(line.toString("utf8"));
  if (typeof value !== "object" || value === null) return damage("it is not a snapshot");
  const found = value as Snapshot & { readonly format: unknown; readonly version: unknown };
  if (found.format !== SNAPSHOT_FORMAT) return damage("it is not a snapshot");
  if (found.version !== SNAPSHOT_VERSION) return damage(`its version is ${found.version}`);
  const { last_event_seq, log, state } = found;
  return { found: "snapshot", snapshot: { last_event_seq, log, state } };
}

const HEAD =
  /^\{"format":"fold\.snapshot","version":1,"last_event_seq":(\d+),"log":\{"length":(\d+),/;
const HEAD_BYTES = 128;

/** The place that a snapshot says it stands for, from its first bytes; null where there is none. */
export function peekSnapshot(
  fs: FsPort,
  path: string,
): { readonly seq: number; readonly length: number } | null {
  let fd: number;
  try {
    fd = fs.open(path, "read");
  } catch (error) {
    if (systemCode(error) === null) throw error;
    return null;
  }
  try {
    const head = readUpTo(fs, fd, { position: 0, length: HEAD_BYTES }).toString("latin1");
    const [, seq, length] = HEAD.exec(head) ?? [];
    return seq === undefined ? null : { seq: Number(seq), length: Number(length) };
  } finally {
    closeFile(fs, fd);
  }
}

function damage(reason: string): SnapshotRead {
  return { found: "damage", reason, error: null };
}

function readFile(fs: FsPort, path: string): Buffer {
  const fd = fs.open(path, "read");
  try {
    return readUpTo(fs, fd, { position: 0, length: fs.factsOf(fd).size });
  } finally {
    closeFile(fs, fd);
  }
}
