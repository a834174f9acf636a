/**
 * One look at one repository: asks git, and keeps a list of what could not be read. A reader never
 * fails as a whole; it goes without the part that is missing.
 */
import { performance } from "node:perf_hooks";
import { instantFromMs } from "@fold/contracts/values";
import type { Area, Capped, Gap } from "./facts.js";
import { gitErrorSentence } from "./git-error.js";
import type { GitLimits } from "./git-limits.js";
import type { Git, GitOutcome, RunOptions } from "./run-git.js";

export interface Look {
  readonly root: string;
  readonly now: string;
  readonly limits: GitLimits;
  /** The output of a command, or null where there is none; the gap is noted. */
  ask(area: Area, args: readonly string[], options?: AskOptions): Promise<string | null>;
  /** The same where a failure is an answer too: nothing is noted. */
  tryRun(args: readonly string[], options?: AskOptions): Promise<GitOutcome>;
  note(gap: Gap): void;
  gaps(): readonly Gap[];
}

export type AskOptions = Partial<RunOptions>;

export function createLook({
  git,
  root,
  now,
  limits,
}: {
  readonly git: Git;
  readonly root: string;
  readonly now: string;
  readonly limits: GitLimits;
}): Look {
  const gaps: Gap[] = [];
  const endMs = performance.now() + limits.lookTimeoutMs;

  const note = (gap: Gap): void => {
    const isKnown = gaps.some(({ area, code }) => area === gap.area && code === gap.code);
    if (!isKnown) gaps.push(gap);
  };
  const tryRun = (args: readonly string[], options: AskOptions = {}): Promise<GitOutcome> =>
    git.run(args, {
      bytesMax: limits.outputBytesMax,
      timeoutMs: limits.commandTimeoutMs,
      ...options,
    });

  return {
    root,
    now,
    limits,
    note,
    tryRun,
    gaps: () => gaps,
    ask: async (area, args, options) => {
      if (performance.now() > endMs) {
        note({ area, code: "out_of_time", detail: `after ${limits.lookTimeoutMs} ms` });
        return null;
      }
      const outcome = await tryRun(args, options);
      if (!outcome.ok) {
        note({ area, code: "unreadable", detail: gitErrorSentence(outcome.error) });
        return null;
      }
      if (outcome.isCut) {
        note({ area, code: "cut", detail: `the output of git ${args[0] ?? ""} is very long` });
      }
      return outcome.text;
    },
  };
}

/** The complete parts of output that separates, or ends, them with NUL. */
export function nulParts(text: string): readonly string[] {
  return text.split("\0").slice(0, -1);
}

export function capped<T>(items: readonly T[], max: number): Capped<T> {
  return { items: items.slice(0, max), moreCount: Math.max(0, items.length - max) };
}

/** The instant of so many seconds since 1970, as git writes its times. */
export function instantOfSeconds(seconds: string | number): string | null {
  return instantOfMs(Number(seconds) * 1000);
}

/** Null outside the years 1 to 9999: a commit may claim any date. */
export function instantOfMs(ms: number): string | null {
  return instantFromMs(Math.trunc(ms));
}

/** Runs `work` on each item, at most four at once, and keeps the order. */
export async function inPool<T, R>(
  items: readonly T[],
  work: (item: T) => Promise<R>,
): Promise<readonly R[]> {
  const results: R[] = [];
  let nextIndex = 0;
  const runner = async (): Promise<void> => {
    for (let item = take(); item !== null; item = take()) {
      results[item.index] = await work(item.value);
    }
  };
  const take = (): { readonly index: number; readonly value: T } | null => {
    const index = nextIndex;
    const value = items[index];
    if (index >= items.length || value === undefined) return null;
    nextIndex += 1;
    return { index, value };
  };
  await Promise.all([runner(), runner(), runner(), runner()]);
  return results;
}
