/** The files of the index: which there are, which of them make a row, making and removing them. */
import { join } from "node:path";
import { type FsPort, systemCode } from "../fs-port.js";
import type { LogFile } from "../log/log-file.js";
import { INDEX_NAME, isTemporaryName, type SeqRange, segmentName, segmentRange } from "../names.js";
import { discard, replaceFile } from "../replace-file.js";
import { bytesInFile, Segment, type SegmentBytes } from "./segment.js";

export interface SegmentFilesOptions {
  readonly fs: FsPort;
  /** The directory of the store. */
  readonly dir: string;
  /** The log that the segments have to fit. */
  readonly log: LogFile;
}

export class SegmentFiles {
  readonly #fs: FsPort;
  readonly #dir: string;
  readonly #log: LogFile;

  constructor({ fs, dir, log }: SegmentFilesOptions) {
    this.#fs = fs;
    this.#dir = join(dir, INDEX_NAME);
    this.#log = log;
  }

  /**
   * The longest segment for record 1, then the longest that goes on from there, and so on. Segments
   * that are open already are taken as they are, with the pages that they hold.
   */
  openRow(open: readonly Segment[]): Segment[] {
    const ranges = this.#names().flatMap((name) => segmentRange(name) ?? []);
    const row: Segment[] = [];
    for (;;) {
      const next = (row.at(-1)?.last ?? 0) + 1;
      const fitting = ranges.filter(({ first }) => first === next).sort((a, b) => b.last - a.last);
      const segment = this.#firstOf(fitting, open);
      if (segment === null) return row;
      row.push(segment);
    }
  }

  /** Throws what the failing file call threw. */
  async write(range: SeqRange, bytes: Buffer): Promise<Segment> {
    const name = segmentName(range);
    this.#fs.makeDirectory(this.#dir);
    await replaceFile(this.#fs, { dir: this.#dir, name, bytes });
    return openedSegment(bytesInFile(this.#fs, join(this.#dir, name)));
  }

  remove(range: SeqRange): void {
    discard(this.#fs, join(this.#dir, segmentName(range)));
  }

  /** Removes our files that are of no use: parts of a merge, temporary ones of a dead writer. */
  removeAllBut(used: readonly SeqRange[]): void {
    const names = new Set(used.map(segmentName));
    for (const name of this.#names()) {
      const isOurs = isTemporaryName(name) || segmentRange(name) !== null;
      if (isOurs && !names.has(name)) discard(this.#fs, join(this.#dir, name));
    }
  }

  #firstOf(ranges: readonly SeqRange[], open: readonly Segment[]): Segment | null {
    for (const { first, last } of ranges) {
      const known = open.find(
        (segment) => !segment.isInMemory && segment.first === first && segment.last === last,
      );
      const segment = known ?? this.#openFile({ first, last });
      if (segment !== null) return segment;
    }
    return null;
  }

  #openFile(range: SeqRange): Segment | null {
    let bytes: SegmentBytes;
    try {
      bytes = bytesInFile(this.#fs, join(this.#dir, segmentName(range)));
    } catch (error) {
      // Merged and removed by another process since it was listed, or not to be read: do without.
      if (systemCode(error) === null) throw error;
      return null;
    }
    const segment = Segment.open(bytes);
    const isOurs =
      segment !== null &&
      segment.first === range.first &&
      segment.last === range.last &&
      this.#log.hashBefore(segment.header.end) === segment.header.last_hash;
    if (!isOurs) bytes.close();
    return isOurs ? segment : null;
  }

  #names(): readonly string[] {
    try {
      return this.#fs.list(this.#dir);
    } catch (error) {
      if (systemCode(error) === null) throw error;
      return [];
    }
  }
}

/** Opens what was just encoded. */
export function openedSegment(bytes: SegmentBytes): Segment {
  const segment = Segment.open(bytes);
  if (segment === null) throw new Error("invariant: a segment just made can be opened");
  return segment;
}
