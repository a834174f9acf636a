/**
 * One writer at a time. What holds:
 *
 * 1. A handle has one descriptor on the lock file, and at most one wait on it at a time.
 * 2. The lock file is never deleted or replaced by us. Should another do it, two holders of two
 *    files would exclude nothing: so the descriptor must be the file that the name leads to, after
 *    each acquisition and again right before the log grows.
 * 3. A wait that takes too long is given up by closing the descriptor. The system then lets go of
 *    whatever the wait might still get.
 * 4. The first write of a handle sees a second descriptor refused; where the file system is
 *    doubtful, a second process too. The verdict stands in the lock file until the next start of
 *    the machine.
 */
import { join } from "node:path";
import type { NoStore, Unavailable } from "@fold/contracts";
import { failed, fromSystemError, noStore, type Result, unavailable } from "../failures.js";
import { closeFile, type FsPort, systemCode } from "../fs-port.js";
import { LOCK_NAME } from "../names.js";
import { type LockNote, NOTHING_NOTED, NoteFile } from "./lock-note.js";
import type { LockKind, LockPort } from "./lock-port.js";
import { proveExclusion } from "./prove.js";

export const LOCK_TIMEOUT_MS_DEFAULT = 10_000;

/** The hold on a store. `none`: nothing could be locked, and others may write meanwhile. */
export interface Hold {
  readonly kind: LockKind | "none";
  readonly note: LockNote;
  /** Writes the note; only for an exclusive hold. */
  keepNote(note: LockNote): void;
  /** Whether the lock that is held is still the one that others ask for. */
  isGenuine(): boolean;
  release(): void;
}

export type AcquireResult = Result<Hold, Unavailable | NoStore>;

export type Purpose = "write" | "read";

export interface Exclusion {
  /** For a write: an exclusive hold or a failure. For a read: the best hold there is. */
  acquire(purpose: Purpose): Promise<AcquireResult>;
  close(): void;
}

export interface ExclusionOptions {
  readonly fs: FsPort;
  readonly lock: LockPort | null;
  readonly dir: string;
  readonly lockTimeoutMs: number;
}

interface OpenLock {
  readonly fd: number;
  readonly device: number;
  readonly inode: number;
  readonly kind: LockKind;
}

export function createExclusion(options: ExclusionOptions): Exclusion {
  return new LockedFile(options);
}

class LockedFile implements Exclusion {
  readonly #options: ExclusionOptions;
  readonly #path: string;
  readonly #notes: NoteFile;
  #current: OpenLock | null = null;
  #isProven = false;

  constructor(options: ExclusionOptions) {
    this.#options = options;
    this.#path = join(options.dir, LOCK_NAME);
    this.#notes = new NoteFile(options.fs);
  }

  async acquire(purpose: Purpose): Promise<AcquireResult> {
    const { lock, lockTimeoutMs } = this.#options;
    if (lock === null) {
      return purpose === "read" ? noHold() : failed(unavailable("lock_unsupported"));
    }
    const deadlineMs = performance.now() + lockTimeoutMs;
    for (;;) {
      const opened = this.#openFor(purpose);
      if (!opened.ok) return opened;
      if (opened.value === null) return noHold();
      const { fd, kind } = opened.value;
      try {
        if (!lock.tryLock(fd, kind) && !(await wait(lock, opened.value, deadlineMs))) {
          this.close();
          return failed(unavailable("lock_timeout", `waited ${lockTimeoutMs} ms`));
        }
      } catch (error) {
        // A signal came while it waited: that is no answer.
        if (systemCode(error) === "EINTR") continue;
        this.close();
        if (purpose === "read") return noHold();
        return failed(unavailable("lock_unsupported", fromSystemError(error).detail));
      }
      const named = this.#checkName(opened.value);
      if (!named.ok) return named;
      if (named.value) return await this.#held(lock, opened.value, purpose);
      // The name led elsewhere: lock what it leads to now.
      this.close();
    }
  }

  close(): void {
    if (this.#current === null) return;
    const { fd } = this.#current;
    this.#current = null;
    closeFile(this.#options.fs, fd);
  }

  /** Opens the lock file, writable if it can be; null where a read finds nothing to lock. */
  #openFor(purpose: Purpose): Result<OpenLock | null, Unavailable | NoStore> {
    const { fs, dir } = this.#options;
    const current = this.#current;
    if (current !== null && (purpose === "read" || current.kind === "exclusive")) {
      return { ok: true, value: current };
    }
    this.close();
    try {
      return this.#opened(fs.open(this.#path, "create"), "exclusive");
    } catch (error) {
      if (systemCode(error) === "ENOENT") return failed(noStore(dir));
      if (purpose === "write") return failed(fromSystemError(error));
    }
    try {
      return this.#opened(fs.open(this.#path, "read"), "shared");
    } catch (error) {
      if (systemCode(error) === null) throw error;
      return { ok: true, value: null };
    }
  }

  /** A lock whose file cannot be looked at is let go. */
  #checkName(open: OpenLock): Result<boolean, Unavailable> {
    try {
      return { ok: true, value: this.#isNamed(open) };
    } catch (error) {
      this.close();
      return failed(fromSystemError(error));
    }
  }

  #opened(fd: number, kind: LockKind): Result<OpenLock, never> {
    const { device, inode } = this.#options.fs.factsOf(fd);
    this.#current = { fd, kind, device, inode };
    return { ok: true, value: this.#current };
  }

  async #held(lock: LockPort, open: OpenLock, purpose: Purpose): Promise<AcquireResult> {
    const { fd, kind } = open;
    const { fs } = this.#options;
    const notes = this.#notes;
    let note: LockNote;
    try {
      note = notes.read(fd);
      if (purpose === "write" && !this.#isProven) {
        const proof = await proveExclusion({ fs, lock, fd, path: this.#path, notes, note });
        if (!proof.ok) {
          this.#release(lock, fd);
          return failed(unavailable("lock_unsafe", proof.detail));
        }
        note = proof.note;
        this.#isProven = true;
      }
    } catch (error) {
      this.#release(lock, fd);
      return failed(fromSystemError(error));
    }
    const hold: Hold = {
      kind,
      note,
      keepNote: (next) => notes.write(fd, next),
      isGenuine: () => this.#current === open && this.#isNamed(open),
      release: () => this.#release(lock, fd),
    };
    return { ok: true, value: hold };
  }

  #release(lock: LockPort, fd: number): void {
    if (this.#current?.fd !== fd) return;
    try {
      lock.unlock(fd);
    } catch {
      // Closing lets go as well, and whatever was done under the lock is done.
      this.close();
    }
  }

  #isNamed({ device, inode }: OpenLock): boolean {
    try {
      const named = this.#options.fs.stat(this.#path);
      return device === named.device && inode === named.inode;
    } catch (error) {
      if (systemCode(error) === "ENOENT") return false;
      throw error;
    }
  }
}

function noHold(): AcquireResult {
  const nothing = (): void => undefined;
  const hold = { kind: "none", note: NOTHING_NOTED, isGenuine: () => false } as const;
  return { ok: true, value: { ...hold, keepNote: nothing, release: nothing } };
}

/** Waits for the lock until a point in time; false when that came first. */
async function wait(lock: LockPort, { fd, kind }: OpenLock, deadlineMs: number): Promise<boolean> {
  const leftMs = deadlineMs - performance.now();
  if (leftMs <= 0) return false;
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), leftMs);
  });
  const got = lock.waitForLock(fd, kind).then(() => true as const);
  // After a timeout the descriptor is closed, and how the wait ends is no longer of interest.
  got.catch(() => undefined);
  try {
    return await Promise.race([got, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
