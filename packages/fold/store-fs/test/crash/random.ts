/** Numbers by chance that are the same in each run with the same seed. */
export interface Random {
  /** A whole number from 0 to `count` - 1. */
  below(count: number): number;
}

/** The generator known as mulberry32. */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  return {
    below(count) {
      state = (state + 0x6d2b79f5) >>> 0;
      let mixed = Math.imul(state ^ (state >>> 15), state | 1);
      mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
      return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * count);
    },
  };
}
