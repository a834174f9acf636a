/**
 * Locks of the operating system on open files. A lock belongs to the descriptor: two descriptors of
 * one process exclude each other, and the system lets go when the descriptor closes or its process
 * ends, however it ends. A call fails by throwing an error with the `code` of the system.
 */
export interface LockPort {
  /** Returns at once whether the lock was got. */
  tryLock(fd: number, kind: LockKind): boolean;
  /** Waits for the lock. Given up by closing the descriptor, after which it may never settle. */
  waitForLock(fd: number, kind: LockKind): Promise<void>;
  unlock(fd: number): void;
  /** Whether another process is kept out of the exclusive lock that this one holds on the file. */
  keepsOutAnotherProcess(path: string): Promise<boolean>;
}

/** Many may hold a `shared` lock together, but none beside an `exclusive` one. */
export type LockKind = "exclusive" | "shared";
