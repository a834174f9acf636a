/** The records since the last segment, by key, in memory. */

import { hashKey } from "./key-hash.js";
import type { SegmentContent } from "./segment-file.js";
import { createPostings, setPosting } from "./segment-file.js";

export interface TailRecord {
  readonly seq: number;
  readonly keys: readonly string[];
  readonly offset: number;
  readonly end: number;
  readonly hash: string;
}

export class Tail {
  /** The first record that it stands for, whether or not it is there yet. */
  readonly first: number;
  #offsets: number[] = [];
  #end: number;
  #lastHash = "";
  readonly #seqs = new Map<string, number[]>();

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
    for (const key of keys) {
      const seqs = this.#seqs.get(key);
      if (seqs === undefined) this.#seqs.set(key, [seq]);
      else if (seqs.at(-1) !== seq) seqs.push(seq);
    }
  }

  /** Records filed under a key, ascending. */
  find(key: string): readonly number[] {
    return this.#seqs.get(key) ?? [];
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
    rest.#offsets = this.#offsets.slice(seq + 1 - this.first);
    rest.#end = this.#end;
    rest.#lastHash = this.#lastHash;
    for (const [key, seqs] of this.#seqs) {
      const kept = seqs.filter((one) => one > seq);
      if (kept.length > 0) rest.#seqs.set(key, kept);
    }
    return rest;
  }

  toContent(): SegmentContent {
    let count = 0;
    for (const seqs of this.#seqs.values()) count += seqs.length;
    const postings = createPostings(count);
    let at = 0;
    for (const [key, seqs] of this.#seqs) {
      const { high, low } = hashKey(key);
      for (const seq of seqs) {
        setPosting(postings, at, { high, low: ((low << 24) | (seq - this.first)) >>> 0 });
        at += 1;
      }
    }
    postings.whole.sort();
    const { first, last } = this;
    const content = { first, last, end: this.#end, lastHash: this.#lastHash };
    return { ...content, offsets: this.#offsets, postings };
  }
}
