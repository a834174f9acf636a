/** The log as a file: opened late, only ever appended to, and cut where nothing was accepted. */
import { appendAll, type FileFacts, type FsPort, readUpTo, systemCode } from "../fs-port.js";
import { hashAtLineEnd, LINE_END_BYTES } from "./record-line.js";

/** The log as its name leads to it now. `other`: not the file that was open before. */
export type OpenedLog =
  | { readonly found: "same" | "other"; readonly size: number }
  | { readonly found: "absent" };

interface OpenFile {
  readonly fd: number;
  readonly device: number;
  readonly inode: number;
  readonly canAppend: boolean;
}

export class LogFile {
  readonly #fs: FsPort;
  readonly #path: string;
  #file: OpenFile | null = null;

  constructor(fs: FsPort, path: string) {
    this.#fs = fs;
    this.#path = path;
  }

  get fd(): number {
    if (this.#file === null) throw new Error("invariant: the log is open");
    return this.#file.fd;
  }

  /** Opens the log if it is there, and the one that its name leads to now. */
  open(purpose: "read" | "write"): OpenedLog {
    const before = this.#file;
    try {
      const named = this.#fs.stat(this.#path);
      const canServe = purpose === "read" || before?.canAppend === true;
      if (canServe && isSame(before, named)) return { found: "same", size: named.size };
      this.close();
      const opened = this.#openAs(purpose === "write" ? "append" : "read");
      return { found: isSame(before, opened) ? "same" : "other", size: opened.size };
    } catch (error) {
      if (systemCode(error) !== "ENOENT") throw error;
      this.close();
      return { found: "absent" };
    }
  }

  /** Makes the log. Its name is not on the disk before the directory is synced. */
  create(): void {
    this.close();
    this.#openAs("create_append");
  }

  get isOpen(): boolean {
    return this.#file !== null;
  }

  /** The hash of the line that ends right before a place; null where no line does. */
  hashBefore(end: number): string | null {
    if (end < LINE_END_BYTES) return null;
    const span = { position: end - LINE_END_BYTES, length: LINE_END_BYTES };
    return hashAtLineEnd(readUpTo(this.#fs, this.fd, span));
  }

  read(position: number, length: number): Buffer {
    return readUpTo(this.#fs, this.fd, { position, length });
  }

  append(bytes: Uint8Array): void {
    appendAll(this.#fs, this.fd, bytes);
  }

  cut(length: number): void {
    this.#fs.truncate(this.fd, length);
  }

  sync(): Promise<void> {
    return this.#fs.datasync(this.fd);
  }

  /** Syncs through a new descriptor, for the old one may have forgotten that its sync failed. */
  async syncAfresh(): Promise<void> {
    const fd = this.#fs.open(this.#path, "append");
    try {
      await this.#fs.datasync(fd);
    } finally {
      this.#fs.close(fd);
    }
  }

  close(): void {
    if (this.#file === null) return;
    const { fd } = this.#file;
    this.#file = null;
    this.#fs.close(fd);
  }

  #openAs(mode: "read" | "append" | "create_append"): FileFacts {
    const fd = this.#fs.open(this.#path, mode);
    const facts = this.#fs.factsOf(fd);
    const { device, inode } = facts;
    this.#file = { fd, device, inode, canAppend: mode !== "read" };
    return facts;
  }
}

function isSame(file: OpenFile | null, { device, inode }: FileFacts): boolean {
  return file?.device === device && file.inode === inode;
}
