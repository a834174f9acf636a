/** Finds the repository at a path: its root, its folders, and what HEAD is. */
import { realpath, stat } from "node:fs/promises";
import { basename, resolve } from "node:path";
import { readSpan } from "./commit-span.js";
import type { Head, RepositoryFacts } from "./facts.js";
import type { GitError } from "./git-error.js";
import type { GitLimits } from "./git-limits.js";
import type { Look } from "./look.js";
import type { Git } from "./run-git.js";

export type Located =
  | { readonly ok: true; readonly place: RepositoryPlace }
  | { readonly ok: false; readonly error: GitError };

export type RepositoryPlace = Omit<RepositoryFacts, "head" | "remotes"> & {
  readonly hasWorktree: boolean;
};

export async function locateRepository(
  path: string,
  git: Git,
  limits: GitLimits,
): Promise<Located> {
  const kind = await kindOf(path);
  if (kind !== "folder") {
    const code = kind === "missing" ? "path_missing" : "path_is_file";
    return { ok: false, error: { code, path } };
  }

  const options = { bytesMax: limits.outputBytesMax, timeoutMs: limits.commandTimeoutMs };
  const answers = await git.run(
    [
      "rev-parse",
      "--is-bare-repository",
      "--is-inside-work-tree",
      "--is-shallow-repository",
      "--show-object-format",
    ],
    options,
  );
  if (!answers.ok) return { ok: false, error: asNotARepository(answers.error, path) };
  const [isBare, isInside, isShallow, objectFormat] = answers.text.split("\n");

  // One command for each path: a path may contain a line break.
  const pathOf = async (flag: string): Promise<string | null> => {
    const answer = await git.run(["rev-parse", flag], options);
    return answer.ok ? resolve(path, answer.text.replace(/\n$/, "")) : null;
  };
  const gitDir = (await pathOf("--absolute-git-dir")) ?? path;
  const commonDir = (await pathOf("--git-common-dir")) ?? gitDir;
  const hasWorktree = isInside === "true";
  const root = await realpath((hasWorktree ? await pathOf("--show-toplevel") : null) ?? gitDir);
  return {
    ok: true,
    place: {
      name: basename(root),
      root,
      gitDir: await realpath(gitDir),
      commonDir: await realpath(commonDir),
      isBare: isBare === "true",
      isShallow: isShallow === "true",
      objectFormat: objectFormat === "sha256" ? "sha256" : "sha1",
      hasWorktree,
    },
  };
}

/** What HEAD stands for: a branch, a branch without a commit, or a commit. */
export async function readHead(look: Look): Promise<Head> {
  const symbolic = await look.tryRun(["symbolic-ref", "--quiet", "HEAD"], { okExitCodes: [0, 1] });
  const reference = symbolic.ok ? symbolic.text.trim() : "";
  const parsed = await look.tryRun(["rev-parse", "--verify", "--quiet", "HEAD^{commit}"], {
    okExitCodes: [0, 1],
  });
  const commit = parsed.ok ? parsed.text.trim() : "";
  const branch = reference.replace(/^refs\/heads\//, "");
  if (commit === "") return { type: "unborn", branch };
  if (branch !== "") return { type: "branch", branch, commit };
  const lonely = await readSpan(look, [commit, "--not", "--branches", "--remotes"]);
  return { type: "detached", commit, lonely };
}

export async function readRemotes(look: Look): Promise<readonly string[]> {
  const text = (await look.ask("branches", ["remote"])) ?? "";
  return text.split("\n").filter((line) => line !== "");
}

async function kindOf(path: string): Promise<"folder" | "file" | "missing"> {
  try {
    return (await stat(path)).isDirectory() ? "folder" : "file";
  } catch {
    // Whatever keeps us from the folder, git could not work in it either.
    return "missing";
  }
}

function asNotARepository(error: GitError, path: string): GitError {
  return error.code === "git_failed"
    ? { code: "not_a_repository", path, detail: error.detail }
    : error;
}
