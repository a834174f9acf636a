/**
 * Newly added TODO lines: those in the work tree or HEAD that were not there before the unpushed
 * commits and the recent days, and those that other unpushed branches add.
 */
import { addedLines, PATCH_FLAGS } from "./added-lines.js";
import type { DefaultBranch } from "./default-branch.js";
import type { BranchFacts, Head, TodoFacts } from "./facts.js";
import { dateTodos } from "./line-dates.js";
import { inPool, type Look } from "./look.js";
import { fencedLines, isProseFile } from "./prose-files.js";
import { readRegularFile } from "./safe-read.js";
import { isMadeFile, todoOfLine } from "./todo-lines.js";

export async function readTodos({
  look,
  head,
  hasWorktree,
  isShallow,
  branches,
  defaultBranch,
  emptyTree,
}: {
  readonly look: Look;
  readonly head: Head;
  readonly hasWorktree: boolean;
  readonly isShallow: boolean;
  readonly branches: readonly BranchFacts[];
  readonly defaultBranch: DefaultBranch | null;
  readonly emptyTree: string;
}): Promise<readonly TodoFacts[]> {
  const current = branches.find(({ isCurrent }) => isCurrent);
  const base = await readBase({ look, head, isShallow, defaultBranch, emptyTree });
  const target = hasWorktree ? [] : head.type === "unborn" ? null : [head.commit];
  const here = target === null ? [] : await addedTodos(look, { base, target: target[0] ?? null });
  const dated = await dateTodos(look, here, hasWorktree ? [] : (target ?? []));

  const others = branches.filter(
    (branch) => branch !== current && !branch.isMerged && (branch.unpushed?.count ?? 0) > 0,
  );
  const searched = others.slice(0, look.limits.searchedBranchesMax);
  if (others.length > searched.length) {
    const detail = `${others.length - searched.length} more branches`;
    look.note({ area: "todos", code: "cut", detail });
  }
  const elsewhere: TodoFacts[] = [];
  for (const { name, tip, committedAt } of searched) {
    const fork = await mergeBase(look, defaultBranch?.commit ?? tip, tip);
    if (fork === null) continue;
    const found = await addedTodos(look, { base: fork, target: tip });
    elsewhere.push(...found.map((todo) => ({ ...todo, branch: name, at: committedAt })));
  }
  return withoutRepeats([...dated, ...elsewhere]);
}

/** `target`: a commit; null is the work tree. */
async function addedTodos(
  look: Look,
  { base, target }: { readonly base: string; readonly target: string | null },
): Promise<readonly TodoFacts[]> {
  const args = ["diff", ...PATCH_FLAGS, base, ...(target === null ? [] : [target]), "--"];
  const patch = await look.ask("todos", args, { bytesMax: look.limits.diffBytesMax });
  const found = addedLines(patch ?? "").flatMap(({ path, line, text }): readonly TodoFacts[] => {
    const todo = isMadeFile(path) ? null : todoOfLine(text, { isProse: isProseFile(path) });
    return todo === null ? [] : [{ path, line, ...todo, branch: null, at: null }];
  });
  return withoutFenced(look, found, target);
}

/** A diff does not tell whether a line is within a block of code, so files of prose are read. */
async function withoutFenced(
  look: Look,
  todos: readonly TodoFacts[],
  target: string | null,
): Promise<readonly TodoFacts[]> {
  const paths = [...new Set(todos.map(({ path }) => path))].filter(isProseFile);
  const fenced = new Map(
    await inPool(paths, async (path): Promise<readonly [string, ReadonlySet<number>]> => {
      const content = await contentOf(look, path, target);
      return [path, fencedLines(path, content ?? "")];
    }),
  );
  return todos.filter(({ path, line }) => fenced.get(path)?.has(line) !== true);
}

async function contentOf(look: Look, path: string, target: string | null): Promise<string | null> {
  const bytesMax = look.limits.diffBytesMax;
  if (target === null) {
    const file = await readRegularFile(look.root, path, bytesMax);
    return file?.bytes.toString("utf8") ?? null;
  }
  const blob = await look.tryRun(["cat-file", "blob", `${target}:${path}`], { bytesMax });
  return blob.ok ? blob.text : null;
}

/** One line of one file is one TODO, on however many branches it is. */
function withoutRepeats(todos: readonly TodoFacts[]): readonly TodoFacts[] {
  const branchOf = new Map<string, string | null>();
  return todos.filter(({ path, word, text, branch }) => {
    const key = JSON.stringify([path, word, text]);
    const first = branchOf.get(key);
    if (first === undefined) branchOf.set(key, branch);
    return first === undefined || first === branch;
  });
}

/** The tree before everything that counts as new. */
async function readBase({
  look,
  head,
  isShallow,
  defaultBranch,
  emptyTree,
}: {
  readonly look: Look;
  readonly head: Head;
  readonly isShallow: boolean;
  readonly defaultBranch: DefaultBranch | null;
  readonly emptyTree: string;
}): Promise<string> {
  if (head.type === "unborn") return emptyTree;
  const sinceMs = Date.parse(look.now) - look.limits.recentDays * 24 * 3600 * 1000;
  const before = `--before=${new Date(sinceMs).toISOString()}`;
  const old = await firstLine(look, ["rev-list", "-1", "--first-parent", before, head.commit]);
  const oldest = isShallow ? await firstLine(look, boundaryCommand(head.commit)) : null;
  const recentBase = old ?? oldest;
  if (recentBase === null) return emptyTree;
  const fork = await mergeBase(look, defaultBranch?.commit ?? head.commit, head.commit);
  if (fork === null) return recentBase;
  return (await mergeBase(look, recentBase, fork)) ?? recentBase;
}

/** Where the history of a shallow clone ends. */
function boundaryCommand(commit: string): readonly string[] {
  return ["rev-list", "--max-parents=0", commit];
}

async function firstLine(look: Look, args: readonly string[]): Promise<string | null> {
  const text = await look.ask("todos", [...args, "--"]);
  return text?.split("\n").find((line) => line !== "") ?? null;
}

async function mergeBase(look: Look, one: string, other: string): Promise<string | null> {
  const outcome = await look.tryRun(["merge-base", one, other], { okExitCodes: [0, 1] });
  return outcome.ok && outcome.text !== "" ? outcome.text.trim() : null;
}
