/** Stretches of time, in microseconds. */

export interface Interval {
  readonly from: number;
  readonly to: number;
}

/** The same time, sorted and without overlaps. */
export function union(intervals: readonly Interval[]): readonly Interval[] {
  const merged: { from: number; to: number }[] = [];
  for (const { from, to } of intervals.toSorted((a, b) => a.from - b.from)) {
    const last = merged.at(-1);
    if (last !== undefined && from <= last.to) last.to = Math.max(last.to, to);
    else merged.push({ from, to });
  }
  return merged;
}

/** How much of `within` a union covers. */
export function covered(within: Interval, merged: readonly Interval[]): number {
  let sum = 0;
  for (let at = firstWhere(merged, ({ to }) => to > within.from); at < merged.length; at += 1) {
    const next = merged[at];
    if (next === undefined || next.from >= within.to) break;
    sum += Math.min(next.to, within.to) - Math.max(next.from, within.from);
  }
  return sum;
}

/** The index of the first item that is so, where all behind it are so too; else how many there are. */
export function firstWhere<Item>(sorted: readonly Item[], isSo: (item: Item) => boolean): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const item = sorted[middle];
    if (item !== undefined && isSo(item)) high = middle;
    else low = middle + 1;
  }
  return low;
}

export function overlaps(a: Interval, b: Interval): boolean {
  return a.from <= b.to && b.from <= a.to;
}
