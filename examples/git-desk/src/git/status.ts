/** Parses `git status --porcelain=v2 -z`. */

export interface Status {
  readonly entries: readonly StatusEntry[];
}

export type StatusEntry =
  | {
      readonly type: "tracked";
      readonly path: string;
      readonly isStaged: boolean;
      readonly isUnstaged: boolean;
      /** Not in HEAD: it comes with the next commit. */
      readonly isAdded: boolean;
      readonly isSubmodule: boolean;
    }
  | { readonly type: "unmerged"; readonly path: string }
  | { readonly type: "untracked"; readonly path: string };

export const STATUS_COMMAND: readonly string[] = [
  "status",
  "--porcelain=v2",
  "-z",
  "--no-renames",
  "--untracked-files=all",
  // The state of a submodule's own files would need a second git in there, with its settings.
  "--ignore-submodules=dirty",
];

const TRACKED = /^1 (..) (....) \S+ \S+ \S+ \S+ \S+ (.+)$/s;
const RENAMED = /^2 (..) (....) \S+ \S+ \S+ \S+ \S+ \S+ (.+)$/s;
const UNMERGED = /^u .. .... \S+ \S+ \S+ \S+ \S+ \S+ \S+ (.+)$/s;

/** Reads the parts that NUL ends. Lines of a kind that is not known here are passed over. */
export function parseStatus(parts: readonly string[]): Status {
  const entries: StatusEntry[] = [];
  for (let index = 0; index < parts.length; index += 1) {
    const part = parts[index] ?? "";
    const renamed = RENAMED.exec(part);
    // The part after a renamed entry is the path that it had.
    if (renamed !== null) index += 1;
    const entry = trackedEntry(renamed ?? TRACKED.exec(part)) ?? otherEntry(part);
    if (entry !== null) entries.push(entry);
  }
  return { entries };
}

function trackedEntry(match: RegExpExecArray | null): StatusEntry | null {
  const [, states, submodule = "", path] = match ?? [];
  if (states === undefined || path === undefined) return null;
  return {
    type: "tracked",
    path,
    isStaged: states[0] !== ".",
    isUnstaged: states[1] !== ".",
    isAdded: states[0] === "A" || states[1] === "A",
    isSubmodule: submodule.startsWith("S"),
  };
}

function otherEntry(part: string): StatusEntry | null {
  const unmergedPath = UNMERGED.exec(part)?.[1];
  if (unmergedPath !== undefined) return { type: "unmerged", path: unmergedPath };
  if (part.startsWith("? ")) return { type: "untracked", path: part.slice(2) };
  return null;
}
