import { type Instant, parseInstant } from "@fold/contracts/values";
import { misused, type Parsed, parsed } from "./parsed.js";

/** The instant of `--now`, or that of the clock: the one place where fold reads a clock. */
export function readNow(text: string | undefined, clock: () => string): Parsed<Instant> {
  const instant = parseInstant(text ?? clock());
  if (instant !== null) return parsed(instant);
  return misused(
    `--now is an RFC 3339 date and time with its offset, such as 2026-11-30T09:00:00Z, not "${text}"`,
  );
}
