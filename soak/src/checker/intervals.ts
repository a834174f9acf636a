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
  for (const { from, to } of merged) {
    sum += Math.max(0, Math.min(to, within.to) - Math.max(from, within.from));
  }
  return sum;
}

export function overlaps(a: Interval, b: Interval): boolean {
  return a.from <= b.to && b.from <= a.to;
}
