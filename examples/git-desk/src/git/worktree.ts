/** The work tree: what differs from HEAD, since when, and what looks wrong in it. */
import { addedLines, DIFF_FLAGS, PATCH_FLAGS } from "./added-lines.js";
import type { Capped, SecretFacts, TodoFacts, WorktreeFacts } from "./facts.js";
import { capped, inPool, type Look, nulParts } from "./look.js";
import { parseNumstat, totalLines } from "./numstat.js";
import { changedAt, readRegularFile } from "./safe-read.js";
import { hasSecretName, secretEvidence } from "./secret-names.js";
import { parseStatus, STATUS_COMMAND, type StatusEntry } from "./status.js";
import { readUntracked } from "./untracked-files.js";

export interface WorktreeReading {
  readonly worktree: WorktreeFacts;
  /** The TODO lines of untracked files; those of tracked ones come with the diff. */
  readonly todos: readonly TodoFacts[];
  readonly secrets: readonly SecretFacts[];
}

type TrackedEntry = Extract<StatusEntry, { type: "tracked" }>;

/** `base`: HEAD, or the empty tree where there is no commit. */
export async function readWorktree(look: Look, base: string): Promise<WorktreeReading> {
  const text = await look.ask("worktree", STATUS_COMMAND);
  if (text === null) {
    // Without the list nothing can be said about the files either.
    look.note({ area: "secrets", code: "unreadable", detail: "the status could not be read" });
    look.note({ area: "todos", code: "unreadable", detail: "the status could not be read" });
  }
  const { entries } = parseStatus(nulParts(text ?? ""));
  const tracked = entries.filter((entry): entry is TrackedEntry => entry.type === "tracked");
  const unmerged = entries.flatMap((entry) => (entry.type === "unmerged" ? [entry.path] : []));
  const untracked = entries.flatMap((entry) => (entry.type === "untracked" ? [entry.path] : []));
  const hasTrackedChanges = tracked.length + unmerged.length > 0;

  const content = await readUntracked(look, untracked);
  const times = await changeTimes(look, entries);
  const lines = hasTrackedChanges ? await changedLines(look, base) : 0;
  return {
    worktree: {
      stagedCount: tracked.filter(({ isStaged }) => isStaged).length,
      unstagedCount: tracked.filter(({ isUnstaged }) => isUnstaged).length + unmerged.length,
      untrackedCount: untracked.length,
      unmergedPaths: capped(unmerged, look.limits.pathsMax),
      conflictMarkerPaths: hasTrackedChanges
        ? await conflictMarkerPaths(look, base)
        : { items: [], moreCount: 0 },
      changedFileCount: entries.length,
      changedLineCount: lines + content.lineCount,
      oldestChangeAt: times[0] ?? null,
      newestChangeAt: times.at(-1) ?? null,
    },
    todos: content.todos,
    secrets: [...(await stagedSecrets(look, tracked)), ...content.secrets],
  };
}

async function changeTimes(
  look: Look,
  entries: readonly StatusEntry[],
): Promise<readonly string[]> {
  const paths = entries.slice(0, look.limits.timedFilesMax).map(({ path }) => path);
  const times = await inPool(paths, (path) => changedAt(look.root, path));
  return times.filter((time) => time !== null).sort();
}

async function changedLines(look: Look, base: string): Promise<number> {
  const args = ["diff", "--numstat", "-z", ...DIFF_FLAGS, base, "--"];
  return totalLines(parseNumstat((await look.ask("worktree", args)) ?? "")).lineCount;
}

/** Files to which both ends of a conflict were added: one alone is a heading or a quotation. */
async function conflictMarkerPaths(look: Look, base: string): Promise<Capped<string>> {
  const { diffBytesMax, pathsMax } = look.limits;
  const args = ["diff", ...PATCH_FLAGS, base, "--"];
  const patch = (await look.ask("worktree", args, { bytesMax: diffBytesMax })) ?? "";
  const begun = new Set<string>();
  const marked = new Set<string>();
  for (const { path, text } of addedLines(patch)) {
    if (/^<{7}(?: |\r?$)/.test(text)) begun.add(path);
    if (/^>{7}(?: |\r?$)/.test(text) && begun.has(path)) marked.add(path);
  }
  return capped([...marked], pathsMax);
}

async function stagedSecrets(
  look: Look,
  tracked: readonly TrackedEntry[],
): Promise<readonly SecretFacts[]> {
  const suspects = tracked.filter(
    ({ path, isAdded, isSubmodule }) => isAdded && !isSubmodule && hasSecretName(path),
  );
  const found = await inPool(suspects, async ({ path }): Promise<SecretFacts | null> => {
    const file = await readRegularFile(look.root, path, 200);
    const evidence = secretEvidence(path, file?.bytes.toString("utf8") ?? null);
    if (evidence === null) return null;
    return { path, isStaged: true, evidence, changedAt: file?.changedAt ?? null };
  });
  return found.filter((secret) => secret !== null);
}
