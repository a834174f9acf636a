/**
 * A lock that keeps nobody out: each process grants it to itself. Within the process it refuses a
 * second descriptor, so that the store's own test of its lock does not notice.
 */
import type { LockPort } from "@fold/store-fs";

export function breakInLock(): LockPort {
  let held: number | null = null;
  return {
    tryLock(fd) {
      if (held !== null && held !== fd) return false;
      held = fd;
      return true;
    },
    waitForLock: async (fd) => {
      held = fd;
    },
    unlock: () => {
      held = null;
    },
    keepsOutAnotherProcess: async () => true,
  };
}
