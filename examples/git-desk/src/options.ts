/** Reads the command line. */
import { parseArgs } from "node:util";
import { LANGUAGES, type Language } from "@fold/brief";
import { parseInstant } from "@fold/contracts/values";

export interface Options {
  readonly path: string;
  /** Null: the usual place. */
  readonly store: string | null;
  /** Null: the clock. */
  readonly now: string | null;
  readonly lang: Language;
  readonly isVerbose: boolean;
  /** The folder where `npx fold` finds the command; null if that is not known. */
  readonly commandsFrom: string | null;
}

export type ParsedOptions =
  | { readonly type: "run"; readonly options: Options }
  | { readonly type: "help" }
  | { readonly type: "usage"; readonly message: string };

export const HELP = `Usage: git-desk [PATH] [options]
       npm start -- [PATH] [options]   in the root of the clone

Reads the git repository at PATH (the current folder unless given), keeps a Fold store about what
deserves attention in it, and prints the brief. It never writes into the repository.

  --store DIR     keep the store in DIR, which must be outside of the repository
  --now INSTANT   the time of this look, RFC 3339; the clock unless given
  --lang en|zh    the language of the brief, the report and the hints; entries are written
                  once, in English, so titles and summaries stay English
  --verbose       show the log: what was committed, refused and decided again
  --commands-from DIR
                  say that the printed commands work in DIR; npm start says so itself
  --help          this text

Examples:
  git-desk
  git-desk ../another --lang zh
  npm start -- ../another --lang zh
  git-desk . --store /tmp/desk/.fold --verbose

Exit codes: 0 done · 2 usage · 3 refused · 5 store unavailable · 6 store damaged ·
8 no repository · 9 unknown whether the last batch was saved
`;

export function parseOptions(argv: readonly string[]): ParsedOptions {
  const parsed = parse(argv);
  if (typeof parsed === "string") return { type: "usage", message: parsed };
  const { values, positionals } = parsed;
  if (values.help === true) return { type: "help" };

  const [path = ".", ...rest] = positionals;
  if (rest.length > 0) return { type: "usage", message: `one PATH, not also ${rest.join(", ")}` };
  const lang = LANGUAGES.find((known) => known === (values.lang ?? "en"));
  if (lang === undefined) return { type: "usage", message: `--lang: ${LANGUAGES.join(" or ")}` };
  const now = values.now === undefined ? null : parseInstant(values.now);
  if (now === null && values.now !== undefined) {
    return { type: "usage", message: "--now: a date and time such as 2026-06-30T12:00:00Z" };
  }
  const isVerbose = values.verbose === true;
  const store = values.store ?? null;
  const commandsFrom = values["commands-from"] ?? null;
  return { type: "run", options: { path, store, now, lang, isVerbose, commandsFrom } };
}

function parse(argv: readonly string[]) {
  try {
    return parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: {
        store: { type: "string" },
        now: { type: "string" },
        lang: { type: "string" },
        "commands-from": { type: "string" },
        verbose: { type: "boolean", short: "v" },
        help: { type: "boolean", short: "h" },
      },
    });
  } catch (error) {
    // The parser throws for a command line that it does not understand, and says why.
    return error instanceof TypeError ? error.message : String(error);
  }
}
