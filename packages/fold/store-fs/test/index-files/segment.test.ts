import { describe, expect, test } from "vitest";
import { dueForMerge, mergedContent } from "../../src/index-files/merge.js";
import { bytesInMemory, Segment, SegmentDamaged } from "../../src/index-files/segment.js";
import { encodeSegment, HEADER_BYTES, PAGE_BYTES } from "../../src/index-files/segment-file.js";
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
