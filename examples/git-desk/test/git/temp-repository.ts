/** Real repositories in temporary folders, the same on every machine. */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach } from "vitest";
import type { Facts } from "../../src/git/facts.js";
import type { GitLimits } from "../../src/git/git-limits.js";
import { readFacts } from "../../src/git/read-facts.js";
import type { Environment } from "../../src/git/run-git.js";

export const NOW = "2026-06-30T12:00:00.000Z";

const IDENTITY = {
  GIT_AUTHOR_NAME: "Ada",
  GIT_AUTHOR_EMAIL: "ada@example.com",
  GIT_COMMITTER_NAME: "Ada",
  GIT_COMMITTER_EMAIL: "ada@example.com",
};

export interface TempRepository {
  readonly path: string;
  git(...args: readonly string[]): string;
  /** Writes a file as it would have been written at that time. */
  write(file: string, content: string, at?: string): void;
  /** Commits all there is, at that time. */
  commit(message: string, at?: string): string;
  facts(limits?: Partial<GitLimits>): Promise<Facts>;
}

const folders: string[] = [];

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

export function tempFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "git-desk-")));
  folders.push(folder);
  return folder;
}

export function environment(): Environment {
  return { PATH: process.env["PATH"], HOME: "/nonexistent", GIT_CONFIG_GLOBAL: "/dev/null" };
}

export function gitIn(path: string, args: readonly string[], at = NOW): string {
  const dates = { GIT_AUTHOR_DATE: at, GIT_COMMITTER_DATE: at };
  return execFileSync("git", ["-C", path, ...args], {
    env: { ...environment(), ...IDENTITY, ...dates, GIT_ALLOW_PROTOCOL: "file" },
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
  }).trim();
}

export function repositoryAt(path: string): TempRepository {
  const write: TempRepository["write"] = (file, content, at = NOW) => {
    const target = join(path, file);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, content);
    utimesSync(target, new Date(at), new Date(at));
  };
  return {
    path,
    write,
    git: (...args) => gitIn(path, args),
    commit: (message, at) => {
      gitIn(path, ["add", "--all"], at);
      gitIn(path, ["commit", "--quiet", "--allow-empty", "-m", message], at);
      return gitIn(path, ["rev-parse", "HEAD"]);
    },
    facts: async (limits = {}) => {
      const reading = await readFacts({ path, now: NOW, environment: environment(), limits });
      if (!reading.ok) throw new Error(`unexpected: ${reading.error.code}`);
      return reading.facts;
    },
  };
}

export function initRepository(...flags: readonly string[]): TempRepository {
  const path = tempFolder();
  gitIn(path, ["init", "--quiet", "--initial-branch=main", ...flags]);
  return repositoryAt(path);
}

/** A repository with one old commit, cloned from a bare one. */
export function clonedRepository(): TempRepository & { readonly origin: string } {
  const seed = initRepository();
  seed.write("a.txt", "one\n");
  seed.commit("begin", "2026-01-01T00:00:00Z");
  const origin = tempFolder();
  gitIn(origin, ["clone", "--quiet", "--bare", seed.path, "."]);
  const path = tempFolder();
  gitIn(path, ["clone", "--quiet", origin, "."]);
  return { ...repositoryAt(path), origin };
}
