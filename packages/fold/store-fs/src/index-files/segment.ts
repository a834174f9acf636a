/** A segment to ask: on disk, or in memory where nothing may be written. */
import { checksumOf } from "../checksum.js";
import { closeFile, type FsPort, readUpTo } from "../fs-port.js";
import type { SeqRange } from "../names.js";
import { hashKey, type KeyHash } from "./key-hash.js";
import {
  createPostings,
  decodeHeader,
  fenceAt,
  fileBytes,
  HEADER_BYTES,
  ITEM_BYTES,
  ITEMS_PER_PAGE,
  PAGE_BYTES,
  PLACE_BITS,
  type Postings,
  pagesFor,
  placeOf,
  type SegmentHeader,
  setPostings,
} from "./segment-file.js";

/** A page that is not as it was written. The segment is of no use any more. */
export class SegmentDamaged extends Error {
  readonly segment: Segment;

  constructor(segment: Segment) {
    super(`index segment ${segment.first} to ${segment.last} is damaged`);
    this.segment = segment;
  }
}

/** Bytes of a segment, wherever they are. */
export interface SegmentBytes {
  readonly isInMemory: boolean;
  readonly size: number;
  read(position: number, length: number): Buffer;
  close(): void;
}

export function bytesInMemory(bytes: Buffer): SegmentBytes {
  return {
    isInMemory: true,
    size: bytes.length,
    read: (position, length) => bytes.subarray(position, position + length),
    close: () => undefined,
  };
}

export function bytesInFile(fs: FsPort, path: string): SegmentBytes {
  const fd = fs.open(path, "read");
  return {
    isInMemory: false,
    size: fs.factsOf(fd).size,
    read: (position, length) => readUpTo(fs, fd, { position, length }),
    close: () => closeFile(fs, fd),
  };
}

/** Pages kept in memory for each segment. */
const PAGES_KEPT_MAX = 128;

export interface FindOptions extends SeqRange {
  readonly reverse: boolean;
}

export class Segment implements SeqRange {
  readonly first: number;
  readonly last: number;
  readonly header: SegmentHeader;
  readonly #bytes: SegmentBytes;
  readonly #offsetPages: number;
  readonly #postingPages: number;
  readonly #pages = new Map<number, Buffer>();
  #table: Buffer | null = null;

  private constructor(header: SegmentHeader, bytes: SegmentBytes) {
    this.header = header;
    this.first = header.first;
    this.last = header.last;
    this.#bytes = bytes;
    this.#offsetPages = pagesFor(header.last - header.first + 1);
    this.#postingPages = pagesFor(header.postings);
  }

  /** Null where the bytes are no segment. */
  static open(bytes: SegmentBytes): Segment | null {
    const header = decodeHeader(bytes.read(0, HEADER_BYTES));
    if (header === null || bytes.size !== fileBytes(header)) return null;
    return new Segment(header, bytes);
  }

  get isInMemory(): boolean {
    return this.#bytes.isInMemory;
  }

  /** The whole segment as it stands in its file. */
  bytes(): Buffer {
    return this.#bytes.read(0, this.#bytes.size);
  }

  /** Where the line of a record begins. */
  offsetOf(seq: number): number {
    const index = seq - this.first;
    const page = this.#page(Math.floor(index / ITEMS_PER_PAGE));
    return page.readUIntLE((index % ITEMS_PER_PAGE) * ITEM_BYTES, 6);
  }

  /** Where the lines of all records begin, for a merge. */
  offsets(): Float64Array {
    const offsets = new Float64Array(this.last - this.first + 1);
    for (let page = 0; page < this.#offsetPages; page += 1) {
      const bytes = this.#readPage(page);
      const from = page * ITEMS_PER_PAGE;
      const count = Math.min(ITEMS_PER_PAGE, offsets.length - from);
      for (let at = 0; at < count; at += 1) {
        offsets[from + at] = bytes.readUIntLE(at * ITEM_BYTES, 6);
      }
    }
    return offsets;
  }

  /** Records in a range that may be filed under a key; a few may not be. */
  *find(key: string, { first, last, reverse }: FindOptions): Generator<number> {
    const hash = hashKey(key);
    const from = Math.max(first, this.first);
    const to = Math.min(last, this.last);
    if (from > to) return;
    if (!reverse) {
      for (let at = this.#lowerBound(hash, from - this.first); ; at += 1) {
        const seq = this.#seqOf(at, hash);
        if (seq === null || seq > to) return;
        yield seq;
      }
    }
    for (let at = this.#lowerBound(hash, to - this.first + 1) - 1; ; at -= 1) {
      const seq = this.#seqOf(at, hash);
      if (seq === null || seq < from) return;
      yield seq;
    }
  }

  /** All postings, for a merge or a check. */
  postings(): Postings {
    const postings = createPostings(this.header.postings);
    for (let page = 0; page < this.#postingPages; page += 1) {
      setPostings(postings, page * ITEMS_PER_PAGE, this.#readPage(this.#offsetPages + page));
    }
    return postings;
  }

  close(): void {
    this.#bytes.close();
  }

  /** The record of a posting; null where the posting is of another key or is none. */
  #seqOf(at: number, { high, low }: KeyHash): number | null {
    if (at < 0 || at >= this.header.postings) return null;
    const posting = this.#posting(at);
    if (posting.high !== high || posting.low >>> PLACE_BITS !== low) return null;
    return this.first + placeOf(posting.low);
  }

  #posting(at: number): { readonly high: number; readonly low: number } {
    const page = this.#page(this.#offsetPages + Math.floor(at / ITEMS_PER_PAGE));
    const start = (at % ITEMS_PER_PAGE) * ITEM_BYTES;
    return { low: page.readUInt32LE(start), high: page.readUInt32LE(start + 4) };
  }

  /** The first posting that is not below a key and a place. */
  #lowerBound(hash: KeyHash, place: number): number {
    const wanted = fenceAt(hash, place);
    // The page before the first that begins at the hash or above it may have the hash at its end.
    const page = Math.max(this.#firstPageFrom(wanted.high) - 1, 0);
    const pageAfter = this.#firstPageFrom(wanted.high + 1);
    let from = page * ITEMS_PER_PAGE;
    let to = Math.min(pageAfter * ITEMS_PER_PAGE, this.header.postings);
    while (from < to) {
      const middle = (from + to) >>> 1;
      if (this.#isBelow(middle, wanted)) from = middle + 1;
      else to = middle;
    }
    return from;
  }

  /** The first page of postings that begins with a hash of at least `high`; else how many there are. */
  #firstPageFrom(high: number): number {
    const table = this.#pageTable();
    const start = (this.#offsetPages + this.#postingPages) * 4;
    let from = 0;
    let to = this.#postingPages;
    while (from < to) {
      const middle = (from + to) >>> 1;
      if (table.readUInt32LE(start + middle * 4) < high) from = middle + 1;
      else to = middle;
    }
    return from;
  }

  #isBelow(at: number, wanted: { readonly high: number; readonly low: number }): boolean {
    const { high, low } = this.#posting(at);
    return high < wanted.high || (high === wanted.high && low < wanted.low);
  }

  /** A page, from memory where it was asked for before. */
  #page(page: number): Buffer {
    const kept = this.#pages.get(page);
    if (kept !== undefined) return kept;
    const bytes = this.#readPage(page);
    if (this.#pages.size >= PAGES_KEPT_MAX) this.#forgetOldest();
    this.#pages.set(page, bytes);
    return bytes;
  }

  #readPage(page: number): Buffer {
    const bytes = this.#bytes.read(HEADER_BYTES + page * PAGE_BYTES, PAGE_BYTES);
    const wanted = this.#pageTable().readUInt32LE(page * 4);
    if (bytes.length < PAGE_BYTES || checksumOf(bytes) !== wanted) throw new SegmentDamaged(this);
    return bytes;
  }

  #forgetOldest(): void {
    const [oldest] = this.#pages.keys();
    if (oldest !== undefined) this.#pages.delete(oldest);
  }

  #pageTable(): Buffer {
    if (this.#table !== null) return this.#table;
    const pages = this.#offsetPages + this.#postingPages;
    const length = (pages + this.#postingPages) * 4;
    const table = this.#bytes.read(HEADER_BYTES + pages * PAGE_BYTES, length);
    if (table.length < length || checksumOf(table) !== this.header.pages_checksum) {
      throw new SegmentDamaged(this);
    }
    this.#table = table;
    return table;
  }
}
