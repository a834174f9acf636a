/** Chance that a seed repeats. */
import { uniformInt } from "pure-rand/distribution/uniformInt";
import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";

export interface Random {
  /** A whole number from 0 to below `count`. */
  below(count: number): number;
}

export function createRandom(seed: number): Random {
  const generator = xoroshiro128plus(seed | 0);
  return { below: (count) => uniformInt(generator, 0, count - 1) };
}
