/**
 * Reads a log line by line in pieces of 1 MiB, never whole, and lets the host breathe between the
 * pieces. What follows the last line feed is no line: its length is told.
 */
import { setImmediate as nextTurn } from "node:timers/promises";
import { LIMITS } from "@fold/contracts/values";
import type { FsPort } from "../fs-port.js";

const CHUNK_BYTES = 1024 * 1024;
const LINE_FEED = 0x0a;

export interface ScanRange {
  readonly from: number;
  readonly to: number;
}

export interface ScannedLine {
  /** Without its line feed; valid during the call only. */
  readonly bytes: Buffer;
  /** Bytes from the start of the file. */
  readonly offset: number;
  /** Where the next line begins. */
  readonly end: number;
}

export interface LineReader {
  /** Returns false to stop. */
  onLine(line: ScannedLine): boolean;
  /** Called between the pieces. */
  betweenChunks?(): Promise<void> | undefined;
}

/**
 * Hands over each complete line of a range. Returns where the last line handed over ended. A line
 * beyond every limit is handed over cut short: what it is can be told from its beginning.
 */
export async function scanLines(
  fs: FsPort,
  fd: number,
  { from, to }: ScanRange,
  reader: LineReader,
): Promise<number> {
  const buffer = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, Math.max(to - from, 1)));
  const pending = new PendingLine();
  let lineStart = from;
  let position = from;
  while (position < to) {
    const count = fs.read(fd, buffer.subarray(0, Math.min(buffer.length, to - position)), position);
    if (count === 0) break;
    const chunk = buffer.subarray(0, count);
    let start = 0;
    for (;;) {
      const feed = chunk.indexOf(LINE_FEED, start);
      if (feed === -1) break;
      const end = position + feed + 1;
      const bytes = pending.take(chunk.subarray(start, feed));
      if (!reader.onLine({ bytes, offset: lineStart, end })) return end;
      lineStart = end;
      start = feed + 1;
    }
    pending.keep(chunk.subarray(start));
    position += count;
    await reader.betweenChunks?.();
    if (position < to) await nextTurn();
  }
  return lineStart;
}

/** The beginning of a line whose end is in a piece to come. */
class PendingLine {
  #parts: Buffer[] = [];
  #bytes = 0;

  /** Bytes beyond this are dropped, so that a file without line feeds does not fill the memory. */
  static readonly #bytesMax = 4 * LIMITS.recordBytes;

  keep(part: Buffer): void {
    if (part.length === 0 || this.#bytes > PendingLine.#bytesMax) return;
    this.#parts.push(Buffer.from(part));
    this.#bytes += part.length;
  }

  take(last: Buffer): Buffer {
    if (this.#bytes === 0) return last;
    const whole = Buffer.concat([...this.#parts, last]);
    this.#parts = [];
    this.#bytes = 0;
    return whole;
  }
}
