/** Numbers from elsewhere: a slip in a formula would pass every law. */
import { expect, test } from "vitest";
import { bootstrap } from "../src/statistics/bootstrap.js";
import { wilson } from "../src/statistics/wilson.js";

// Newcombe (1998), Statistics in Medicine 17, 857-872, table I, method 3.
test.each([
  [81, 263, 0.2553, 0.3662],
  [15, 148, 0.0624, 0.1605],
  [0, 20, 0, 0.1611],
  [1, 29, 0.0061, 0.1718],
])("Wilson's interval of %i in %i", (hits, count, low, high) => {
  const [foundLow, foundHigh] = wilson(hits, count);
  expect(foundLow).toBeCloseTo(low, 4);
  expect(foundHigh).toBeCloseTo(high, 4);
});

test("of nothing at all, everything is possible", () => {
  expect(wilson(0, 0)).toEqual([0, 1]);
});

test("the bootstrap of a mean is as wide as its standard error says", () => {
  const values = Array.from({ length: 100 }, (_, index) => index % 2);
  const mean = (drawn: readonly number[]) =>
    drawn.reduce((sum, one) => sum + one, 0) / drawn.length;
  const [low = 0, high = 1] = bootstrap([values], mean, { seed: 3 }) ?? [];
  const half = 1.96 * Math.sqrt(0.25 / 100);
  expect(low).toBeCloseTo(0.5 - half, 1);
  expect(high).toBeCloseTo(0.5 + half, 1);
});

test("one case alone has no interval by cases", () => {
  expect(bootstrap([[1]], () => 1, { seed: 1 })).toBeNull();
});
