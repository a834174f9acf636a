/** Command lines by a table of options. Nothing is guessed: what is not in the table is refused. */
import { type ParseArgsConfig, parseArgs } from "node:util";
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

/** Reads the arguments after the name of a command. An option may be given once. */
export function readOptions<Table extends OptionTable>(
  args: readonly string[],
  table: Table,
): Parsed<CommandLine<Table>> {
  const options: NonNullable<ParseArgsConfig["options"]> = {};
  for (const [name, { type }] of Object.entries(table)) {
    options[name] = name === "help" ? { type, short: "h" } : { type };
  }
  const given = strictly(args, options);
  if (!given.ok) return given;
  const { values, positionals, tokens } = given.value;
  const names = tokens.flatMap(({ kind, name }) =>
    kind === "option" && name !== undefined ? [name] : [],
  );
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) return misused(`--${twice} is given more than once`);
  const empty = names.find((name) => values[name] === "" && name !== "text" && name !== "actor");
  if (empty !== undefined) return misused(`--${empty} is empty`);
  const all = Object.entries(table).map(([name, { type }]) => [
    name,
    values[name] ?? (type === "boolean" ? false : undefined),
  ]);
  // parseArgs has checked each value against the table.
  return parsed({ options: Object.fromEntries(all), operands: positionals });
}

interface Strict {
  readonly values: Readonly<Record<string, unknown>>;
  readonly positionals: readonly string[];
  readonly tokens: readonly { readonly kind: string; readonly name?: string }[];
}

function strictly(
  args: readonly string[],
  options: NonNullable<ParseArgsConfig["options"]>,
): Parsed<Strict> {
  try {
    const config = { args: [...args], options, allowPositionals: true, strict: true } as const;
    return parsed(parseArgs({ ...config, tokens: true }));
  } catch (error) {
    if (isParseArgsError(error)) return misused(error.message);
    throw error;
  }
}

function isParseArgsError(error: unknown): error is Error {
  return (
    error instanceof Error &&
    "code" in error &&
    typeof error.code === "string" &&
    error.code.startsWith("ERR_PARSE_ARGS_")
  );
}

/** A whole number in decimal digits. */
export function wholeNumber(name: string, text: string | undefined): Parsed<number | undefined> {
  if (text === undefined) return parsed(undefined);
  const value = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  if (Number.isSafeInteger(value)) return parsed(value);
  return misused(`--${name} is a whole number, not "${text}"`);
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
