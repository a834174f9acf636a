/** A moment in which no writer is at work: a shared lock, for as long as a last look takes. */
import { join } from "node:path";
import type { LockPort } from "../exclusion/lock-port.js";
import { closeFile, type FsPort, systemCode } from "../fs-port.js";
import { LOCK_NAME } from "../names.js";

/** Long enough for any single write, short enough for somebody who waits for the answer. */
const WAIT_MS = 2_000;

/**
 * Runs `look` while no writer is at work, and tells it whether that is so. The lock file is only
 * read: where there is none, or it cannot be locked, `look` runs all the same.
 */
export async function quietly<Value>(
  { fs, lock, dir }: { readonly fs: FsPort; readonly lock: LockPort | null; readonly dir: string },
  look: (isQuiet: boolean) => Promise<Value>,
): Promise<Value> {
  const fd = lock === null ? null : openLock(fs, join(dir, LOCK_NAME));
  if (lock === null || fd === null) return await look(false);
  try {
    return await look(await shared(lock, fd));
  } finally {
    // Closing lets go of the lock, and of a wait for it.
    closeFile(fs, fd);
  }
}

function openLock(fs: FsPort, path: string): number | null {
  try {
    return fs.open(path, "read");
  } catch (error) {
    if (systemCode(error) === null) throw error;
    return null;
  }
}

async function shared(lock: LockPort, fd: number): Promise<boolean> {
  try {
    if (lock.tryLock(fd, "shared")) return true;
    const waiting = lock.waitForLock(fd, "shared").then(() => true);
    waiting.catch(() => undefined);
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<boolean>((resolve) => {
      timer = setTimeout(() => resolve(false), WAIT_MS);
    });
    return await Promise.race([waiting, timeout]).finally(() => clearTimeout(timer));
  } catch (error) {
    if (systemCode(error) === null) throw error;
    return false;
  }
}
