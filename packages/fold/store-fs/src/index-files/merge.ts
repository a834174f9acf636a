/** Joins neighbouring segments to one. */

import type { Segment } from "./segment.js";
import type { SegmentContent } from "./segment-file.js";
import { createPostings, postingAt, SEGMENT_RECORDS_MAX, setPosting } from "./segment-file.js";

/**
 * So many segments of one size become one of the next: a lookup meets few, a record moves rarely.
 */
const FAN_IN = 4;
/** Neighbours that are smaller together are one at once, for each file costs every commit. */
const SMALLEST_RECORDS = 256;

/** The last segments that should be one now; fewer than two where nothing is to be done. */
export function dueForMerge(segments: readonly Segment[]): readonly Segment[] {
  const [last, before] = [segments.at(-1), segments.at(-2)];
  if (last !== undefined && before !== undefined && last.last - before.first < SMALLEST_RECORDS) {
    return [before, last];
  }
  const newest = segments.slice(-FAN_IN);
  if (newest.length < FAN_IN) return [];
  const level = Math.max(...newest.map(levelOf));
  const records = (newest.at(-1)?.last ?? 0) - (newest[0]?.first ?? 1) + 1;
  const isEven = newest.every((segment) => levelOf(segment) === level);
  return isEven && records <= SEGMENT_RECORDS_MAX ? newest : [];
}

function levelOf({ first, last }: Segment): number {
  const ratio = (last - first + 1) / SMALLEST_RECORDS;
  return ratio <= 1 ? 0 : Math.floor(Math.log(ratio) / Math.log(FAN_IN) + 1e-9);
}

/** What a segment for all records of the given ones holds. They are neighbours, in order. */
export function mergedContent(segments: readonly Segment[]): SegmentContent {
  const first = segments[0]?.first ?? 1;
  const newest = segments.at(-1);
  const lists = segments.map((segment) => ({
    postings: segment.postings(),
    shift: segment.first - first,
    at: 0,
  }));
  const total = lists.reduce((sum, { postings }) => sum + postings.whole.length, 0);
  const merged = createPostings(total);
  for (let index = 0; index < total; index += 1) {
    let least: (typeof lists)[number] | null = null;
    let high = 0;
    let low = 0;
    for (const list of lists) {
      if (list.at >= list.postings.whole.length) continue;
      const posting = postingAt(list.postings, list.at);
      const shifted = posting.low + list.shift;
      if (least === null || posting.high < high || (posting.high === high && shifted < low)) {
        least = list;
        high = posting.high;
        low = shifted;
      }
    }
    if (least !== null) least.at += 1;
    setPosting(merged, index, { high, low });
  }
  return {
    first,
    last: newest?.last ?? 0,
    offsets: segments.flatMap((segment) => segment.offsets()),
    end: newest?.header.end ?? 0,
    lastHash: newest?.header.last_hash ?? "",
    postings: merged,
  };
}
