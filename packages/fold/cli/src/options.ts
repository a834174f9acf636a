/** Command lines by a table of options. Nothing is guessed: what is not in the table is refused. */
import { misused, type Parsed, parsed } from "./parsed.js";

export interface OptionSpec {
  readonly type: "string" | "boolean";
  /** What completion may offer: fixed words, or paths. */
  readonly values?: readonly string[] | "file" | "folder";
}

export type OptionTable = Readonly<Record<string, OptionSpec>>;

export type OptionValues<Table extends OptionTable> = {
  readonly [Name in keyof Table]: Table[Name]["type"] extends "string"
    ? string | undefined
    : boolean;
};

export interface CommandLine<Table extends OptionTable> {
  readonly options: OptionValues<Table>;
  readonly operands: readonly string[];
}

/** Options that every command has. */
export const COMMON_OPTIONS = {
  dir: { type: "string", values: "folder" },
  help: { type: "boolean" },
} as const satisfies OptionTable;

/** What may be given as an empty text, for the contract to refuse it in its own words. */
const MAY_BE_EMPTY: readonly string[] = ["text", "actor"];

/**
 * Reads the arguments after the name of a command. An option may be given once; its value follows
 * it, or stands behind a `=` if it begins with `-`; after `--` nothing is an option. Node's own
 * reader of command lines does the same, but loading it takes as long as all else before the store.
 */
export function readOptions<Table extends OptionTable>(
  args: readonly string[],
  table: Table,
): Parsed<CommandLine<Table>> {
  // Node replaces what is not UTF-8 before anyone can see it, and nothing may be stored replaced.
  if (args.some((argument) => argument.includes("\ufffd"))) {
    return misused(
      "An argument is not UTF-8, or holds U+FFFD, which looks the same here: " +
        "give such a text on standard input, with -",
    );
  }
  const given = new Map<string, string | true>();
  const operands: string[] = [];
  for (let at = 0; at < args.length; at += 1) {
    const argument = args[at] ?? "";
    if (argument === "--") {
      operands.push(...args.slice(at + 1));
      break;
    }
    if (argument === "-" || !argument.startsWith("-")) {
      operands.push(argument);
      continue;
    }
    const option = readOption(argument, args[at + 1], table);
    if (!option.ok) return option;
    const { name, value, tookNext } = option.value;
    if (given.has(name)) return misused(`--${name} is given more than once`);
    if (value === "" && !MAY_BE_EMPTY.includes(name)) return misused(`--${name} is empty`);
    given.set(name, value);
    if (tookNext) at += 1;
  }
  const all = Object.entries(table).map(([name, { type }]) => [
    name,
    given.get(name) ?? (type === "boolean" ? false : undefined),
  ]);
  // Each value was taken as the table says: a text where it says so, else true.
  return parsed({ options: Object.fromEntries(all), operands });
}

interface GivenOption {
  readonly name: string;
  readonly value: string | true;
  readonly tookNext: boolean;
}

function readOption(
  argument: string,
  next: string | undefined,
  table: OptionTable,
): Parsed<GivenOption> {
  const whole = argument === "-h" ? "--help" : argument;
  const equals = whole.indexOf("=");
  const name = whole.slice(2, equals === -1 ? undefined : equals);
  const spec = whole.startsWith("--") && Object.hasOwn(table, name) ? table[name] : undefined;
  if (spec === undefined) return misused(`There is no option "${argument}"`);
  const inline = equals === -1 ? undefined : whole.slice(equals + 1);
  if (spec.type === "boolean") {
    if (inline !== undefined) return misused(`--${name} takes no value, but got "${inline}"`);
    return parsed({ name, value: true, tookNext: false });
  }
  if (inline !== undefined) return parsed({ name, value: inline, tookNext: false });
  if (next === undefined) return misused(`--${name} needs a value`);
  // More likely a forgotten value than one that looks like an option.
  if (next !== "-" && next.startsWith("-")) {
    return misused(`--${name} needs a value; if it is "${next}", write --${name}=${next}`);
  }
  return parsed({ name, value: next, tookNext: true });
}

/** A whole number in decimal digits, from 0 or from `least`. */
export function wholeNumber(
  name: string,
  text: string | undefined,
  { least = 0 }: { readonly least?: number } = {},
): Parsed<number | undefined> {
  if (text === undefined) return parsed(undefined);
  const value = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  if (Number.isSafeInteger(value) && value >= least) return parsed(value);
  return misused(`--${name} is a whole number from ${least}, not "${text}"`);
}

/** One of a few words. */
export function oneOf<Word extends string>(
  name: string,
  text: string | undefined,
  words: readonly Word[],
): Parsed<Word | undefined> {
  if (text === undefined) return parsed(undefined);
  const word = words.find((known) => known === text);
  return word === undefined
    ? misused(`--${name} is one of ${words.join(", ")}, not "${text}"`)
    : parsed(word);
}
