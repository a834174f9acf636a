/** Chance that a seed repeats. */
import { uniformInt } from "pure-rand/distribution/uniformInt";
import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";

export interface Random {
  /** A whole number, both ends included. */
  between(from: number, to: number): number;
  /** Whether something happens that does so `percent` times of a hundred. */
  happens(percent: number): boolean;
  /** One of some; undefined of none. */
  one<Item>(items: readonly Item[]): Item | undefined;
  /** At most `count` different ones, in no order. */
  some<Item>(items: readonly Item[], count: number): readonly Item[];
}

/** The same seeds give the same numbers. */
export function createRandom(...seeds: readonly number[]): Random {
  const generator = xoroshiro128plus(seeds.reduce(mixed, 0));
  const between = (from: number, to: number): number => uniformInt(generator, from, to);
  const one = <Item>(items: readonly Item[]): Item | undefined =>
    items.length === 0 ? undefined : items[between(0, items.length - 1)];
  return {
    between,
    one,
    happens: (percent) => between(1, 100) <= percent,
    some(items, count) {
      const left = [...items];
      const taken = [];
      while (left.length > 0 && taken.length < count) {
        taken.push(...left.splice(between(0, left.length - 1), 1));
      }
      return taken;
    },
  };
}

function mixed(all: number, seed: number): number {
  return (Math.imul(all, 31) + seed) | 0;
}
