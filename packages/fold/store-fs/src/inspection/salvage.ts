/**
 * Copies the longest sound beginning of a log to a new directory, which is then a store of its own.
 * The damaged store is left as it is, and what was not copied is named.
 *
 * With `mend` the copy goes on behind a line whose form alone is damaged: see `mend.ts`.
 */
import { basename, dirname, join, relative, resolve, sep } from "node:path";
import type {
  CopyFailed,
  Corrupt,
  LogRecord,
  Mended,
  NoStore,
  Salvaged,
  Unavailable,
} from "@fold/contracts";
import { copyFailed, failed, fromSystemError, noStore, type Result } from "../failures.js";
import { closeFile, type FsPort, systemCode } from "../fs-port.js";
import { type BadLine, recognise } from "../log/recognise.js";
import { CHAIN_START, type ChainHead, decodeLine } from "../log/record-line.js";
import { type ScannedLine, scanLines } from "../log/scan.js";
import { makeDirectories } from "../make-directories.js";
import { LOG_NAME } from "../names.js";
import { nodeFs } from "../node-fs.js";
import { discard, giveName, writeTemporary } from "../replace-file.js";
import { isStore } from "../store/open-store.js";
import { type RecordCheck, schemaCheck } from "./check-record.js";
import { KnownHashes, mendLine } from "./mend.js";

export interface SalvageOptions {
  /**
   * Go on behind a byte order mark, CRLF, glued or repeated lines, as far as the chain proves what was
   * there; otherwise the copy is the beginning of the log, byte for byte.
   */
  readonly mend?: boolean | undefined;
  readonly fs?: FsPort | undefined;
  readonly onProgress?: ((done: number, all: number) => void) | undefined;
}

/** The place for the copy cannot be taken. */
export interface SalvageRefusal {
  readonly outcome: "usage";
  readonly message: string;
}

export type SalvageResult = Result<Salvaged, NoStore | Unavailable | SalvageRefusal | CopyFailed>;

const WRITE_BYTES = 1024 * 1024;

export async function salvage(
  dir: string,
  out: string,
  { fs = nodeFs, mend = false, onProgress }: SalvageOptions = {},
): Promise<SalvageResult> {
  const to = resolve(out);
  try {
    const from = resolve(dir);
    if (!isStore(fs, from)) return failed(noStore(from));
    const canonical = fs.canonicalPath(from);
    const refusal = atPlace(() => refusalOf(fs, canonical, to));
    if (refusal !== null) return failed({ outcome: "usage", message: refusal });
    let fd: number;
    try {
      fd = fs.open(join(from, LOG_NAME), "read");
    } catch (error) {
      if (systemCode(error) !== "ENOENT") throw error;
      return failed({ outcome: "usage", message: `there is no ${LOG_NAME} in ${from}` });
    }
    try {
      const copied = await copy(fs, fd, { to, mend, onProgress });
      const files = [...fs.list(from)].filter((name) => name !== LOG_NAME).sort();
      const { head, bytes, mended, left } = copied;
      const place = { out: fs.canonicalPath(to), event_seq: head.seq, hash: head.hash };
      return { ok: true, value: { ...place, bytes, mended, left: { ...left, files } } };
    } finally {
      closeFile(fs, fd);
    }
  } catch (error) {
    if (error instanceof PlaceFault) return failed(copyFailed(to, error.cause));
    return failed(fromSystemError(error));
  }
}

/** A file call that failed at the place of the copy, not in the store. */
class PlaceFault extends Error {}

/** Runs what concerns the place of the copy alone. */
function atPlace<Value>(run: () => Value): Value {
  try {
    return run();
  } catch (error) {
    throw placeFault(error);
  }
}

function placeFault(error: unknown): unknown {
  return systemCode(error) === null ? error : new PlaceFault("the copy", { cause: error });
}

/** Why the copy may not go there; null if it may. */
function refusalOf(fs: FsPort, from: string, to: string): string | null {
  try {
    if (fs.list(to).length > 0) return `${to} is not empty`;
  } catch (error) {
    if (systemCode(error) === "ENOTDIR") return `${to} is not a directory`;
    if (systemCode(error) !== "ENOENT") throw error;
  }
  const path = relative(from, canonicalPlace(fs, to));
  const isOutside = path === ".." || path.startsWith(`..${sep}`) || resolve(path) === path;
  return isOutside ? null : `${to} lies in the store that is looked at`;
}

/** Where a path leads, though the end of it may not be there yet. */
function canonicalPlace(fs: FsPort, path: string): string {
  try {
    return fs.canonicalPath(path);
  } catch (error) {
    if (systemCode(error) !== "ENOENT" || dirname(path) === path) throw error;
    return join(canonicalPlace(fs, dirname(path)), basename(path));
  }
}

interface Copied {
  readonly head: ChainHead;
  readonly bytes: number;
  readonly mended: readonly Mended[];
  readonly left: Omit<Salvaged["left"], "files">;
}

interface CopyOptions {
  readonly to: string;
  readonly mend: boolean;
  readonly onProgress: SalvageOptions["onProgress"];
}

/**
 * All bytes, synced, before the copy gets its name: half a copy would open as a sound store. If it
 * cannot be done nothing is left but directories.
 */
async function copy(fs: FsPort, fd: number, options: CopyOptions): Promise<Copied> {
  const { to } = options;
  const place = { dir: to, name: LOG_NAME };
  const checkRecord = await schemaCheck();
  atPlace(() => makeDirectories(fs, to));
  /** What failed in the store while the copy was filled. */
  let fault: { readonly error: unknown } | null = null;
  const filled = await writeTemporary(fs, place, async (write) => {
    const copying = new Copying({
      checkRecord,
      mend: options.mend,
      write: (bytes) => atPlace(() => write(bytes)),
    });
    try {
      return await fill(copying, { fs, fd, onProgress: options.onProgress });
    } catch (error) {
      fault = { error };
      throw error;
    }
  }).catch((error: unknown) => {
    throw fault === null ? placeFault(error) : error;
  });
  atPlace(() => giveName(fs, filled.temporary, place));
  try {
    fs.syncDirectory(to);
  } catch (error) {
    discard(fs, join(to, LOG_NAME));
    throw placeFault(error);
  }
  return filled.value;
}

interface Source {
  readonly fs: FsPort;
  readonly fd: number;
  readonly onProgress: SalvageOptions["onProgress"];
}

async function fill(copying: Copying, { fs, fd, onProgress }: Source): Promise<Copied> {
  const { size } = fs.factsOf(fd);
  let position = 0;
  await scanLines(
    fs,
    fd,
    { from: 0, to: size },
    {
      onLine(line) {
        position = line.end;
        copying.take(line);
        return true;
      },
      async betweenChunks() {
        onProgress?.(position, size);
      },
    },
  );
  copying.flush();
  const { bad, fault, head, bytes, linesLeft, copiedTo } = copying;
  const failure = bad === null ? null : (fault ?? (await recognise(fs, fd, bad)));
  const left = { failure, bytes: size - copiedTo, lines: linesLeft };
  return { head, bytes, mended: [...copying.mended.values()], left };
}

interface CopyingOptions {
  readonly checkRecord: RecordCheck;
  readonly mend: boolean;
  readonly write: (bytes: Buffer) => void;
}

/** Takes lines for as long as they are, or can be proven to have been, the next records. */
class Copying {
  readonly mended = new Map<Mended["reason"], Mended>();
  head: ChainHead = CHAIN_START;
  /** Bytes of the copy, and the place in the log that it goes up to. */
  bytes = 0;
  copiedTo = 0;
  linesLeft = 0;
  bad: BadLine | null = null;
  /** Where the first line that was left is a record that its schema refuses. */
  fault: Corrupt | null = null;

  readonly #options: CopyingOptions;
  readonly #known = new KnownHashes();
  #waiting: Buffer[] = [];
  #waitingBytes = 0;
  #line = 0;

  constructor(options: CopyingOptions) {
    this.#options = options;
  }

  take({ bytes, offset, end }: ScannedLine): void {
    this.#line += 1;
    if (this.bad === null && this.#isTaken(bytes, offset)) {
      this.copiedTo = end;
      return;
    }
    this.bad ??= { bytes: Buffer.from(bytes), offset, head: this.head, line: this.#line };
    this.linesLeft += 1;
  }

  flush(): void {
    this.#options.write(Buffer.concat(this.#waiting));
    this.#waiting = [];
    this.#waitingBytes = 0;
  }

  #isTaken(bytes: Buffer, offset: number): boolean {
    const record = decodeLine(bytes, this.head);
    if (record !== null) return this.#keep({ bytes, record }, offset);
    const mend = this.#options.mend ? mendLine(bytes, this.head, this.#known) : null;
    if (mend === null) return false;
    for (const part of mend.records) if (!this.#keep(part, offset)) return false;
    const before = this.mended.get(mend.reason) ?? { lines: 0, first_line: this.#line };
    const lines = before.lines + 1;
    this.mended.set(mend.reason, { reason: mend.reason, lines, first_line: before.first_line });
    return true;
  }

  #keep(
    { bytes, record }: { readonly bytes: Buffer; readonly record: LogRecord },
    offset: number,
  ): boolean {
    this.fault = this.#options.checkRecord(record, offset);
    if (this.fault !== null) return false;
    this.head = { seq: record.event_seq, hash: record.hash };
    this.#known.note(record);
    this.#waiting.push(Buffer.from(bytes), LINE_FEED);
    this.#waitingBytes += bytes.length + 1;
    this.bytes += bytes.length + 1;
    if (this.#waitingBytes >= WRITE_BYTES) this.flush();
    return true;
  }
}

const LINE_FEED = Buffer.from("\n");
