import { fc, test } from "@fast-check/vitest";
import {
  durationBetween,
  elapsedBetween,
  type Instant,
  instantFromMs,
  msOf,
  parseDuration,
  parseInstant,
  resolveTime,
} from "@fold/contracts";
import { describe, expect, vi } from "vitest";
import { numRuns, testTimeout } from "./support/runs.js";

vi.setConfig({ testTimeout });

const FIRST_MS = Date.parse("0001-01-01T00:00:00.000Z");
const LAST_MS = Date.parse("9999-12-31T23:59:59.999Z");

const instants = fc.integer({ min: FIRST_MS, max: LAST_MS }).map((ms) => {
  const instant = instantFromMs(ms);
  if (instant === null) throw new Error(`out of range: ${ms}`);
  return instant;
});

/** An instant and one of the ways to write it: any offset, either case, superfluous digits. */
const writings = fc
  .record({
    ms: fc.integer({ min: FIRST_MS + 86_400_000, max: LAST_MS - 86_400_000 }),
    offsetMinutes: fc.integer({ min: -1439, max: 1439 }),
    moreDigits: fc.stringMatching(/^\d{0,12}$/),
    isLowerCase: fc.boolean(),
  })
  .map(({ ms, offsetMinutes, moreDigits, isLowerCase }) => {
    const local = new Date(ms + offsetMinutes * 60_000).toISOString().slice(0, -1);
    const size = Math.abs(offsetMinutes);
    const pad = (value: number) => String(value).padStart(2, "0");
    const sign = offsetMinutes < 0 ? "-" : "+";
    const text = `${local}${moreDigits}${sign}${pad(Math.floor(size / 60))}:${pad(size % 60)}`;
    return { ms, text: isLowerCase ? text.toLowerCase() : text };
  });

describe("instants", () => {
  test.prop([writings], { numRuns })("every writing of an instant reads as it", ({ ms, text }) => {
    expect(parseInstant(text)).toBe(new Date(ms).toISOString());
  });

  test.prop([instants], { numRuns })("a stored instant reads as itself", (instant) => {
    expect(parseInstant(instant)).toBe(instant);
    expect(instantFromMs(msOf(instant))).toBe(instant);
  });

  test.prop([instants, instants], { numRuns })("text order is time order", (one, other) => {
    expect(one < other).toBe(msOf(one) < msOf(other));
  });

  test.prop([fc.string({ unit: "binary" })], { numRuns })("no text makes it throw", (text) => {
    const instant = parseInstant(text);
    expect(instant === null || parseInstant(instant) === instant).toBe(true);
  });
});

describe("durations", () => {
  test.prop([instants, instants], { numRuns })(
    "out and in again is the difference in whole seconds, truncated toward zero",
    (from, to) => {
      const text = durationBetween(from, to);
      const difference = Math.trunc((msOf(to) - msOf(from)) / 1000);
      const isNegative = text.startsWith("-");
      expect(parseDuration(isNegative ? text.slice(1) : text)).toBe(Math.abs(difference) * 1000);
      expect(isNegative).toBe(difference < 0);
    },
  );

  test.prop([instants, instants], { numRuns })("turning it round turns the sign", (from, to) => {
    const there = durationBetween(from, to);
    const back = durationBetween(to, from);
    expect(back).toBe(
      there === "PT0S" ? there : there.startsWith("-") ? there.slice(1) : `-${there}`,
    );
  });

  test.prop([instants, instants], { numRuns })("elapsed time is the positive part", (from, to) => {
    const text = durationBetween(from, to);
    expect(elapsedBetween(from, to)).toBe(text.startsWith("-") ? "PT0S" : text);
  });

  test.prop([instants, fc.nat(1_000_000_000)], { numRuns })(
    "a duration in seconds leads as far as it says",
    (now, seconds) => {
      const reached: Instant | null = resolveTime(`PT${seconds}S`, now);
      expect(reached).toBe(instantFromMs(msOf(now) + seconds * 1000));
    },
  );

  test.prop([fc.string({ unit: "binary" })], { numRuns })("no text makes it throw", (text) => {
    const ms = parseDuration(text);
    expect(ms === null || (Number.isSafeInteger(ms) && ms >= 0)).toBe(true);
  });
});
