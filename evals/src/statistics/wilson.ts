/** The score interval of Wilson (1927) for a proportion. */

/** Of the standard normal distribution, at 97.5 %. */
const Z = 1.959963984540054;

export type Interval = readonly [low: number, high: number];

/**
 * 95 % for `hits` of `count`. It takes every trial for independent of the others, so that it is too
 * narrow where the same scenarios are repeated; see `bootstrap.ts`.
 */
export function wilson(hits: number, count: number): Interval {
  if (count === 0) return [0, 1];
  const share = hits / count;
  const weight = (Z * Z) / count;
  const middle = (share + weight / 2) / (1 + weight);
  const half = (Z / (1 + weight)) * Math.sqrt((share * (1 - share)) / count + weight / (4 * count));
  // Rounding alone could leave the share itself outside.
  return [Math.max(0, Math.min(share, middle - half)), Math.min(1, Math.max(share, middle + half))];
}
