/** What `fold-mcp` is told when it is started. */
import { parseArgs } from "node:util";
import { LANGUAGES, type Language } from "@fold/brief";
import { parseCallContext } from "@fold/contracts";

export interface Settings {
  readonly dir: string | undefined;
  readonly init: boolean;
  readonly actor: string;
  readonly annotator: string;
  readonly language: Language;
  readonly readOnly: boolean;
  /** Null serves over standard input and output. */
  readonly http: { readonly port: number; readonly tokenFile: string } | null;
}

export type CommandLine =
  | { readonly asks: "serve"; readonly settings: Settings }
  | { readonly asks: "help" | "version" }
  | { readonly asks: "nothing"; readonly message: string };

const OPTIONS = {
  actor: { type: "string" },
  person: { type: "string" },
  dir: { type: "string" },
  init: { type: "boolean" },
  "read-only": { type: "boolean" },
  lang: { type: "string" },
  http: { type: "string" },
  "token-file": { type: "string" },
  help: { type: "boolean", short: "h" },
  version: { type: "boolean" },
} as const;

/** An actor is checked by the contract as that of a call is; the instant is a stand-in. */
const ANY_INSTANT = "2000-01-01T00:00:00Z";
const PORT_MAX = 65_535;

export function readCommandLine(args: readonly string[]): CommandLine {
  const given = parsed(args);
  if ("message" in given) return given;
  const { values, repeated } = given;
  if (values.help === true) return { asks: "help" };
  if (values.version === true) return { asks: "version" };
  if (repeated !== null) return misused(`--${repeated} is given more than once`);
  const empty = Object.entries(values).find(([, value]) => value === "");
  if (empty !== undefined) return misused(`--${empty[0]} is empty`);
  const { actor, person = actor, dir, init = false, lang = "en" } = values;
  const readOnly = values["read-only"] ?? false;
  if (readOnly && init) return misused("--read-only makes no store: it goes without --init");
  // Who only reads is never named.
  const speaker = actor ?? (readOnly ? "reader" : undefined);
  if (speaker === undefined)
    return misused("--actor is missing: under which name does it declare?");
  const annotator = person ?? speaker;
  for (const [option, name] of [
    ["actor", speaker],
    ["person", annotator],
  ] as const) {
    const context = parseCallContext({ actor: name, now: ANY_INSTANT });
    if (!context.ok) return misused(`--${option} is no name: ${context.violations[0].message}`);
  }
  const language = LANGUAGES.find((known) => known === lang);
  if (language === undefined) {
    return misused(`--lang is one of ${LANGUAGES.join(", ")}, not "${lang}"`);
  }
  const http = readHttp(values.http, values["token-file"]);
  if (http !== null && "message" in http) return http;
  return {
    asks: "serve",
    settings: { dir, init, actor: speaker, annotator, language, readOnly, http },
  };
}

function parsed(args: readonly string[]) {
  try {
    const { values, tokens } = parseArgs({ args: [...args], options: OPTIONS, tokens: true });
    const names = tokens.flatMap((token) => (token.kind === "option" ? [token.name] : []));
    const repeated = names.find((name, index) => names.indexOf(name) !== index) ?? null;
    return { values, repeated };
  } catch (error) {
    return misused(error instanceof Error ? error.message : String(error));
  }
}

function readHttp(port: string | undefined, tokenFile: string | undefined) {
  if (port === undefined) {
    return tokenFile === undefined ? null : misused("--token-file goes with --http");
  }
  const number = /^\d{1,5}$/.test(port) ? Number(port) : PORT_MAX + 1;
  if (number > PORT_MAX) return misused(`--http is a port from 0 to ${PORT_MAX}, not "${port}"`);
  if (tokenFile === undefined) {
    return misused("--http needs --token-file: a file for the token, made if there is none");
  }
  return { port: number, tokenFile };
}

function misused(message: string) {
  return { asks: "nothing", message } as const;
}
