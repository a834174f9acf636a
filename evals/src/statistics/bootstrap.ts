/**
 * The cluster bootstrap: what would come out if other cases of the same families had been written?
 * Whole cases are drawn anew, with all their repeats and both halves of a pair, as many of each family
 * as there are. Percentiles of the draws are the interval.
 */
import { createRandom } from "./random.js";
import type { Interval } from "./wilson.js";

export const DRAWS = 2000;
const LOW = 0.025;
const HIGH = 0.975;

export interface BootstrapOptions {
  readonly seed: number;
  readonly draws?: number;
}

/**
 * 95 % for a statistic of the drawn clusters; null where no stratum has two of them, since then there
 * is nothing to vary, or where no draw has a value. The estimate always lies inside: where all draws
 * fall to one side of it, the interval is widened to it.
 */
export function bootstrap<Cluster>(
  strata: readonly (readonly Cluster[])[],
  statistic: (drawn: readonly Cluster[]) => number | null,
  { seed, draws = DRAWS }: BootstrapOptions,
): Interval | null {
  const estimate = statistic(strata.flat());
  if (estimate === null || strata.every(({ length }) => length < 2)) return null;
  const random = createRandom(seed);
  const values: number[] = [];
  for (let draw = 0; draw < draws; draw += 1) {
    const value = statistic(
      strata.flatMap((stratum) =>
        stratum.flatMap(() => stratum.slice(...oneAt(random.below(stratum.length)))),
      ),
    );
    if (value !== null) values.push(value);
  }
  values.sort((one, other) => one - other);
  const at = (part: number): number =>
    values[Math.min(values.length - 1, Math.floor(part * values.length))] ?? estimate;
  return [Math.min(estimate, at(LOW)), Math.max(estimate, at(HIGH))];
}

function oneAt(index: number): readonly [number, number] {
  return [index, index + 1];
}
