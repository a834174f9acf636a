/** Joins neighbouring segments to one. */
import type { Segment } from "./segment.js";
import {
  createPostings,
  type Postings,
  postingHalves,
  SEGMENT_RECORDS_MAX,
  type SegmentContent,
} from "./segment-file.js";

/**
 * Each segment stands for so many times as many records as all after it: a million records are five
 * files, and each record is written anew some four times for each of them.
 */
const RATIO = 8;

/** The last segments that should be one now; fewer than two where nothing is to be done. */
export function dueForMerge(segments: readonly Segment[]): readonly Segment[] {
  const last = segments.at(-1)?.last ?? 0;
  let from = segments.length - 1;
  for (; from > 0; from -= 1) {
    const after = last - (segments[from]?.first ?? 1) + 1;
    const before = segments[from - 1];
    if (before === undefined || before.last - before.first + 1 >= RATIO * after) break;
    if (last - before.first + 1 > SEGMENT_RECORDS_MAX) break;
  }
  return segments.slice(Math.max(from, 0));
}

/** What a segment for all records of the given ones holds. They are neighbours, in order. */
export function mergedContent(segments: readonly Segment[]): SegmentContent {
  const first = segments[0]?.first ?? 1;
  const newest = segments.at(-1);
  const last = newest?.last ?? 0;
  const offsets = new Float64Array(last - first + 1);
  for (const segment of segments) offsets.set(segment.offsets(), segment.first - first);
  return {
    first,
    last,
    offsets,
    end: newest?.header.end ?? 0,
    lastHash: newest?.header.last_hash ?? "",
    postings: mergedPostings(
      segments.map((segment) => shifted(segment.postings(), segment.first - first)),
    ),
  };
}

/** Moves the places, which are in the lower bits; there is room, or the segments would not merge. */
function shifted(postings: Postings, by: number): Postings {
  const { halves, low } = postingHalves(postings);
  for (let at = low; at < halves.length; at += 2) halves[at] = (halves[at] ?? 0) + by;
  return postings;
}

/** Merges neighbours until one is left. */
function mergedPostings(lists: readonly Postings[]): Postings {
  const [first, second] = lists;
  if (first === undefined) return createPostings(0);
  if (second === undefined) return first;
  const half = lists.length >> 1;
  return mergedTwo(mergedPostings(lists.slice(0, half)), mergedPostings(lists.slice(half)));
}

function mergedTwo(left: Postings, right: Postings): Postings {
  const merged = createPostings(left.whole.length + right.whole.length);
  const { halves: a, low, high } = postingHalves(left);
  const { halves: b } = postingHalves(right);
  const { halves: to } = postingHalves(merged);
  let atA = 0;
  let atB = 0;
  for (let at = 0; at < to.length; at += 2) {
    const isA = atA < a.length && (atB >= b.length || isAtMost(a, atA, b, atB));
    const from = isA ? a : b;
    const place = isA ? atA : atB;
    to[at + low] = from[place + low] ?? 0;
    to[at + high] = from[place + high] ?? 0;
    if (isA) atA += 2;
    else atB += 2;
  }
  return merged;

  function isAtMost(x: Uint32Array, atX: number, y: Uint32Array, atY: number): boolean {
    const [highX, highY] = [x[atX + high] ?? 0, y[atY + high] ?? 0];
    return highX < highY || (highX === highY && (x[atX + low] ?? 0) <= (y[atY + low] ?? 0));
  }
}
