/**
 * The records since the last segment, in memory. Postings are kept in the form of a segment, for a
 * long log passes through here and is never asked; the table that answers questions is made when the
 * first is asked.
 */
import { hashKey, type KeyHash } from "./key-hash.js";
import {
  createPostings,
  lowOf,
  PLACE_BITS,
  placeOf,
  postingAt,
  type SegmentContent,
  setPosting,
} from "./segment-file.js";

export interface TailRecord {
  readonly seq: number;
  readonly keys: readonly string[];
  readonly offset: number;
  readonly end: number;
  readonly hash: string;
}

const POSTINGS_AT_FIRST = 64;

export class Tail {
  /** The first record that it stands for, whether or not it is there yet. */
  readonly first: number;
  #offsets: number[] = [];
  #end: number;
  #lastHash = "";
  #postings = createPostings(POSTINGS_AT_FIRST);
  #postingCount = 0;
  /** Records by the hash of a key; null until somebody asks. */
  #seqs: Map<number, number[]> | null = null;

  constructor(first: number, start: number) {
    this.first = first;
    this.#end = start;
  }

  get count(): number {
    return this.#offsets.length;
  }

  get last(): number {
    return this.first + this.#offsets.length - 1;
  }

  /** Takes the next record; one before `first` is in a segment already. */
  add({ seq, keys, offset, end, hash }: TailRecord): void {
    if (seq < this.first) return;
    if (seq !== this.last + 1) throw new Error("invariant: records are filed in order");
    this.#offsets.push(offset);
    this.#end = end;
    this.#lastHash = hash;
    const from = this.#postingCount;
    for (const key of keys) this.#file(hashKey(key), seq, from);
  }

  /** Records that may be filed under a key, ascending; a few may not be. */
  find(key: string): readonly number[] {
    this.#seqs ??= this.#table();
    return this.#seqs.get(numberOf(hashKey(key))) ?? [];
  }

  /** Where a record's line begins; for the record after the last, where it will. */
  offsetOf(seq: number): number {
    return this.#offsets[seq - this.first] ?? this.#end;
  }

  /** The same without the records up to `seq`, whose lines end at `end`. */
  after({ seq, end }: { readonly seq: number; readonly end: number }): Tail {
    if (seq < this.first) return this;
    const rest = new Tail(seq + 1, end);
    if (seq >= this.last) return rest;
    const moved = seq + 1 - this.first;
    rest.#offsets = this.#offsets.slice(moved);
    rest.#end = this.#end;
    rest.#lastHash = this.#lastHash;
    for (let at = 0; at < this.#postingCount; at += 1) {
      const { high, low } = postingAt(this.#postings, at);
      // The place is in the lower bits, so it can be moved where it does not go below zero.
      if (placeOf(low) >= moved) rest.#push({ high, low: low - moved });
    }
    return rest;
  }

  toContent(): SegmentContent {
    const postings = createPostings(this.#postingCount);
    postings.whole.set(this.#postings.whole.subarray(0, this.#postingCount));
    postings.whole.sort();
    const { first, last } = this;
    const content = { first, last, end: this.#end, lastHash: this.#lastHash };
    return { ...content, offsets: this.#offsets, postings };
  }

  /** Files a record under a key, once: its own postings begin at `from`. */
  #file(hash: KeyHash, seq: number, from: number): void {
    const posting = { high: hash.high, low: lowOf(hash, seq - this.first) };
    for (let at = from; at < this.#postingCount; at += 1) {
      const { high, low } = postingAt(this.#postings, at);
      if (high === posting.high && low === posting.low) return;
    }
    this.#push(posting);
    if (this.#seqs !== null) addTo(this.#seqs, numberOf(hash), seq);
  }

  #push(posting: { readonly high: number; readonly low: number }): void {
    if (this.#postingCount === this.#postings.whole.length) {
      const larger = createPostings(this.#postingCount * 2);
      larger.whole.set(this.#postings.whole);
      this.#postings = larger;
    }
    setPosting(this.#postings, this.#postingCount, posting);
    this.#postingCount += 1;
  }

  #table(): Map<number, number[]> {
    const seqs = new Map<number, number[]>();
    for (let at = 0; at < this.#postingCount; at += 1) {
      const { high, low } = postingAt(this.#postings, at);
      addTo(seqs, numberOf({ high, low: low >>> PLACE_BITS }), this.first + placeOf(low));
    }
    return seqs;
  }
}

function addTo(seqs: Map<number, number[]>, key: number, seq: number): void {
  const known = seqs.get(key);
  if (known === undefined) seqs.set(key, [seq]);
  else known.push(seq);
}

/** All 40 bits of a hash. */
function numberOf({ high, low }: KeyHash): number {
  return high * 256 + low;
}
