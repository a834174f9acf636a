/**
 * Exclusive locks of the operating system on files. A lock belongs to an open file, so that two runs
 * in one process keep each other out like two processes, and the system lets go of it when its
 * process ends, however it ends: whoever gets the lock knows that nobody else is at work.
 */
import { closeSync, fstatSync, openSync, rmSync, statSync } from "node:fs";
import { createRequire } from "node:module";

export interface KernelLock {
  /** Lets go. The file stays. */
  release(): void;
  /** Removes the file and lets go. */
  remove(): void;
}

/** There are no such locks on this system or in this file system; `cause` says which. */
export class LocksMissing extends Error {}

/**
 * Takes the lock on the file, which is made if it is not there; null while somebody else has it.
 * Throws what the file system says of the file, and `LocksMissing`.
 *
 * Whoever holds a lock may remove its file. So a lock on a file that no longer stands at its path
 * counts for nothing: it keeps nobody out who comes now.
 */
export function tryKernelLock(path: string): KernelLock | null {
  let descriptor: number;
  try {
    descriptor = openSync(path, "a+", 0o666);
  } catch (error) {
    // On Windows a file that was removed stays in the way until its last user has closed it.
    if (process.platform === "win32" && existsOnItsWayOut(error)) return null;
    throw error;
  }
  const release = (): void => closeSync(descriptor);
  try {
    if (lockDescriptor(descriptor) && standsAt(path, descriptor)) {
      return {
        release,
        remove() {
          try {
            rmSync(path, { force: true });
          } finally {
            release();
          }
        },
      };
    }
  } catch (error) {
    release();
    throw error;
  }
  release();
  return null;
}

function existsOnItsWayOut(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "EPERM";
}

function standsAt(path: string, descriptor: number): boolean {
  const found = statSync(path, { throwIfNoEntry: false, bigint: true });
  const locked = fstatSync(descriptor, { bigint: true });
  return found !== undefined && found.ino === locked.ino && found.dev === locked.dev;
}

type TryLock = (descriptor: number) => boolean;

let tryLock: TryLock | null = null;

function lockDescriptor(descriptor: number): boolean {
  try {
    tryLock ??= loadTryLock();
    return tryLock(descriptor);
  } catch (cause) {
    throw new LocksMissing("no lock could be asked for", { cause });
  }
}

function loadTryLock(): TryLock {
  const loaded: unknown = createRequire(import.meta.url)("fs-native-extensions");
  if (typeof loaded === "object" && loaded !== null && "tryLock" in loaded) {
    const found = loaded.tryLock;
    if (typeof found === "function") return (descriptor) => found(descriptor) === true;
  }
  throw new Error("fs-native-extensions offers no tryLock");
}
