import {
  durationBetween,
  elapsedBetween,
  type Instant,
  parseBatch,
  parseDuration,
  parseInstant,
  resolveTime,
} from "@fold/contracts";
import { describe, expect, test } from "vitest";
import { batchOf, declare, faultsOf } from "./support/requests.js";

const SECOND = 1000;
const HOUR = 3600 * SECOND;
const DAY = 24 * HOUR;

function at(text: string): Instant {
  const instant = parseInstant(text);
  if (instant === null) throw new Error(`no instant: ${text}`);
  return instant;
}

describe("durations in", () => {
  test.each([
    ["P2W", 14 * DAY],
    ["P1D", DAY],
    ["P0D", 0],
    ["PT0S", 0],
    ["PT36H", 36 * HOUR],
    ["PT90M", 1.5 * HOUR],
    ["P1DT2H3M4S", DAY + 2 * HOUR + 184 * SECOND],
    ["P1DT4S", DAY + 4 * SECOND],
    ["PT100000S", 100_000 * SECOND],
    ["P007D", 7 * DAY],
  ])("%s", (text, ms) => {
    expect(parseDuration(text)).toBe(ms);
  });

  test.each([
    ["a year", "P1Y"],
    ["a month", "P1M"],
    ["years and days", "P1Y1D"],
    ["weeks with days", "P1W1D"],
    ["weeks with time", "P1WT1H"],
    ["nothing", "P"],
    ["no time after T", "PT"],
    ["days but no time after T", "P1DT"],
    ["a fraction", "PT1.5S"],
    ["a fraction with a comma", "PT1,5S"],
    ["parts out of order", "PT1S1H"],
    ["hours among the days", "P1H"],
    ["a sign inside", "P-1D"],
    ["lower case", "P1d"],
    ["space", "P 1D"],
    ["a line feed after it", "P1D\n"],
    ["more than a safe number of milliseconds", "P104249992D"],
    ["an absurd length", `P${"9".repeat(400)}D`],
  ])("%s is refused", (_name, text) => {
    expect(parseDuration(text)).toBeNull();
    expect(faultsOf(batchOf(declare({ stale_after: text })))).toEqual([
      { code: "invalid_input", path: "/declarations/0/stale_after", rule: "duration" },
    ]);
  });

  test.each(["-P1D", "+P1D", "p1d"])("%s is refused", (text) => {
    expect(faultsOf(batchOf(declare({ due_at: text })))).toHaveLength(1);
  });

  test("a duration stays the text written until it is judged", () => {
    const parsed = parseBatch(
      batchOf(declare({ due_at: "P7D", stale_after: "PT168H" }), {
        op: "withdraw",
        id: "z",
        reason: { code: "deferred", until: "P1W" },
      }),
    );
    expect(parsed).toMatchObject({
      ok: true,
      value: {
        declarations: [{ due_at: "P7D", stale_after: "PT168H" }, { reason: { until: "P1W" } }],
      },
    });
  });

  test("it counts from now", () => {
    const now = at("2026-02-28T22:00:00Z");
    expect(resolveTime("P1DT3H", now)).toBe("2026-03-02T01:00:00.000Z");
    expect(resolveTime("PT0S", now)).toBe(now);
    expect(resolveTime("2030-01-01T00:00:00.000Z", now)).toBe("2030-01-01T00:00:00.000Z");
  });

  test("it may not lead beyond the year 9999", () => {
    const now = at("9999-12-31T00:00:00Z");
    expect(resolveTime("PT23H59M59S", now)).toBe("9999-12-31T23:59:59.000Z");
    expect(resolveTime("P1D", now)).toBeNull();
    expect(resolveTime("P104249991D", now)).toBeNull();
  });
});

describe("durations out", () => {
  const from = at("2026-01-01T00:00:00Z");

  test.each([
    ["2026-01-01T00:00:00Z", "PT0S"],
    ["2026-01-02T02:00:00Z", "P1DT2H"],
    ["2025-12-31T21:00:00Z", "-PT3H"],
    ["2026-01-01T00:00:00.999Z", "PT0S"],
    ["2025-12-31T23:59:59.001Z", "PT0S"],
    ["2025-12-31T23:59:59.000Z", "-PT1S"],
    ["2025-12-31T23:59:58.500Z", "-PT1S"],
    ["2026-01-01T00:01:00Z", "PT1M"],
    ["2026-01-01T01:00:01Z", "PT1H1S"],
    ["2026-01-31T00:00:00Z", "P30D"],
    ["2027-01-01T00:00:00Z", "P365D"],
    ["2025-12-25T00:00:00Z", "-P7D"],
  ])("until %s: %s", (to, text) => {
    expect(durationBetween(from, at(to))).toBe(text);
  });

  test("elapsed time never goes below zero", () => {
    expect(elapsedBetween(from, at("2025-01-01T00:00:00Z"))).toBe("PT0S");
    expect(elapsedBetween(from, at("2026-01-01T00:00:05.9Z"))).toBe("PT5S");
  });
});
