/**
 * A segment stands for consecutive records and never changes. The layout:
 *
 * 1. A header of 512 bytes: a JSON object, spaces, a line feed. `format` and `version`; `first` and
 *    `last`, the records it stands for; `start` and `end`, where their lines lie in the log;
 *    `last_hash`, the hash of the last of them; `postings`, how many there are; `pages_checksum`,
 *    that of the page table; `checksum`, that of the header's text with `"checksum":0`.
 * 2. Pages of 4 096 bytes. First the offsets: for each record where its line begins, as a 64-bit
 *    number, then zeros to the end of the page. Then the postings, 64 bits each, ascending: the
 *    40-bit hash of a fact key above the 24-bit place of a record (0 is `first`); zeros to the end.
 * 3. The page table: the checksum of each page, 32 bits, and after all of them, for each page of
 *    postings, the upper 32 bits of its first: where a posting is follows from the table alone.
 *
 * All numbers are little-endian. A page is checked when it is read.
 */
import { checksumOf } from "../checksum.js";
import { parseJson } from "../log/record-line.js";
import type { SeqRange } from "../names.js";
import type { KeyHash } from "./key-hash.js";

export const HEADER_BYTES = 512;
export const PAGE_BYTES = 4096;
export const ITEM_BYTES = 8;
export const ITEMS_PER_PAGE = PAGE_BYTES / ITEM_BYTES;
/** Of the lower half of a posting, for the place of a record; the others belong to the hash. */
export const PLACE_BITS = 24;
export const SEGMENT_RECORDS_MAX = 2 ** PLACE_BITS;
const HALF = 2 ** 32;

const FORMAT = "fold.index";
const VERSION = 2;
const isLittleEndian = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1;
const [LOW, HIGH] = isLittleEndian ? [0, 1] : [1, 0];

export interface SegmentHeader extends SeqRange {
  readonly start: number;
  readonly end: number;
  readonly last_hash: string;
  readonly postings: number;
  readonly pages_checksum: number;
}

export interface SegmentContent extends SeqRange {
  /** Where each record's line begins. */
  readonly offsets: ArrayLike<number>;
  readonly end: number;
  readonly lastHash: string;
  /** Sorted. */
  readonly postings: Postings;
}

/** Postings as 64-bit numbers, and the same memory as their halves. */
export interface Postings {
  readonly whole: BigUint64Array;
  readonly halves: Uint32Array;
}

export function createPostings(count: number): Postings {
  const whole = new BigUint64Array(count);
  return { whole, halves: new Uint32Array(whole.buffer) };
}

export function setPosting(
  { halves }: Postings,
  index: number,
  { high, low }: { readonly high: number; readonly low: number },
): void {
  halves[index * 2 + LOW] = low;
  halves[index * 2 + HIGH] = high;
}

export function postingAt(
  { halves }: Postings,
  index: number,
): { readonly high: number; readonly low: number } {
  return { low: halves[index * 2 + LOW] ?? 0, high: halves[index * 2 + HIGH] ?? 0 };
}

/** The lower half of a posting: the rest of the hash above the place of the record. */
export function lowOf({ low }: KeyHash, place: number): number {
  return ((low << PLACE_BITS) | place) >>> 0;
}

/**
 * What no posting of a hash that lies before a place reaches, and every other one does. Behind the
 * last place of a full segment that is the first posting of the next hash.
 */
export function fenceAt(
  { high, low }: KeyHash,
  place: number,
): { readonly high: number; readonly low: number } {
  const sum = low * SEGMENT_RECORDS_MAX + place;
  return { high: high + Math.floor(sum / HALF), low: sum % HALF };
}

export function placeOf(low: number): number {
  return low & (SEGMENT_RECORDS_MAX - 1);
}

/** The halves, and which of each two is the lower and which the upper one on this machine. */
export function postingHalves({ halves }: Postings): {
  readonly halves: Uint32Array;
  readonly low: number;
  readonly high: number;
} {
  return { halves, low: LOW, high: HIGH };
}

export function pagesFor(items: number): number {
  return Math.ceil(items / ITEMS_PER_PAGE);
}

/** The bytes of postings as they stand in a file. */
function postingBytes({ whole }: Postings): Buffer {
  const bytes = Buffer.from(whole.buffer, whole.byteOffset, whole.byteLength);
  return isLittleEndian ? bytes : Buffer.from(bytes).swap64();
}

/** Takes the postings of a page of a file; the page may end with zeros that are none. */
export function setPostings(postings: Postings, index: number, page: Buffer): void {
  const count = Math.min(ITEMS_PER_PAGE, postings.whole.length - index);
  const bytes = Buffer.from(page.subarray(0, count * ITEM_BYTES));
  if (!isLittleEndian) bytes.swap64();
  const { buffer, byteOffset } = postings.whole;
  bytes.copy(Buffer.from(buffer, byteOffset + index * ITEM_BYTES, bytes.length));
}

export function encodeSegment(content: SegmentContent): Buffer {
  const { first, last, offsets, end, lastHash, postings } = content;
  const count = postings.whole.length;
  const sizes = { records: offsets.length, postings: count };
  const bytes = Buffer.alloc(bytesFor(sizes));
  for (let at = 0; at < offsets.length; at += 1) {
    bytes.writeUIntLE(offsets[at] ?? end, HEADER_BYTES + at * ITEM_BYTES, 6);
  }
  const offsetPages = pagesFor(offsets.length);
  postingBytes(postings).copy(bytes, HEADER_BYTES + offsetPages * PAGE_BYTES);

  const pages = offsetPages + pagesFor(count);
  const tableAt = HEADER_BYTES + pages * PAGE_BYTES;
  for (let page = 0; page < pages; page += 1) {
    const start = HEADER_BYTES + page * PAGE_BYTES;
    bytes.writeUInt32LE(checksumOf(bytes.subarray(start, start + PAGE_BYTES)), tableAt + page * 4);
  }
  for (let page = 0; page < pages - offsetPages; page += 1) {
    const { high } = postingAt(postings, page * ITEMS_PER_PAGE);
    bytes.writeUInt32LE(high, tableAt + (pages + page) * 4);
  }
  const header = {
    first,
    last,
    start: offsets[0] ?? end,
    end,
    last_hash: lastHash,
    postings: count,
    pages_checksum: checksumOf(bytes.subarray(tableAt)),
  };
  bytes.write(`${headerText(header).padEnd(HEADER_BYTES - 1)}\n`, 0, "latin1");
  return bytes;
}

/** Reads a header; null where it is not one of this version or not as it was written. */
export function decodeHeader(bytes: Buffer): SegmentHeader | null {
  const value = parseJson(bytes.toString("latin1"));
  if (typeof value !== "object" || value === null) return null;
  const found = value as Readonly<Record<string, unknown>>;
  const numbers = ["first", "last", "start", "end", "postings", "pages_checksum"] as const;
  if (!numbers.every((name) => Number.isSafeInteger(found[name]))) return null;
  const header = {
    first: Number(found["first"]),
    last: Number(found["last"]),
    start: Number(found["start"]),
    end: Number(found["end"]),
    last_hash: String(found["last_hash"]),
    postings: Number(found["postings"]),
    pages_checksum: Number(found["pages_checksum"]),
  };
  // The text is made anew and compared: that covers the format, the version and the checksum.
  return bytes.toString("latin1").trimEnd() === headerText(header) ? header : null;
}

/** The size of the file that a header belongs to. */
export function fileBytes({ first, last, postings }: SegmentHeader): number {
  return bytesFor({ records: last - first + 1, postings });
}

interface Sizes {
  readonly records: number;
  readonly postings: number;
}

function bytesFor({ records, postings }: Sizes): number {
  const pages = pagesFor(records) + pagesFor(postings);
  return HEADER_BYTES + pages * PAGE_BYTES + (pages + pagesFor(postings)) * 4;
}

function headerText(header: SegmentHeader): string {
  const text = (checksum: number): string =>
    JSON.stringify({ format: FORMAT, version: VERSION, ...header, checksum });
  return text(checksumOf(text(0)));
}
