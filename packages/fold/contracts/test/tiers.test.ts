import { shareOf, TIERS, WELL_KNOWN_KINDS } from "@fold/contracts";
import { expect, test } from "vitest";
import { batchOf, declare, faultsOf } from "./support/requests.js";

test("each tier is worth twice the one before", () => {
  expect(TIERS.map(shareOf)).toEqual([1, 2, 4, 8, 16, 32, 64]);
});

test("the well-known kinds are kinds", () => {
  for (const kind of WELL_KNOWN_KINDS) expect(faultsOf(batchOf(declare({ kind })))).toEqual([]);
});
