/**
 * Temporary folders that tell whether their process still lives: it holds a kernel lock on a file in
 * them. What a dead process left, the next one sweeps away, and never what a living one uses.
 *
 * 1. A folder is made, then its lock file, then the lock is taken: whoever gets the lock on the file
 *    that stands there owns the folder.
 * 2. A sweeper takes the lock as well, and only then removes. If it does so between two steps of a
 *    folder that is being made, the maker finds the lock taken or the file gone, and makes another.
 */
import { randomUUID } from "node:crypto";
import { lstatSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { type KernelLock, tryKernelLock } from "./kernel-lock.js";

export interface HeldFolder {
  readonly path: string;
  /** Removes the folder and what is in it; what cannot be removed is left to the next sweep. */
  remove(): void;
}

/** How names begin and end; between them stands an id. */
export interface HeldNames {
  readonly start: string;
  readonly end: string;
}

const LOCK = "lock";
const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Makes a folder in `parent`. Throws what the file system says, and `LocksMissing`. */
export function makeHeldFolder(parent: string, names: HeldNames): HeldFolder {
  for (;;) {
    const path = join(parent, `${names.start}${randomUUID()}${names.end}`);
    mkdirSync(path, { mode: 0o700 });
    const lock = takeLock(path);
    if (lock === null) continue;
    return {
      path,
      remove() {
        try {
          rmSync(path, { recursive: true, force: true, maxRetries: 3 });
        } catch {
          // A browser that is just dying may still write; nobody is hurt by what stays until then.
        }
        lock.release();
      },
    };
  }
}

/** Removes the folders of these names whose processes are dead. What cannot be removed is left. */
export function sweepHeldFolders(parent: string, names: HeldNames): void {
  for (const name of readdirSync(parent)) {
    const id = name.slice(names.start.length, name.length - names.end.length);
    if (!name.startsWith(names.start) || !name.endsWith(names.end) || !ID.test(id)) continue;
    const path = join(parent, name);
    try {
      if (!isOurs(path)) continue;
      const lock = tryKernelLock(join(path, LOCK));
      if (lock === null) continue;
      rmSync(path, { recursive: true, force: true });
      lock.release();
    } catch {
      // Somebody else swept it, or only somebody else may.
    }
  }
}

function takeLock(path: string): KernelLock | null {
  try {
    return tryKernelLock(join(path, LOCK));
  } catch (error) {
    // Swept between two steps; everything else is a failure.
    if (lstatSync(path, { throwIfNoEntry: false }) === undefined) return null;
    rmSync(path, { recursive: true, force: true });
    throw error;
  }
}

/** In a folder for all users a name may be somebody else's, or a link to somewhere else. */
function isOurs(path: string): boolean {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined || !found.isDirectory()) return false;
  return process.getuid === undefined || found.uid === process.getuid();
}
