/** The command line as what is asked for. */
import { parseArgs } from "node:util";
import { HOSTS, type Host } from "./install/places.js";
import { LANGUAGES, type Language } from "./languages.js";

export const COMMANDS = ["install", "uninstall", "check", "print"] as const;
export type Command = (typeof COMMANDS)[number];

export interface CommandLine {
  readonly command: Command;
  /** What is to be printed. */
  readonly name: string | null;
  readonly host: Host;
  /** The project; null where it is the working folder, or with `user` the home. */
  readonly dir: string | null;
  readonly user: boolean;
  readonly force: boolean;
  readonly dryRun: boolean;
}

/** Known however little else of the command line can be understood. */
export interface Manner {
  readonly language: Language | null;
  readonly json: boolean;
}

export type Misuse =
  | { readonly reason: "no_command" }
  | { readonly reason: "unknown_command"; readonly value: string }
  | { readonly reason: "unknown_option"; readonly value: string }
  | { readonly reason: "no_value"; readonly value: string }
  | { readonly reason: "takes_no_value"; readonly value: string }
  | { readonly reason: "surplus"; readonly value: string }
  | {
      readonly reason: "not_one_of";
      readonly option: string;
      readonly value: string;
      readonly known: readonly string[];
    }
  | { readonly reason: "dir_and_user" }
  | { readonly reason: "no_folder"; readonly value: string }
  | { readonly reason: "nothing_named"; readonly value: string; readonly known: readonly string[] };

export type Read =
  | { readonly type: "run"; readonly line: CommandLine }
  | { readonly type: "help" }
  | { readonly type: "version" }
  | { readonly type: "misuse"; readonly misuse: Misuse };

const TEXT_OPTIONS = ["for", "dir", "lang"] as const;
const FLAGS = ["user", "force", "dry-run", "json", "help", "version"] as const;

export function readManner(argv: readonly string[]): Manner {
  const { values } = tokensOf(argv);
  const language = LANGUAGES.find((known) => known === values.get("lang"));
  return { language: language ?? null, json: values.has("json") };
}

export function readCommandLine(argv: readonly string[]): Read {
  const { values, operands, misuse } = tokensOf(argv);
  if (misuse !== null) return { type: "misuse", misuse };
  if (values.has("help")) return { type: "help" };
  if (values.has("version")) return { type: "version" };
  const [word, name, surplus] = operands;
  if (word === undefined) return misused({ reason: "no_command" });
  const command = COMMANDS.find((known) => known === word);
  if (command === undefined) return misused({ reason: "unknown_command", value: word });
  const extra = command === "print" ? surplus : name;
  if (extra !== undefined) return misused({ reason: "surplus", value: extra });
  const hostName = values.get("for") ?? "generic";
  const host = HOSTS.find((known) => known === hostName);
  if (host === undefined) return notOneOf("for", hostName, HOSTS);
  const language = values.get("lang");
  if (language !== undefined && !LANGUAGES.some((known) => known === language)) {
    return notOneOf("lang", language, LANGUAGES);
  }
  const dir = values.get("dir") ?? null;
  const user = values.has("user");
  if (dir !== null && user) return misused({ reason: "dir_and_user" });
  return {
    type: "run",
    line: {
      command,
      name: name ?? null,
      host,
      dir,
      user,
      force: values.has("force"),
      dryRun: values.has("dry-run"),
    },
  };
}

interface Tokens {
  /** Values by option; an empty text for a flag. */
  readonly values: ReadonlyMap<string, string>;
  readonly operands: readonly string[];
  /** The first thing that is wrong. */
  readonly misuse: Misuse | null;
}

function tokensOf(argv: readonly string[]): Tokens {
  const options = Object.fromEntries([
    ...TEXT_OPTIONS.map((name) => [name, { type: "string" } as const]),
    ...FLAGS.map((name) => [name, { type: "boolean" } as const]),
  ]);
  const args = argv.map((argument) => (argument === "-h" ? "--help" : argument));
  const { tokens } = parseArgs({ args, options, strict: false, tokens: true });
  const values = new Map<string, string>();
  const operands: string[] = [];
  const misuses: Misuse[] = [];
  for (const token of tokens) {
    if (token.kind === "positional") operands.push(token.value);
    if (token.kind !== "option") continue;
    const { name, rawName, value, inlineValue } = token;
    if (isFlag(name)) {
      if (value !== undefined) misuses.push({ reason: "takes_no_value", value: rawName });
      values.set(name, "");
    } else if (!TEXT_OPTIONS.some((known) => known === name)) {
      misuses.push({ reason: "unknown_option", value: rawName });
    } else if (value === undefined || value === "" || (value.startsWith("-") && !inlineValue)) {
      misuses.push({ reason: "no_value", value: rawName });
      // What stands in the place of the value is more likely an option of its own.
      const next = value?.replace(/^--/, "") ?? "";
      if (isFlag(next)) values.set(next, "");
    } else values.set(name, value);
  }
  return { values, operands, misuse: misuses[0] ?? null };
}

function isFlag(name: string): boolean {
  return FLAGS.some((known) => known === name);
}

function misused(misuse: Misuse): Read {
  return { type: "misuse", misuse };
}

function notOneOf(option: string, value: string, known: readonly string[]): Read {
  return misused({ reason: "not_one_of", option, value, known });
}
