/** Reads everything that git-desk wants to know about one repository, and writes nothing. */

import { resolve } from "node:path";
import { readBranches } from "./branches.js";
import { findDefaultBranch } from "./default-branch.js";
import type { Facts } from "./facts.js";
import { type Fates, readFates } from "./fates.js";
import type { GitError } from "./git-error.js";
import { DEFAULT_GIT_LIMITS, type GitLimits } from "./git-limits.js";
import { capped, createLook, type Look } from "./look.js";
import { readOperations } from "./operations.js";
import { readRefs } from "./refs.js";
import { locateRepository, type RepositoryPlace, readHead, readRemotes } from "./repository.js";
import { type Environment, openGit } from "./run-git.js";
import { readStashes } from "./stashes.js";
import { readTodos } from "./todos.js";
import { readWorktree, type WorktreeReading } from "./worktree.js";

export interface ReadOptions {
  readonly path: string;
  /** Where a relative path begins. */
  readonly cwd?: string;
  readonly now: string;
  readonly environment: Environment;
  readonly limits?: Partial<GitLimits>;
}

export type FactsReading =
  | {
      readonly ok: true;
      readonly facts: Facts;
      /** What became of commits that a branch had when it was last seen. */
      readonly fatesOf: (commits: readonly string[]) => Promise<Fates>;
    }
  | { readonly ok: false; readonly error: GitError };

export async function readFacts(options: ReadOptions): Promise<FactsReading> {
  const { now, environment, cwd = "" } = options;
  const path = resolve(cwd, options.path);
  const limits = { ...DEFAULT_GIT_LIMITS, ...options.limits };
  const located = await locateRepository(path, await openGit(path, environment), limits);
  if (!located.ok) return located;
  const { place } = located;
  const git = await openGit(place.root, environment);
  const look = createLook({ git, root: place.root, now, limits });
  return readAll(look, place);
}

async function readAll(look: Look, place: RepositoryPlace): Promise<FactsReading> {
  const { hasWorktree, ...repository } = place;
  const head = await readHead(look);
  const emptyTree = await readEmptyTree(look);
  const base = head.type === "unborn" ? emptyTree : head.commit;
  const reading = hasWorktree ? await readWorktree(look, base) : null;
  const refs = await readRefs(look);
  const remotes = await readRemotes(look);
  const defaultBranch = findDefaultBranch(refs, head);
  const hasRemotes = remotes.length > 0;
  const branches = await readBranches({ look, refs, head, defaultBranch, hasRemotes });
  const todos = await readTodos({
    look,
    head,
    hasWorktree,
    isShallow: place.isShallow,
    branches: branches.list.items,
    defaultBranch,
    emptyTree,
  });
  const operations = await readOperations(place.gitDir);
  const stashes = await readStashes(look);
  return {
    ok: true,
    facts: {
      repository: { ...repository, remotes, head },
      worktree: reading?.worktree ?? null,
      operations,
      branches,
      ...files(reading, todos, look),
      stashes: capped(stashes, look.limits.stashesMax),
      gaps: look.gaps(),
    },
    fatesOf: (commits) => readFates(look, commits, defaultBranch),
  };
}

function files(
  reading: WorktreeReading | null,
  todos: Facts["todos"]["items"],
  look: Look,
): Pick<Facts, "todos" | "secrets"> {
  const all = {
    todos: capped([...(reading?.todos ?? []), ...todos], look.limits.todosMax),
    secrets: capped(reading?.secrets ?? [], look.limits.secretsMax),
  };
  for (const area of ["todos", "secrets"] as const) {
    const { moreCount } = all[area];
    if (moreCount > 0) look.note({ area, code: "cut", detail: `${moreCount} more ${area}` });
  }
  return all;
}

/** The id of the tree without files, which depends on how the repository hashes. */
async function readEmptyTree(look: Look): Promise<string> {
  const text = await look.ask("worktree", ["hash-object", "-t", "tree", "/dev/null"]);
  return text?.trim() ?? "4b825dc642cb6eb9a060e54bf8d69288fbee4904";
}
