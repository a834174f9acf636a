/**
 * Instants are stored as UTC `YYYY-MM-DDTHH:mm:ss.sssZ`, years 0001 to 9999, so that comparing their
 * text compares their time. Input may carry any RFC 3339 offset; one without an offset names no
 * instant and is refused.
 */
export type Instant = string & { readonly __instant: true };

const RFC3339 =
  /^(?<date>\d{4}-\d{2}-\d{2})[Tt](?<clock>(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d)(?:\.(?<fraction>\d+))?(?:[Zz]|(?<sign>[+-])(?<hours>[01]\d|2[0-3]):(?<minutes>[0-5]\d))$/;

const STORED_LENGTH = "0001-01-01T00:00:00.000Z".length;
const EARLIEST_MS = Date.parse("0001-01-01T00:00:00.000Z");
const LATEST_MS = Date.parse("9999-12-31T23:59:59.999Z");

/**
 * Reads an RFC 3339 date-time and normalises it to UTC milliseconds; further digits are dropped.
 * Returns null where the text names no instant within the years 0001 to 9999.
 */
export function parseInstant(text: string): Instant | null {
  // Most instants come from a clock or a store and have their form already.
  const ms = text.length === STORED_LENGTH ? Date.parse(text) : Number.NaN;
  if (ms >= EARLIEST_MS && new Date(ms).toISOString() === text) return text as Instant;
  const parts = RFC3339.exec(text)?.groups;
  if (parts === undefined) return null;
  const { date, clock, fraction = "", sign, hours = "0", minutes = "0" } = parts;
  const local = `${date}T${clock}.${fraction.slice(0, 3).padEnd(3, "0")}Z`;
  const localMs = Date.parse(local);
  // A day that the month does not have either fails to parse or comes back as another day.
  if (Number.isNaN(localMs) || new Date(localMs).toISOString() !== local) return null;
  if (localMs < EARLIEST_MS) return null;
  const offsetMs = (Number(hours) * 60 + Number(minutes)) * 60_000;
  return instantFromMs(localMs - (sign === "-" ? -offsetMs : offsetMs));
}

/** The instant at so many milliseconds since 1970, or null outside the years 0001 to 9999. */
export function instantFromMs(ms: number): Instant | null {
  if (!Number.isFinite(ms) || ms < EARLIEST_MS || ms > LATEST_MS) return null;
  return new Date(ms).toISOString() as Instant;
}

/** Milliseconds since 1970 of an instant. */
export function msOf(instant: Instant): number {
  const year = digitsAt(instant, 0) * 100 + digitsAt(instant, 2);
  // What follows takes a year below 100 for one of the 20th century.
  if (year < 100) return Date.parse(instant);
  const ms = digitsAt(instant, 20) * 10 + instant.charCodeAt(22) - ZERO;
  // All instants have one form, so their parts need no search: a view reads hundreds of them.
  return Date.UTC(
    year,
    digitsAt(instant, 5) - 1,
    digitsAt(instant, 8),
    digitsAt(instant, 11),
    digitsAt(instant, 14),
    digitsAt(instant, 17),
    ms,
  );
}

const ZERO = "0".charCodeAt(0);

/** The number that two digits stand for. */
function digitsAt(text: string, at: number): number {
  return (text.charCodeAt(at) - ZERO) * 10 + text.charCodeAt(at + 1) - ZERO;
}
