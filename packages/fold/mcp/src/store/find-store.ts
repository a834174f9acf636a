/** Which directory is the store: the rule of the command, so that both find the same one. */
import { lstatSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import type { NoStore, Unavailable } from "@fold/contracts";

export interface Place {
  readonly cwd: string;
  /** What `--dir` said. */
  readonly dir: string | undefined;
  /** What `FOLD_DIR` says; empty is as good as nothing. */
  readonly environmentDir: string | undefined;
  readonly init: boolean;
}

export type FoundStore =
  | { readonly ok: true; readonly dir: string }
  | { readonly ok: false; readonly failure: NoStore | Unavailable };

const FOLDER = ".fold";

/** How a person comes to a store. A model cannot: it is told, to tell. */
const START_HINT =
  "A person starts one with `fold commit --init`, names one with `fold-mcp --dir`, or lets fold-mcp make it with --init.";

const INIT_HINT = "Nothing was declared yet: the first commit or annotation makes the store.";

/**
 * What `--dir` says, else `FOLD_DIR`, else the nearest `.fold` upwards, else with `init` a new one in
 * the working directory. Whatever is called `.fold` ends the search: a store that cannot be opened
 * must not be passed by for another one.
 */
export function findStore({ cwd, dir, environmentDir, init }: Place): FoundStore {
  const named = dir ?? (environmentDir || undefined);
  if (named !== undefined) return { ok: true, dir: resolve(cwd, named) };
  for (let folder = cwd; ; folder = dirname(folder)) {
    const candidate = join(folder, FOLDER);
    const stands = standsAt(candidate);
    if (stands === null) return { ok: false, failure: unreadable(candidate) };
    if (stands) return { ok: true, dir: candidate };
    if (dirname(folder) === folder) break;
  }
  return init ? { ok: true, dir: join(cwd, FOLDER) } : { ok: false, failure: noStore(cwd) };
}

/** The same failure with what to do about it here. */
export function withHint<Failure extends { readonly outcome: string }>(
  failure: Failure,
  { init }: { readonly init: boolean },
) {
  const hint = init ? INIT_HINT : START_HINT;
  return failure.outcome === "no_store" ? { ...failure, hint } : failure;
}

function standsAt(path: string): boolean | null {
  try {
    lstatSync(path);
    return true;
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    return code === "ENOENT" || code === "ENOTDIR" ? false : null;
  }
}

function noStore(cwd: string): NoStore {
  const message = `No ${FOLDER} directory in ${cwd} or above it.`;
  return { outcome: "no_store", message, hint: START_HINT };
}

function unreadable(path: string): Unavailable {
  const message = `Cannot find out whether there is a store at ${path}.`;
  return { outcome: "unavailable", reason: "permission", message };
}
