/**
 * One record, one line. The layout:
 *
 * 1. A line is one JSON object in UTF-8, with no white space between its members, and a line feed.
 * 2. `v` is its first member, the number 1: a line of this format begins with `{"v":1,`.
 * 3. The members stand in the order of the record's schema. `digest` identifies the request, `prev`
 *    is the `hash` of the line before, or 64 zeros on the first line.
 * 4. `hash` is the last member: the last 75 bytes before the line feed are `,"hash":"`, 64
 *    hexadecimal digits, `"}`. They are the SHA-256 of all bytes of the line before those 75.
 *
 * So a line is checked as bytes, without writing its JSON anew, and the last 76 bytes of a log tell
 * which history it holds.
 */

import { isUtf8 } from "node:buffer";
import { hash as hashOf } from "node:crypto";
import type { LogRecord, RecordBody } from "@fold/contracts";

/** `prev` of the first record. */
export const GENESIS = "0".repeat(64);
/** `,"hash":"…64…"}` */
const HASH_MEMBER_BYTES = 75;
/** The hash member and the line feed. */
export const LINE_END_BYTES = HASH_MEMBER_BYTES + 1;
/** The version that this program writes and reads. */
export const LINE_VERSION = 1;

const LINE_FEED = 0x0a;
const LINE_START = `{"v":${LINE_VERSION},`;
const HASH_MEMBER = /^,"hash":"([0-9a-f]{64})"\}$/;

export interface EncodedRecord {
  readonly record: LogRecord;
  /** The line with its line feed. */
  readonly bytes: Buffer;
}

/** Completes a record and writes it as a line. */
export function encodeRecord(body: RecordBody, link: Link): EncodedRecord {
  const { v, event_seq, type, batch_id, actor, at, revision, request, changes } = body;
  const unhashed = {
    v,
    event_seq,
    type,
    batch_id,
    digest: link.digest,
    actor,
    at,
    revision,
    request,
    changes,
    ...(body.acknowledged === undefined ? {} : { acknowledged: body.acknowledged }),
    ...(body.annotation === undefined ? {} : { annotation: body.annotation }),
    receipt: body.receipt,
    prev: link.prev,
  };
  // Encoded once: the hash is of the bytes, and takes the place of the closing brace.
  const text = JSON.stringify(unhashed);
  const covered = Buffer.byteLength(text) - "}".length;
  const bytes = Buffer.allocUnsafe(covered + LINE_END_BYTES);
  bytes.write(text, "utf8");
  const hash = hashOf("sha256", bytes.subarray(0, covered), "hex");
  bytes.write(`,"hash":"${hash}"}\n`, covered, "latin1");
  return { record: { ...unhashed, hash }, bytes };
}

interface Link {
  readonly digest: string;
  readonly prev: string;
}

/** Where the chain stands: the record that the next line has to follow. */
export interface ChainHead {
  readonly seq: number;
  readonly hash: string;
}

/** Before the first record. */
export const CHAIN_START: ChainHead = { seq: 0, hash: GENESIS };

/**
 * Reads a line, without its line feed, as the one that follows `head`. Returns null where anything
 * at all is wrong with it; `recognise` says what.
 */
export function decodeLine(line: Buffer, head: ChainHead): LogRecord | null {
  if (line.length <= HASH_MEMBER_BYTES || !isUtf8(line)) return null;
  const text = line.toString("utf8");
  if (!text.startsWith(LINE_START)) return null;
  const hash = hashOf("sha256", line.subarray(0, line.length - HASH_MEMBER_BYTES), "hex");
  // Quicker than to take the carried hash out of the line first, and a long log has many lines.
  if (!text.endsWith(`,"hash":"${hash}"}`)) return null;
  const value = parseJson(text);
  if (!isRecord(value) || value.hash !== hash) return null;
  return value.event_seq === head.seq + 1 && value.prev === head.hash ? value : null;
}

/** The hash that a line carries; null unless the line agrees with it. */
export function checkedHash(line: Buffer): string | null {
  const carried = carriedHash(line);
  if (carried === null) return null;
  const covered = line.subarray(0, line.length - HASH_MEMBER_BYTES);
  return hashOf("sha256", covered, "hex") === carried ? carried : null;
}

/** The hash that a line carries at its end, right or wrong. */
export function carriedHash(line: Buffer): string | null {
  if (line.length <= HASH_MEMBER_BYTES) return null;
  const end = line.toString("latin1", line.length - HASH_MEMBER_BYTES);
  return HASH_MEMBER.exec(end)?.[1] ?? null;
}

/**
 * The hash of the last line of a log, from its last 76 bytes; null where they are no line's end.
 */
export function hashAtLineEnd(bytes: Buffer): string | null {
  if (bytes.length !== LINE_END_BYTES || bytes.at(-1) !== LINE_FEED) return null;
  return HASH_MEMBER.exec(bytes.toString("latin1", 0, HASH_MEMBER_BYTES))?.[1] ?? null;
}

/** The value of a JSON text; undefined where it is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const TYPES = new Set(["commit", "acknowledge", "checked", "annotation"]);

/**
 * Whether a value has the outline of a record. Its inner parts are vouched for by the hash, and
 * checked by `verify`: to run a schema over each record would double the time of a recovery.
 */
export function isRecord(value: unknown): value is LogRecord {
  if (typeof value !== "object" || value === null) return false;
  const record = value as Readonly<Record<string, unknown>>;
  return (
    record["v"] === LINE_VERSION &&
    Number.isSafeInteger(record["event_seq"]) &&
    Number.isSafeInteger(record["revision"]) &&
    typeof record["type"] === "string" &&
    TYPES.has(record["type"]) &&
    typeof record["batch_id"] === "string" &&
    typeof record["digest"] === "string" &&
    typeof record["actor"] === "string" &&
    typeof record["at"] === "string" &&
    typeof record["prev"] === "string" &&
    typeof record["hash"] === "string" &&
    typeof record["request"] === "object" &&
    record["request"] !== null &&
    Array.isArray(record["changes"]) &&
    typeof record["receipt"] === "object" &&
    record["receipt"] !== null
  );
}
