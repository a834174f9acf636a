import { type Instant, instantFromMs, msOf } from "./instants.js";

const WEEKS = /^P(\d+)W$/;
const PARTS = /^P(?=.)(?:(\d+)D)?(?:T(?=.)(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/;

const SECONDS_OF_DAY = 86_400;

/**
 * Reads an ISO 8601 duration of weeks, or of days, hours, minutes and whole seconds, in
 * milliseconds. Returns null for anything else: years and months have no fixed length, a negative
 * duration would name the past. Lengths beyond the safe integers are refused as well.
 */
export function parseDuration(text: string): number | null {
  const weeks = WEEKS.exec(text);
  const match = weeks ?? PARTS.exec(text);
  if (match === null) return null;
  const [first, hours, minutes, seconds] = match.slice(1).map((digits) => Number(digits ?? 0));
  const days = (first ?? 0) * (weeks === null ? 1 : 7);
  const total = days * SECONDS_OF_DAY + (hours ?? 0) * 3600 + (minutes ?? 0) * 60 + (seconds ?? 0);
  const ms = total * 1000;
  return Number.isSafeInteger(ms) ? ms : null;
}

/**
 * The instant that `text` stands for: an instant as it is, a duration counted from `now`.
 * Null when it lies outside the years 0001 to 9999.
 */
export function resolveTime(text: string, now: Instant): Instant | null {
  if (!text.startsWith("P")) return text as Instant;
  const ms = parseDuration(text);
  return ms === null ? null : instantFromMs(msOf(now) + ms);
}

/**
 * From `from` to `to` with days as the largest unit and whole seconds, truncated toward zero:
 * `"P1DT2H"`, `"-PT3H"`, `"PT0S"`.
 */
export function durationBetween(from: Instant, to: Instant): string {
  return durationOf(msOf(to) - msOf(from));
}

/** As `durationBetween`, but never below zero: clocks differ, and elapsed time does not run back. */
export function elapsedBetween(from: Instant, to: Instant): string {
  return durationOf(Math.max(0, msOf(to) - msOf(from)));
}

/** So many milliseconds, as `durationBetween` writes them. */
export function durationOf(ms: number): string {
  const seconds = Math.floor(Math.abs(ms) / 1000);
  if (seconds === 0) return "PT0S";
  const days = Math.floor(seconds / SECONDS_OF_DAY);
  const hours = Math.floor((seconds % SECONDS_OF_DAY) / 3600);
  const minutes = Math.floor((seconds % 3600) / 60);
  const date = days > 0 ? `${days}D` : "";
  const time =
    (hours > 0 ? `${hours}H` : "") +
    (minutes > 0 ? `${minutes}M` : "") +
    (seconds % 60 > 0 ? `${seconds % 60}S` : "");
  return `${ms < 0 ? "-" : ""}P${date}${time === "" ? "" : `T${time}`}`;
}
