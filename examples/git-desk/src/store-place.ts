/** Where the store of a repository is: in the user's state folder, never in the repository. */
import { createHash } from "node:crypto";
import { realpath } from "node:fs/promises";
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import type { RepositoryFacts } from "./git/facts.js";
import type { Environment } from "./git/run-git.js";

export interface StorePlace {
  readonly dir: string;
  /** The log of the runs, next to the store. */
  readonly logPath: string;
}

export type PlacedStore =
  | { readonly ok: true; readonly place: StorePlace }
  /** The place lies inside of the repository. */
  | { readonly ok: false; readonly dir: string };

export async function placeStore({
  repository,
  store,
  cwd,
  home,
  environment,
}: {
  readonly repository: RepositoryFacts;
  readonly store: string | null;
  readonly cwd: string;
  readonly home: string;
  readonly environment: Environment;
}): Promise<PlacedStore> {
  const wished = store ?? usualDir(repository, { home, environment });
  const dir = await canonical(resolve(cwd, wished));
  const { root, gitDir, commonDir } = repository;
  if ([root, gitDir, commonDir].some((folder) => isInside(dir, folder))) return { ok: false, dir };
  return { ok: true, place: { dir, logPath: join(dirname(dir), "git-desk.log") } };
}

function usualDir(
  { root, name }: RepositoryFacts,
  { home, environment }: { readonly home: string; readonly environment: Environment },
): string {
  const given = environment["XDG_STATE_HOME"] ?? "";
  const base = isAbsolute(given) ? given : join(home, ".local", "state");
  const readable = name.replace(/[^A-Za-z0-9._-]+/g, "-").slice(0, 40);
  const hash = createHash("sha256").update(root).digest("hex").slice(0, 12);
  return join(base, "fold", "git-desk", `${readable}-${hash}`, ".fold");
}

/** The path without links, as far as it exists. */
async function canonical(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch {
    const parent = dirname(path);
    return parent === path ? path : join(await canonical(parent), basename(path));
  }
}

function isInside(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}
