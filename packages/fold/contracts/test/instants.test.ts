import { instantFromMs, msOf, parseBatch, parseInstant } from "@fold/contracts";
import { describe, expect, test } from "vitest";
import { batchOf, declare, faultsOf, source } from "./support/requests.js";

describe("an instant becomes UTC with milliseconds", () => {
  test.each([
    ["2026-11-30T09:00:00Z", "2026-11-30T09:00:00.000Z"],
    ["2026-11-30t09:00:00z", "2026-11-30T09:00:00.000Z"],
    ["2026-11-30T09:00:00+00:00", "2026-11-30T09:00:00.000Z"],
    ["2026-11-30T09:00:00-00:00", "2026-11-30T09:00:00.000Z"],
    ["2026-11-30T09:00:00+05:45", "2026-11-30T03:15:00.000Z"],
    ["2026-11-30T09:00:00-07:00", "2026-11-30T16:00:00.000Z"],
    ["2026-11-30T23:30:00-07:00", "2026-12-01T06:30:00.000Z"],
    ["2026-11-30T09:00:00+23:59", "2026-11-29T09:01:00.000Z"],
    ["2026-11-30T09:00:00-23:59", "2026-12-01T08:59:00.000Z"],
    ["2026-11-30T09:00:00.5Z", "2026-11-30T09:00:00.500Z"],
    ["2026-11-30T09:00:00.12Z", "2026-11-30T09:00:00.120Z"],
    ["2026-11-30T09:00:00.123456789Z", "2026-11-30T09:00:00.123Z"],
    ["2026-11-30T09:00:00.9999999999999999999Z", "2026-11-30T09:00:00.999Z"],
    ["2024-02-29T00:00:00Z", "2024-02-29T00:00:00.000Z"],
    ["2000-02-29T00:00:00Z", "2000-02-29T00:00:00.000Z"],
    ["1969-12-31T23:59:59.999Z", "1969-12-31T23:59:59.999Z"],
    ["0001-01-01T00:00:00Z", "0001-01-01T00:00:00.000Z"],
    ["9999-12-31T23:59:59.999Z", "9999-12-31T23:59:59.999Z"],
  ])("%s", (text, instant) => {
    expect(parseInstant(text)).toBe(instant);
  });
});

describe("what names no instant is refused", () => {
  test.each([
    ["a leap second", "2026-12-31T23:59:60Z"],
    ["hour 24", "2026-12-31T24:00:00Z"],
    ["minute 60", "2026-12-31T23:60:00Z"],
    ["year 0000", "0000-06-01T00:00:00Z"],
    ["year 0000, though its offset leads into 0001", "0000-12-31T23:00:00-02:00"],
    ["a year of five digits", "10000-01-01T00:00:00Z"],
    ["a signed year", "+002026-01-01T00:00:00Z"],
    ["no offset", "2026-11-30T09:00:00"],
    ["no seconds", "2026-11-30T09:00Z"],
    ["a date alone", "2026-11-30"],
    ["February 30", "2026-02-30T00:00:00Z"],
    ["February 29 of a common year", "2026-02-29T00:00:00Z"],
    ["February 29 of 1900", "1900-02-29T00:00:00Z"],
    ["April 31", "2026-04-31T00:00:00Z"],
    ["month 13", "2026-13-01T00:00:00Z"],
    ["month 0", "2026-00-01T00:00:00Z"],
    ["day 0", "2026-01-00T00:00:00Z"],
    ["a space for the T", "2026-11-30 09:00:00Z"],
    ["an offset without a colon", "2026-11-30T09:00:00+0530"],
    ["an offset of 24 hours", "2026-11-30T09:00:00+24:00"],
    ["an offset of 60 minutes", "2026-11-30T09:00:00+05:60"],
    ["an empty fraction", "2026-11-30T09:00:00.Z"],
    ["a comma", "2026-11-30T09:00:00,5Z"],
    ["space around it", " 2026-11-30T09:00:00Z"],
    ["a line feed after it", "2026-11-30T09:00:00Z\n"],
    ["full-width digits", "２０２６-11-30T09:00:00Z"],
    ["nothing", ""],
    ["the word now", "now"],
  ])("%s", (_name, text) => {
    expect(parseInstant(text)).toBeNull();
    expect(faultsOf(batchOf(declare({ due_at: text })))).toEqual([
      { code: "invalid_input", path: "/declarations/0/due_at", rule: "instant" },
    ]);
  });
});

describe("the range is that of the instant in UTC", () => {
  test("an offset may lead out of it", () => {
    expect(parseInstant("0001-01-01T00:59:59.999+01:00")).toBeNull();
    expect(parseInstant("9999-12-31T23:00:00-01:00")).toBeNull();
  });

  test("an offset up to its edge stays in", () => {
    expect(parseInstant("0001-01-01T01:00:00+01:00")).toBe("0001-01-01T00:00:00.000Z");
    expect(parseInstant("9999-12-31T22:59:59.999-01:00")).toBe("9999-12-31T23:59:59.999Z");
  });

  test("milliseconds beyond it are no instant", () => {
    const first = Date.parse("0001-01-01T00:00:00.000Z");
    const last = Date.parse("9999-12-31T23:59:59.999Z");
    expect(instantFromMs(first)).toBe("0001-01-01T00:00:00.000Z");
    expect(instantFromMs(last)).toBe("9999-12-31T23:59:59.999Z");
    for (const ms of [first - 1, last + 1, Number.NaN, Infinity, -Infinity]) {
      expect(instantFromMs(ms)).toBeNull();
    }
  });
});

test("every instant of a batch is normalised, and only those", () => {
  const written = "2026-11-30T10:00:00.1239+01:00";
  const utc = "2026-11-30T09:00:00.123Z";
  const sources = [source({ event_at: written, observed_at: written, text: written })];
  const parsed = parseBatch(
    batchOf(declare({ due_at: written, stale_after: written, sources, summary: written }), {
      op: "withdraw",
      id: "z",
      reason: { code: "deferred", until: written },
    }),
  );
  expect(parsed).toMatchObject({
    ok: true,
    value: {
      declarations: [
        {
          due_at: utc,
          stale_after: utc,
          summary: written,
          sources: [{ event_at: utc, observed_at: utc, text: written }],
        },
        { reason: { until: utc } },
      ],
    },
  });
});

test("the time of a source is an instant, never a duration", () => {
  expect(faultsOf(batchOf(declare({ sources: [source({ event_at: "P1D" })] })))).toEqual([
    { code: "invalid_input", path: "/declarations/0/sources/0/event_at", rule: "instant" },
  ]);
});

test("instants compare as their text does", () => {
  const texts = [
    "0001-01-01T00:00:00Z",
    "0999-06-01T00:00:00Z",
    "1970-01-01T00:00:00Z",
    "9999-01-01T00:00:00Z",
  ];
  const instants = texts.flatMap((text) => parseInstant(text) ?? []);
  expect(instants.map((instant) => msOf(instant))).toEqual(
    [...instants].sort().map((instant) => msOf(instant)),
  );
});
