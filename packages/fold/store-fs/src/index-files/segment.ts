/** A segment to ask: on disk, or in memory where nothing may be written. */
import { checksumOf } from "../checksum.js";
import { type FsPort, readUpTo } from "../fs-port.js";
import type { SeqRange } from "../names.js";
import { hashKey, type KeyHash } from "./key-hash.js";
import {
  createPostings,
  decodeHeader,
  fileBytes,
  HEADER_BYTES,
  ITEM_BYTES,
  ITEMS_PER_PAGE,
  PAGE_BYTES,
  type Postings,
  pagesFor,
  type SegmentHeader,
  setPosting,
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
    close: () => fs.close(fd),
  };
}

/** Pages kept in memory for each segment. */
const PAGES_KEPT_MAX = 128;
const PLACE_BITS = 24;
const HIGH_RANGE = 2 ** 32;

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

  offsets(): number[] {
    return Array.from({ length: this.last - this.first + 1 }, (_, at) =>
      this.offsetOf(this.first + at),
    );
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
    for (let at = 0; at < this.header.postings; at += 1)
      setPosting(postings, at, this.#posting(at));
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
    return this.first + (posting.low & (2 ** PLACE_BITS - 1));
  }

  #posting(at: number): { readonly high: number; readonly low: number } {
    const page = this.#page(this.#offsetPages + Math.floor(at / ITEMS_PER_PAGE));
    const start = (at % ITEMS_PER_PAGE) * ITEM_BYTES;
    return { low: page.readUInt32LE(start), high: page.readUInt32LE(start + 4) };
  }

  /** The first posting that is not below a key and a place. */
  #lowerBound({ high, low }: KeyHash, place: number): number {
    const wanted = { high, low: ((low << PLACE_BITS) | place) >>> 0 };
    let from = 0;
    let to = this.header.postings;
    // Hashes are spread evenly, so where to look follows from the hash: one or two pages instead of
    // one for each halving. A key with very many records bends this, so it is tried a few times.
    for (let tries = 0; tries < 4 && to - from > ITEMS_PER_PAGE; tries += 1) {
      const page = this.#guess(wanted.high, from, to);
      const pageFrom = Math.max(page * ITEMS_PER_PAGE, from);
      const pageTo = Math.min((page + 1) * ITEMS_PER_PAGE, to);
      if (this.#isBelow(pageTo - 1, wanted)) from = pageTo;
      else if (this.#isBelow(pageFrom, wanted)) [from, to] = [pageFrom, pageTo];
      else to = pageFrom;
    }
    while (from < to) {
      const middle = (from + to) >>> 1;
      if (this.#isBelow(middle, wanted)) from = middle + 1;
      else to = middle;
    }
    return from;
  }

  /** The page where a hash should be, judged by the hashes at both ends of a range. */
  #guess(high: number, from: number, to: number): number {
    const lowest = from === 0 ? 0 : this.#posting(from - 1).high;
    const highest = to === this.header.postings ? HIGH_RANGE : this.#posting(to).high;
    const share = highest > lowest ? (high - lowest) / (highest - lowest) : 0.5;
    const index = from + Math.floor(Math.min(Math.max(share, 0), 1) * (to - from - 1));
    return Math.min(Math.floor(index / ITEMS_PER_PAGE), this.#postingPages - 1);
  }

  #isBelow(at: number, wanted: { readonly high: number; readonly low: number }): boolean {
    const { high, low } = this.#posting(at);
    return high < wanted.high || (high === wanted.high && low < wanted.low);
  }

  #page(page: number): Buffer {
    const kept = this.#pages.get(page);
    if (kept !== undefined) return kept;
    const bytes = this.#bytes.read(HEADER_BYTES + page * PAGE_BYTES, PAGE_BYTES);
    if (bytes.length < PAGE_BYTES || checksumOf(bytes) !== this.#checksumOf(page)) {
      throw new SegmentDamaged(this);
    }
    if (this.#pages.size >= PAGES_KEPT_MAX) this.#forgetOldest();
    this.#pages.set(page, bytes);
    return bytes;
  }

  #forgetOldest(): void {
    const [oldest] = this.#pages.keys();
    if (oldest !== undefined) this.#pages.delete(oldest);
  }

  #checksumOf(page: number): number {
    if (this.#table === null) {
      const pages = this.#offsetPages + this.#postingPages;
      const table = this.#bytes.read(HEADER_BYTES + pages * PAGE_BYTES, pages * 4);
      if (table.length < pages * 4 || checksumOf(table) !== this.header.pages_checksum) {
        throw new SegmentDamaged(this);
      }
      this.#table = table;
    }
    return this.#table.readUInt32LE(page * 4);
  }
}
