/**
 * The log as a file: opened late, only ever appended to, and cut where nothing was accepted. Lines
 * may be staged: they are read as if they stood in the file, and go there together.
 */
import {
  appendAll,
  closeFile,
  type FileFacts,
  type FsPort,
  readUpTo,
  systemCode,
  writeAll,
} from "../fs-port.js";
import { hashAtLineEnd, LINE_END_BYTES } from "./record-line.js";
import { type LineReader, type ScanRange, scanLines } from "./scan.js";

/** The log as its name leads to it now. `other`: not the file that was open before. */
export type OpenedLog =
  | { readonly found: "same" | "other"; readonly size: number }
  | { readonly found: "absent" };

const MAY_NOT_WRITE = new Set(["EACCES", "EPERM", "EROFS"]);

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
  readonly #staged = new StagedLines();

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

  /** Reads a line, or a stretch that does not reach from the file into what is staged. */
  read(position: number, length: number): Buffer {
    const staged = this.#staged.read(position, length);
    return staged ?? readUpTo(this.#fs, this.fd, { position, length });
  }

  /** Hands over the lines of a range, also those that are staged. */
  async scan({ from, to }: ScanRange, reader: LineReader): Promise<void> {
    const inFileTo = Math.min(to, this.#staged.start ?? to);
    if (from < inFileTo) {
      const end = await scanLines(this.#fs, this.fd, { from, to: inFileTo }, reader);
      if (end < inFileTo) return;
    }
    this.#staged.each({ from: Math.max(from, inFileTo), to }, reader);
  }

  /** Adds a line to those that will be appended; it will begin at `offset`. */
  stage(bytes: Buffer, offset: number): void {
    this.#staged.add(bytes, offset);
  }

  get stagedBytes(): number {
    return this.#staged.bytes;
  }

  get stagedLines(): number {
    return this.#staged.count;
  }

  /** Appends what is staged: one call when the system takes it whole. */
  appendStaged(): void {
    appendAll(this.#fs, this.fd, this.#staged.take());
  }

  dropStaged(): void {
    this.#staged.take();
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
      closeFile(this.#fs, fd);
    }
  }

  /**
   * Writes a stretch again as it stands, and syncs it. The system may hold for written what a sync of
   * another process failed to write; a mere sync would then save nothing of it, and report success.
   * What is written again has to be written. Where that is not allowed it is synced only.
   */
  async writeAgain({ from, to }: ScanRange): Promise<void> {
    const bytes = readUpTo(this.#fs, this.fd, { position: from, length: to - from });
    const fd = this.#openToUpdate();
    if (fd === null) return await this.sync();
    try {
      writeAll(this.#fs, fd, bytes, from);
      await this.#fs.datasync(fd);
    } finally {
      closeFile(this.#fs, fd);
    }
  }

  /** Not to append: that would put at the end whatever is written. */
  #openToUpdate(): number | null {
    try {
      return this.#fs.open(this.#path, "update");
    } catch (error) {
      if (!MAY_NOT_WRITE.has(systemCode(error) ?? "")) throw error;
      return null;
    }
  }

  close(): void {
    if (this.#file === null) return;
    const { fd } = this.#file;
    this.#file = null;
    closeFile(this.#fs, fd);
  }

  #openAs(mode: "read" | "append" | "create_append"): FileFacts {
    const fd = this.#fs.open(this.#path, mode);
    const facts = this.#fs.factsOf(fd);
    const { device, inode } = facts;
    this.#file = { fd, device, inode, canAppend: mode !== "read" };
    return facts;
  }
}

/** Lines in memory that follow each other without a gap. */
class StagedLines {
  #lines: { readonly bytes: Buffer; readonly offset: number }[] = [];
  #bytes = 0;

  get bytes(): number {
    return this.#bytes;
  }

  get count(): number {
    return this.#lines.length;
  }

  /** Where in the log they begin; null when there are none. */
  get start(): number | null {
    return this.#lines[0]?.offset ?? null;
  }

  add(bytes: Buffer, offset: number): void {
    this.#lines.push({ bytes, offset });
    this.#bytes += bytes.length;
  }

  take(): Buffer {
    const [first, ...others] = this.#lines;
    this.#lines = [];
    this.#bytes = 0;
    if (first === undefined) return Buffer.alloc(0);
    return others.length === 0
      ? first.bytes
      : Buffer.concat([first.bytes, ...others.map(({ bytes }) => bytes)]);
  }

  /** A part of one line; null where the position is not in these lines. */
  read(position: number, length: number): Buffer | null {
    const line = this.#lines.findLast(({ offset }) => offset <= position);
    if (line === undefined) return null;
    return line.bytes.subarray(position - line.offset, position - line.offset + length);
  }

  each({ from, to }: ScanRange, { onLine }: LineReader): void {
    for (const { bytes, offset } of this.#lines) {
      if (offset < from || offset >= to) continue;
      const end = offset + bytes.length;
      if (!onLine({ bytes: bytes.subarray(0, -1), offset, end })) return;
    }
  }
}

function isSame(file: OpenFile | null, { device, inode }: FileFacts): boolean {
  return file?.device === device && file.inode === inode;
}
