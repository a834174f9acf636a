/** Parses `git diff --numstat -z --no-renames`. */
import type { ChangeSize } from "./facts.js";

export interface FileChange {
  readonly path: string;
  /** Added and removed lines; 0 for a binary file. */
  readonly lineCount: number;
}

const ROW = /^(\d+|-)\t(\d+|-)\t(.+)$/s;
const LOCK_FILES =
  /(?:^|\/)(?:package-lock\.json|npm-shrinkwrap\.json|pnpm-lock\.yaml|go\.sum|[^/]+\.lock)$/;

export function parseNumstat(text: string): readonly FileChange[] {
  return text.split("\0").flatMap((row) => {
    const [, added, removed, path] = ROW.exec(row) ?? [];
    if (added === undefined || removed === undefined || path === undefined) return [];
    return [{ path, lineCount: numberOf(added) + numberOf(removed) }];
  });
}

/** The size of a change as someone reads it: without the files that a package manager writes. */
export function totalLines(files: readonly FileChange[]): ChangeSize {
  const read = files.filter(({ path }) => !LOCK_FILES.test(path));
  return {
    fileCount: read.length,
    lineCount: read.reduce((sum, { lineCount }) => sum + lineCount, 0),
  };
}

function numberOf(text: string): number {
  return text === "-" ? 0 : Number(text);
}
