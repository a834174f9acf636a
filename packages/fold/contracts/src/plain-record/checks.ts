/**
 * Checks that see a value to be sound without a schema. Each says yes only where the schema of the
 * same name would; no says nothing, and then the schema has the word. They build nothing.
 */
import { parseInstant } from "../instants.js";
import { textFault } from "../text.js";

export type Check = (value: unknown) => boolean;

export const matching =
  (pattern: RegExp): Check =>
  (value) =>
    typeof value === "string" && pattern.test(value);

export const word = (...words: readonly string[]): Check => {
  const known = new Set<unknown>(words);
  return (value) => known.has(value);
};

export const orNull =
  (check: Check): Check =>
  (value) =>
    value === null || check(value);

export const integer: Check = (value) => Number.isSafeInteger(value);
export const count: Check = (value) => Number.isSafeInteger(value) && Number(value) >= 0;
export const flag: Check = (value) => typeof value === "boolean";
export const anyText: Check = (value) => typeof value === "string";

interface TextRule {
  readonly max?: number;
  readonly min?: number;
  readonly lines: "one" | "many";
  readonly trimmed?: boolean;
}

/** Most text is of these characters alone, in which there is no fault to look for. */
const PLAIN = /^[ -~]*$/;

/** Lengths are compared in UTF-16 units, of which there are never fewer than code points. */
export const text =
  ({ max = Number.MAX_SAFE_INTEGER, min = 1, lines, trimmed = false }: TextRule): Check =>
  (value) => {
    if (typeof value !== "string" || value.length < min || value.length > max) return false;
    if (PLAIN.test(value)) return !trimmed || value === value.trim();
    return textFault(value, { lines, trimmed }) === null;
  };

/** Days that every month has; the others are looked up in the calendar. */
const EVERYDAY =
  /^(?!0000)\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3])(?::[0-5]\d){2}\.\d{3}Z$/;

/** An instant as the store writes it. */
export const instant: Check = (value) =>
  typeof value === "string" && (EVERYDAY.test(value) || parseInstant(value) === value);

export const list =
  (check: Check, { min = 0, max = Number.MAX_SAFE_INTEGER } = {}): Check =>
  (value) => {
    if (!Array.isArray(value) || value.length < min || value.length > max) return false;
    for (const item of value) if (!check(item)) return false;
    return true;
  };

type Table = Readonly<Record<string, Check>>;

/** An object with exactly these members: all of `required`, any of `optional`. */
export function members(required: Table, optional: Table = {}): Check {
  const checks = new Map(Object.entries({ ...optional, ...required }));
  const needed = Object.keys(required);
  return (value) => {
    if (!isPlainObject(value)) return false;
    for (const name of needed) if (!Object.hasOwn(value, name)) return false;
    for (const name of Object.keys(value)) {
      const check = checks.get(name);
      if (check === undefined || !check(value[name])) return false;
    }
    return true;
  };
}

/** One of several objects, told apart by the text of one member. */
export function variants(member: string, byName: Table): Check {
  const checks = new Map<unknown, Check>(Object.entries(byName));
  return (value) => isPlainObject(value) && checks.get(value[member])?.(value) === true;
}

export function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return (
    typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype
  );
}
