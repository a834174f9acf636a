import { dirname, join, resolve } from "node:path";
import type { NoStore, Unavailable } from "@fold/contracts";
import type { Io } from "./io.js";
import { type TypedAt, typedProgram } from "./typed-command.js";

export type FoundStore =
  | { readonly ok: true; readonly dir: string }
  | { readonly ok: false; readonly answer: NoStore | Unavailable };

const FOLDER = ".fold";

/**
 * The directory of the store: what `--dir` says, else `FOLD_DIR`, else the nearest `.fold` upwards,
 * else with `init` a new one right here. Whatever is called `.fold` ends the search, a link that
 * leads nowhere too: a store that cannot be opened must not be passed by for another one.
 */
export function findStore(
  io: Pick<Io, "cwd" | "env" | "kindOf" | "program" | "programs">,
  { dir, init }: { readonly dir: string | undefined; readonly init: boolean },
): FoundStore {
  const named = dir ?? (io.env["FOLD_DIR"] || undefined);
  if (named !== undefined) return { ok: true, dir: resolve(io.cwd, named) };
  for (let folder = io.cwd; ; folder = dirname(folder)) {
    const candidate = join(folder, FOLDER);
    const kind = io.kindOf(candidate, { link: true });
    if (kind === "unreadable") return { ok: false, answer: unreadable(candidate) };
    if (kind !== "none") return { ok: true, dir: candidate };
    if (dirname(folder) === folder) break;
  }
  return init ? { ok: true, dir: join(io.cwd, FOLDER) } : { ok: false, answer: noStore(io) };
}

function noStore(io: Pick<Io, "cwd"> & TypedAt["io"]): NoStore {
  return {
    outcome: "no_store",
    message: `No ${FOLDER} directory in ${io.cwd} or above it.`,
    hint: startHint(io),
  };
}

/** How to come to a store. */
export function startHint(io: TypedAt["io"]): string {
  const start = `${typedProgram(io, "fold")} commit --init --actor NAME FILE`;
  return `Start one here with: ${start}, or name one with --dir or FOLD_DIR.`;
}

function unreadable(path: string): Unavailable {
  return {
    outcome: "unavailable",
    reason: "permission",
    message: `Cannot find out whether there is a store at ${path}.`,
  };
}
