/**
 * What is wrong with a log at the first line that is not the next record. It looks at the line
 * alone first; then, since only that tells a repetition from a fork, at the whole log again.
 */
import { isUtf8 } from "node:buffer";
import type { Corrupt } from "@fold/contracts";
import { type CorruptReason, corrupt } from "../failures.js";
import type { FsPort } from "../fs-port.js";
import {
  type ChainHead,
  carriedHash,
  checkedHash,
  GENESIS,
  isRecord,
  LINE_VERSION,
  parseJson,
} from "./record-line.js";
import { type ScanRange, scanLines } from "./scan.js";

export interface BadLine {
  /** Without its line feed. */
  readonly bytes: Buffer;
  readonly offset: number;
  /** The last record before it. */
  readonly head: ChainHead;
  /** The line's number; one more than the record's unless said. */
  readonly line?: number;
}

interface Fault {
  readonly reason: CorruptReason;
  /** 1-based, in bytes. */
  readonly column?: number;
  readonly detail?: string;
}

/** Says what a line is that is not the record after `head`. */
export async function recognise(
  fs: FsPort,
  fd: number,
  { bytes, offset, head, line = head.seq + 1 }: BadLine,
): Promise<Corrupt> {
  const own = faultOfLine(bytes, line);
  if (own?.reason === "conflict_markers") {
    const last = await endOfMarkers(fs, fd, { offset, line });
    return corrupt("conflict_markers", { line, offset, detail: `lines ${line} to ${last}` });
  }
  const fault = own ?? (await faultOfChain(fs, fd, { bytes, offset, head }));
  return corrupt(fault.reason, { line, offset, column: fault.column, detail: fault.detail });
}

/** A fault that the bytes of the line show by themselves. The version comes before all others. */
function faultOfLine(bytes: Buffer, line: number): Fault | null {
  const text = bytes.toString("utf8");
  const value = parseJson(text);
  const version = versionOf(value);
  if (version !== null && version > LINE_VERSION) {
    return { reason: "newer_format", detail: `version ${version}, known is ${LINE_VERSION}` };
  }
  if (line === 1 && bytes.subarray(0, 3).equals(BYTE_ORDER_MARK)) {
    return { reason: "byte_order_mark", column: 1 };
  }
  if (MARKER.test(text)) return { reason: "conflict_markers" };
  const nul = bytes.indexOf(0);
  if (nul !== -1) return { reason: "nul_bytes", column: nul + 1 };
  if (bytes.at(-1) === CARRIAGE_RETURN) return { reason: "carriage_return", column: bytes.length };
  if (!isUtf8(bytes)) return { reason: "not_utf8", column: firstBadByte(bytes) + 1 };
  if (value === undefined) return faultOfText(bytes);
  if (!isRecord(value)) return { reason: "not_a_record" };
  if (checkedHash(bytes) === null) {
    const carried = carriedHash(bytes);
    return {
      reason: "hash_mismatch",
      detail: carried === null ? "the line does not end with its hash" : `carried ${carried}`,
    };
  }
  return null;
}

const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);
const CARRIAGE_RETURN = 0x0d;
const REPLACEMENT = Buffer.from("\ufffd");
const MARKER = /^(?:<{7}|>{7}|\|{7})(?: |\r?$)|^={7}\r?$/;

function versionOf(value: unknown): number | null {
  if (typeof value !== "object" || value === null || !("v" in value)) return null;
  return typeof value.v === "number" ? value.v : null;
}

/** Text that is not JSON: perhaps two values on one line. */
function faultOfText(bytes: Buffer): Fault {
  for (let at = bytes.indexOf("}{"); at !== -1; at = bytes.indexOf("}{", at + 1)) {
    if (parseJson(bytes.toString("utf8", 0, at + 1)) !== undefined) {
      return { reason: "glued_lines", column: at + 2 };
    }
  }
  return { reason: "not_json" };
}

/** The decoder puts U+FFFD where it cannot go on; one that was written stands as its own bytes. */
function firstBadByte(bytes: Buffer): number {
  const text = bytes.toString("utf8");
  for (let at = text.indexOf("\ufffd"); at !== -1; at = text.indexOf("\ufffd", at + 1)) {
    const offset = Buffer.byteLength(text.slice(0, at));
    if (!bytes.subarray(offset, offset + 3).equals(REPLACEMENT)) return offset;
  }
  return bytes.length;
}

interface Start {
  readonly offset: number;
  readonly line: number;
}

/** The number of the line that ends a block of conflict markers. */
async function endOfMarkers(fs: FsPort, fd: number, { offset, line }: Start): Promise<number> {
  let current = line - 1;
  let last = line;
  await scanLines(
    fs,
    fd,
    { from: offset, to: fs.factsOf(fd).size },
    {
      onLine: ({ bytes }) => {
        current += 1;
        const text = bytes.toString("latin1", 0, 9);
        if (MARKER.test(text) || text.startsWith(">>>>>>> ")) last = current;
        return !text.startsWith(">>>>>>>");
      },
    },
  );
  return last;
}

/** A sound record in the wrong place: a repetition, a fork, or a gap. */
async function faultOfChain(fs: FsPort, fd: number, bad: BadLine): Promise<Fault> {
  const { offset, head } = bad;
  const record = parseJson(bad.bytes.toString("utf8"));
  if (isRecord(record) && record.prev === head.hash) {
    return {
      reason: "broken_sequence",
      detail: `number ${record.event_seq} after ${head.seq}`,
    };
  }
  const trunk = await hashesIn(fs, fd, { from: 0, to: offset });
  const rest = { from: offset, to: fs.factsOf(fd).size };
  const branch = await followBranch(fs, fd, rest, { hashes: trunk, head: head.hash });
  if (branch.fork !== null) {
    const { from, head: other } = branch.fork;
    return {
      reason: "fork",
      detail: `both continue record ${from}: ${nameOf(head)} and ${nameOf(other)}`,
    };
  }
  if (branch.repeated !== null) {
    return { reason: "duplicated_line", detail: `the same as line ${branch.repeated}` };
  }
  return { reason: "broken_chain", detail: `expected to follow ${nameOf(head)}` };
}

function nameOf({ seq, hash }: ChainHead): string {
  return `record ${seq} (${hash})`;
}

/** Each hash of a sound stretch of log, with its line. */
async function hashesIn(fs: FsPort, fd: number, range: ScanRange): Promise<Map<string, number>> {
  const hashes = new Map([[GENESIS, 0]]);
  await scanLines(fs, fd, range, {
    onLine: ({ bytes }) => {
      const hash = carriedHash(bytes);
      if (hash !== null) hashes.set(hash, hashes.size);
      return true;
    },
  });
  return hashes;
}

interface Branch {
  /** The earlier line that the first bad line repeats. */
  readonly repeated: number | null;
  /** The record that a second history continues, and how far that history goes. */
  readonly fork: { readonly from: number; readonly head: ChainHead } | null;
}

/**
 * Walks over lines that were there before to the first that was not: a union merge or two logs put
 * together repeat their common beginning, and then go different ways. The first history may go on
 * after a repetition.
 */
async function followBranch(
  fs: FsPort,
  fd: number,
  range: ScanRange,
  trunk: { readonly hashes: Map<string, number>; head: string },
): Promise<Branch> {
  let repeated: number | null = null;
  let isFirst = true;
  let fork: { from: number; head: ChainHead } | null = null;
  await scanLines(fs, fd, range, {
    onLine: ({ bytes }) => {
      const record = parseJson(bytes.toString("utf8"));
      const hash = checkedHash(bytes);
      if (!isRecord(record) || hash === null) return false;
      const head = { seq: record.event_seq, hash };
      const known = trunk.hashes.get(hash) ?? null;
      if (isFirst) repeated = known;
      isFirst = false;
      if (fork !== null) {
        if (record.prev !== fork.head.hash) return false;
        fork = { from: fork.from, head };
        return true;
      }
      if (known !== null) return true;
      if (record.prev === trunk.head) {
        trunk.hashes.set(hash, record.event_seq);
        trunk.head = hash;
        return true;
      }
      const from = trunk.hashes.get(record.prev);
      if (from === undefined) return false;
      fork = { from, head };
      return true;
    },
  });
  return { repeated, fork };
}
