import { describe, expect, test } from "vitest";
import { hashKey } from "../../src/index-files/key-hash.js";
import { dueForMerge, mergedContent } from "../../src/index-files/merge.js";
import { bytesInMemory, Segment, SegmentDamaged } from "../../src/index-files/segment.js";
import {
  createPostings,
  encodeSegment,
  fenceAt,
  HEADER_BYTES,
  lowOf,
  PAGE_BYTES,
  SEGMENT_RECORDS_MAX,
  setPosting,
} from "../../src/index-files/segment-file.js";
import { Tail } from "../../src/index-files/tail.js";

/** Records with a key of their own, a key of ten neighbours, and a key that all have. */
function tailOf(first: number, count: number): Tail {
  const tail = new Tail(first, first * 100);
  for (let seq = first; seq < first + count; seq += 1) {
    const keys = [`own:${seq}`, `ten:${Math.floor(seq / 10)}`, "all"];
    tail.add({ seq, keys, offset: seq * 100, end: seq * 100 + 100, hash: "h" });
  }
  return tail;
}

function segmentOf(tail: Tail): Segment {
  return opened(encodeSegment(tail.toContent()));
}

function opened(bytes: Buffer): Segment {
  const segment = Segment.open(bytesInMemory(bytes));
  if (segment === null) throw new Error("no segment");
  return segment;
}

const everything = { first: 1, last: Number.MAX_SAFE_INTEGER, reverse: false };

describe("a segment of many pages", () => {
  const segment = segmentOf(tailOf(1001, 20_000));

  test("finds every record by its own key, and nothing by another", () => {
    for (let seq = 1001; seq < 21_001; seq += 7) {
      expect([...segment.find(`own:${seq}`, everything)]).toEqual([seq]);
      expect([...segment.find(`no:${seq}`, everything)]).toEqual([]);
      expect(segment.offsetOf(seq)).toBe(seq * 100);
    }
  });

  test("finds the records of a key that all have from anywhere, both ways", () => {
    const forwards = segment.find("all", { first: 15_000, last: 15_004, reverse: false });
    expect([...forwards]).toEqual([15_000, 15_001, 15_002, 15_003, 15_004]);
    const backwards = segment.find("all", { first: 1, last: 1003, reverse: true });
    expect([...backwards]).toEqual([1003, 1002, 1001]);
    expect([...segment.find("ten:1500", everything)]).toHaveLength(10);
  });

  test("merged from four equals made at once", () => {
    const parts = [0, 1, 2, 3].map((at) => segmentOf(tailOf(1001 + at * 5000, 5000)));
    expect(dueForMerge(parts)).toEqual(parts);
    const merged = encodeSegment(mergedContent(parts));
    expect(merged.equals(encodeSegment(tailOf(1001, 20_000).toContent()))).toBe(true);
  });
});

describe("the fence that a search begins at", () => {
  test.each([
    [{ high: 7, low: 0 }, 0, { high: 7, low: 0 }],
    [{ high: 7, low: 2 }, 5, { high: 7, low: 2 * 2 ** 24 + 5 }],
    // Behind the last place of a full segment the next hash begins, whatever the bits of this one.
    [{ high: 7, low: 2 }, SEGMENT_RECORDS_MAX, { high: 7, low: 3 * 2 ** 24 }],
    [{ high: 7, low: 3 }, SEGMENT_RECORDS_MAX, { high: 7, low: 4 * 2 ** 24 }],
    [{ high: 7, low: 255 }, SEGMENT_RECORDS_MAX, { high: 8, low: 0 }],
    [{ high: 2 ** 32 - 1, low: 255 }, SEGMENT_RECORDS_MAX, { high: 2 ** 32, low: 0 }],
  ])("of %j at %i is %j", (hash, place, fence) => {
    expect(fenceAt(hash, place)).toEqual(fence);
  });

  test("lets a full segment be searched from its end", () => {
    // Ten keys, so that hashes that are even and odd are among them, of records near both ends.
    const seqs = [1, 2, SEGMENT_RECORDS_MAX - 1, SEGMENT_RECORDS_MAX];
    const keys = Array.from({ length: 10 }, (_, at) => `key:${at}`);
    const postings = createPostings(keys.length * seqs.length);
    const all = keys.flatMap((key) => seqs.map((seq) => ({ hash: hashKey(key), place: seq - 1 })));
    for (const [index, { hash, place }] of all.entries()) {
      setPosting(postings, index, { high: hash.high, low: lowOf(hash, place) });
    }
    postings.whole.sort();
    const range = { first: 1, last: SEGMENT_RECORDS_MAX, end: 0, lastHash: "h" };
    const offsets = { length: SEGMENT_RECORDS_MAX };
    const segment = opened(encodeSegment({ ...range, offsets, postings }));
    for (const key of keys) {
      const found = segment.find(key, { ...everything, reverse: true });
      expect([...found]).toEqual([...seqs].reverse());
    }
  });
});

test("a damaged page is noticed when it is read", () => {
  const bytes = encodeSegment(tailOf(1, 5000).toContent());
  const at = HEADER_BYTES + 3 * PAGE_BYTES + 17;
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  const segment = opened(bytes);
  expect(() => segment.offsets()).toThrow(SegmentDamaged);
  expect(segment.offsetOf(1)).toBe(100);
});

test.each([0, 50, 300, HEADER_BYTES - 1])("a header with byte %i changed is no header", (at) => {
  const bytes = encodeSegment(tailOf(1, 10).toContent());
  bytes[at] = (bytes[at] ?? 0) ^ 4;
  expect(Segment.open(bytesInMemory(bytes))).toBeNull();
});

test("a file of another length is no segment", () => {
  const bytes = encodeSegment(tailOf(1, 10).toContent());
  expect(Segment.open(bytesInMemory(bytes.subarray(0, -1)))).toBeNull();
});
