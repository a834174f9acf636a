/**
 * Every file call of the store, as one port. The calls are synchronous, for each takes
 * microseconds; only `datasync` waits for the disk and does not hold up the host. A call fails by
 * throwing an error with the `code` of the operating system (`ENOSPC`, `EACCES` …), as Node's do.
 */
export interface FsPort {
  /** Returns a descriptor of a regular file; anything else fails, at once. See `OpenMode`. */
  open(path: string, mode: OpenMode): number;
  close(fd: number): void;
  /** Reads into `target` from a place in the file; returns how many bytes there were. */
  read(fd: number, target: Uint8Array, position: number): number;
  /** Writes at a place in the file; returns how many bytes were taken, which may be fewer. */
  write(fd: number, bytes: Uint8Array, position: number): number;
  /** Writes at the end of a file opened to `append`; returns how many bytes were taken. */
  append(fd: number, bytes: Uint8Array): number;
  truncate(fd: number, length: number): void;
  /** Waits until the content and the length of the file are on the disk. */
  datasync(fd: number): Promise<void>;
  factsOf(fd: number): FileFacts;
  /** Follows symbolic links. */
  stat(path: string): FileFacts;
  rename(from: string, to: string): void;
  unlink(path: string): void;
  /** Names in a directory, in no order. */
  list(path: string): readonly string[];
  /** Makes one directory, whose parent is there; nothing where it is there itself. */
  makeDirectory(path: string): void;
  /** Waits until the names in a directory are on the disk; nothing where the system cannot. */
  syncDirectory(path: string): void;
  /** The path without symbolic links, dots or relative parts. */
  canonicalPath(path: string): string;
  /** The number that the system gives to the kind of file system a path is on; null if unknown. */
  fileSystemType(path: string): number | null;
  /** Differs after each start of the machine; null if unknown. */
  bootId(): string | null;
}

/**
 * `read` an existing file; `update` an existing file, to read and write; `create` the same, made if
 * absent; `create_new` fails if it is there; `append` an existing file, where each write goes to
 * the end whatever else happened; `create_append` the same, made if absent.
 */
export type OpenMode = "read" | "update" | "create" | "create_new" | "append" | "create_append";

export interface FileFacts {
  readonly size: number;
  readonly device: number;
  readonly inode: number;
  readonly isDirectory: boolean;
}

/**
 * Lets go of a descriptor. Whatever was written through it that has to last was synced before, and the
 * system has closed it also when it reports a failure: so there is nothing to lose, and nothing that a
 * caller could do. Only a descriptor that is not open is a bug, for it may be another file's by now.
 */
export function closeFile(fs: FsPort, fd: number): void {
  try {
    fs.close(fd);
  } catch (error) {
    if (systemCode(error) === null || systemCode(error) === "EBADF") throw error;
  }
}

/** Writes all bytes at a place, in as many calls as the system wants. */
export function writeAll(fs: FsPort, fd: number, bytes: Uint8Array, position: number): void {
  let done = 0;
  while (done < bytes.length) {
    done += progress(fs.write(fd, bytes.subarray(done), position + done));
  }
}

/** Appends all bytes: one call when the system takes them whole. */
export function appendAll(fs: FsPort, fd: number, bytes: Uint8Array): void {
  let done = 0;
  while (done < bytes.length) done += progress(fs.append(fd, bytes.subarray(done)));
}

/** Reads `length` bytes at a place, or fewer where the file ends before. */
export function readUpTo(fs: FsPort, fd: number, { position, length }: Span): Buffer {
  const target = Buffer.allocUnsafe(length);
  let done = 0;
  while (done < length) {
    const count = fs.read(fd, target.subarray(done), position + done);
    if (count === 0) break;
    done += count;
  }
  return target.subarray(0, done);
}

export interface Span {
  readonly position: number;
  readonly length: number;
}

/** The code of the operating system in an error of a file call; null for any other error. */
export function systemCode(error: unknown): string | null {
  if (!(error instanceof Error) || !("code" in error)) return null;
  return typeof error.code === "string" && /^E[A-Z0-9]+$/.test(error.code) ? error.code : null;
}

/** A system may take nothing and report no error; to ask for ever would be worse than to fail. */
function progress(count: number): number {
  if (count > 0) return count;
  throw Object.assign(new Error("a write took no bytes"), { code: "EIO" });
}
