/**
 * Where in the log is what: a cache beside the log, made from it and checked against it. Old
 * records are in segments, new ones in the tail. What holds:
 *
 * 1. The segments stand for the records 1 to `covered` without a gap. Which files make that row
 *    follows from their names; there is no list of them that could be wrong.
 * 2. A segment is used only if the log holds its last hash where it says, so it belongs to this
 *    log.
 * 3. `candidates` never misses a record. It may name one that is not filed under the key: who asks
 *    looks at the record.
 * 4. Files are made and removed under the exclusive lock only. Without it segments stay in memory.
 */
import type { Corrupt, Kernel, LogRecord } from "@fold/contracts";
import { failed, type Result } from "../failures.js";
import { type FsPort, systemCode } from "../fs-port.js";
import type { LogFile } from "../log/log-file.js";
import { recognise } from "../log/recognise.js";
import { CHAIN_START, type ChainHead, decodeLine } from "../log/record-line.js";
import { scanLines } from "../log/scan.js";
import { dueForMerge, mergedContent } from "./merge.js";
import { bytesInMemory, type Segment, SegmentDamaged } from "./segment.js";
import { encodeSegment, type SegmentContent } from "./segment-file.js";
import { openedSegment, SegmentFiles } from "./segment-files.js";
import { Tail } from "./tail.js";

export interface IndexOptions {
  readonly fs: FsPort;
  readonly dir: string;
  readonly kernel: Kernel;
  readonly log: LogFile;
}

/** A place in the log: the records up to `seq` end at `offset`. */
export interface LogPlace extends ChainHead {
  readonly offset: number;
}

export interface CandidateOptions {
  /** Records from here … */
  readonly first: number;
  /** … to here, both included. */
  readonly last: number;
  readonly reverse?: boolean;
}

export interface Line {
  readonly offset: number;
  readonly length: number;
}

/** Records in memory at most, while a long log is read: some 5 MiB. */
const TAIL_RECORDS_MAX = 131_072;

export class LogIndex {
  readonly #options: IndexOptions;
  readonly #files: SegmentFiles;
  #segments: Segment[] | null = null;
  #tail: Tail;
  /** What the last merge found damaged. */
  #damaged: Segment | null = null;

  /** `start` is where the caller begins to `add` records. */
  constructor(options: IndexOptions, start: LogPlace) {
    this.#options = options;
    this.#files = new SegmentFiles(options);
    this.#tail = new Tail(start.seq + 1, start.offset);
  }

  /** The last record that the segments stand for. */
  get covered(): number {
    return this.#segments?.at(-1)?.last ?? 0;
  }

  /** Files the next record. */
  add(record: LogRecord, { offset, end }: { readonly offset: number; readonly end: number }): void {
    const keys = this.#options.kernel.factKeys(record);
    this.#tail.add({ seq: record.event_seq, keys, offset, end, hash: record.hash });
  }

  /** Moves records from memory to segments when there are many. */
  async relieve(mayWrite: boolean): Promise<Result<null, Corrupt>> {
    if (this.#tail.count < TAIL_RECORDS_MAX) return { ok: true, value: null };
    const ready = await this.ready(mayWrite);
    // What follows would be merged with it at once: that is left to the end.
    if (ready.ok && this.#tail.count >= TAIL_RECORDS_MAX) {
      await this.#moveTail({ mayWrite, mayMerge: false });
    }
    return ready;
  }

  /** To be awaited before asking: opens the segments and makes what is missing of them. */
  async ready(mayWrite: boolean): Promise<Result<null, Corrupt>> {
    if (this.#segments === null) this.#segments = this.#files.openRow([]);
    return await this.#fillGap(mayWrite);
  }

  /**
   * Runs questions; where a segment turns out to be damaged, makes it anew and runs them again.
   * They must be free to run twice.
   */
  async ask<Answer>(mayWrite: boolean, question: () => Answer): Promise<Result<Answer, Corrupt>> {
    for (let tries = 0; ; tries += 1) {
      // On a disk that damages whatever is written, memory has to do.
      const mayWriteNow = mayWrite && tries < 2;
      const ready = this.#isReady() ? nothingAmiss : await this.ready(mayWriteNow);
      if (!ready.ok) return ready;
      try {
        return { ok: true, value: question() };
      } catch (error) {
        if (!(error instanceof SegmentDamaged)) throw error;
        this.#dropFrom(error.segment, mayWriteNow);
      }
    }
  }

  /** The segments are open, and the tail begins where they end. */
  #isReady(): boolean {
    return this.#segments !== null && this.#tail.first === this.#end().seq + 1;
  }

  /** Records that may be filed under a key, in order. To be called inside `ask`. */
  *candidates(key: string, { first, last, reverse = false }: CandidateOptions): Generator<number> {
    const segments = this.#segments ?? [];
    const inTail = this.#tail
      .find(key)
      .filter((seq) => seq >= first && seq <= last && seq > this.covered);
    if (reverse) {
      yield* inTail.toReversed();
      for (const segment of segments.toReversed()) {
        yield* segment.find(key, { first, last, reverse });
      }
      return;
    }
    for (const segment of segments) yield* segment.find(key, { first, last, reverse });
    yield* inTail;
  }

  /** Where a record's line begins; for the one after the last, where it will. Inside `ask`. */
  offsetOf(seq: number): number {
    if (seq > this.covered) return seq >= this.#tail.first ? this.#tail.offsetOf(seq) : 0;
    return this.#segmentOf(seq)?.offsetOf(seq) ?? 0;
  }

  /** Where a record's line lies, its line feed left out. Inside `ask`. */
  lineOf(seq: number): Line {
    const offset = this.offsetOf(seq);
    const segment = seq <= this.covered ? this.#segmentOf(seq) : undefined;
    const end = segment?.last === seq ? segment.header.end : this.offsetOf(seq + 1);
    return { offset, length: end - offset - 1 };
  }

  /**
   * Brings the files up to the last record, under the exclusive lock. Another process may have made
   * some since this one looked, so it looks again. Throws where a file call fails.
   */
  async save(): Promise<Result<null, Corrupt>> {
    this.#reopen();
    this.#files.removeAllBut(this.#segments ?? []);
    const filled = await this.#fillGap(true);
    if (!filled.ok) return filled;
    await this.#moveTail({ mayWrite: true, mayMerge: true });
    const healed = await this.#heal();
    await this.#writeThoseInMemory();
    return healed;
  }

  close(): void {
    for (const segment of this.#segments ?? []) segment.close();
    this.#segments = null;
  }

  #segmentOf(seq: number): Segment | undefined {
    return this.#segments?.find(({ first, last }) => first <= seq && seq <= last);
  }

  #reopen(): void {
    const before = this.#segments ?? [];
    const after = this.#files.openRow(before);
    const covered = after.at(-1)?.last ?? 0;
    // Segments that could not be written are in memory only; they are not given up for fewer files.
    const [kept, given] = covered < this.covered ? [before, after] : [after, before];
    for (const segment of given) if (!kept.includes(segment)) segment.close();
    this.#segments = [...kept];
    this.#trimTail();
  }

  /** Reads the log between the segments and the tail. */
  async #fillGap(mayWrite: boolean): Promise<Result<null, Corrupt>> {
    const { fs, kernel, log } = this.#options;
    const place = this.#end();
    if (place.seq >= this.#tail.first - 1) {
      this.#trimTail();
      return { ok: true, value: null };
    }
    let head: ChainHead = place;
    let gap = new Tail(place.seq + 1, place.offset);
    let bad: { bytes: Buffer; offset: number } | null = null;
    const to = this.#tail.offsetOf(this.#tail.first);
    await scanLines(
      fs,
      log.fd,
      { from: place.offset, to },
      {
        onLine: ({ bytes, offset, end }) => {
          const record = decodeLine(bytes, head);
          if (record === null) {
            bad = { bytes: Buffer.from(bytes), offset };
            return false;
          }
          const { event_seq: seq, hash } = record;
          gap.add({ seq, keys: kernel.factKeys(record), offset, end, hash });
          head = { seq, hash };
          return true;
        },
        betweenChunks: async () => {
          if (gap.count < TAIL_RECORDS_MAX) return;
          await this.#addSegment(gap.toContent(), { mayWrite, mayMerge: false });
          gap = new Tail(head.seq + 1, gap.offsetOf(head.seq + 1));
        },
      },
    );
    if (bad !== null) return failed(await recognise(fs, log.fd, { ...(bad as BadBytes), head }));
    if (gap.count > 0) await this.#addSegment(gap.toContent(), { mayWrite, mayMerge: true });
    return { ok: true, value: null };
  }

  #trimTail(): void {
    const { seq, offset } = this.#end();
    this.#tail = this.#tail.after({ seq, end: offset });
  }

  #end(): LogPlace {
    const header = this.#segments?.at(-1)?.header;
    if (header === undefined) return { ...CHAIN_START, offset: 0 };
    return { seq: header.last, hash: header.last_hash, offset: header.end };
  }

  /** Makes anew what a merge found damaged; what is damaged besides, the next save comes to. */
  async #heal(): Promise<Result<null, Corrupt>> {
    const damaged = this.#damaged;
    this.#damaged = null;
    const isInUse = damaged !== null && this.#segments?.includes(damaged) === true;
    if (!isInUse) return { ok: true, value: null };
    this.#dropFrom(damaged, true);
    return await this.#fillGap(true);
  }

  /** Gives up a damaged segment, and those after it, which would be out of the row. */
  #dropFrom(damaged: Segment, mayWrite: boolean): void {
    const segments = this.#segments ?? [];
    this.#segments = segments.filter(({ first }) => first < damaged.first);
    for (const segment of segments) if (segment.first >= damaged.first) segment.close();
    if (mayWrite) this.#files.remove(damaged);
  }

  async #moveTail(how: HowToAdd): Promise<void> {
    this.#trimTail();
    const tail = this.#tail;
    if (tail.count === 0) return;
    await this.#addSegment(tail.toContent(), how);
    this.#tail = new Tail(tail.last + 1, tail.offsetOf(tail.last + 1));
  }

  /** Joins a new segment with those before it that are due, and writes what comes of it. */
  async #addSegment(content: SegmentContent, { mayWrite, mayMerge }: HowToAdd): Promise<void> {
    const segments = [
      ...(this.#segments ?? []),
      openedSegment(bytesInMemory(encodeSegment(content))),
    ];
    const due = mayMerge ? dueForMerge(segments) : [];
    const joined = due.length < 2 ? null : this.#joinedContent(due);
    const replaced =
      joined === null
        ? []
        : segments.splice(
            -due.length,
            due.length,
            openedSegment(bytesInMemory(encodeSegment(joined))),
          );
    this.#segments = segments;
    const isWritten = mayWrite && (await this.#tryToWriteLast());
    for (const segment of replaced) {
      segment.close();
      if (isWritten && !segment.isInMemory) this.#files.remove(segment);
    }
  }

  /** Null where one of them is damaged: `save` makes it anew. */
  #joinedContent(segments: readonly Segment[]): SegmentContent | null {
    try {
      return mergedContent(segments);
    } catch (error) {
      if (!(error instanceof SegmentDamaged)) throw error;
      this.#damaged = error.segment;
      return null;
    }
  }

  /** A segment that cannot be written stays in memory; `save` tries again and tells. */
  async #tryToWriteLast(): Promise<boolean> {
    const segments = this.#segments ?? [];
    const last = segments.at(-1);
    if (last === undefined) return false;
    try {
      segments[segments.length - 1] = await this.#files.write(last, last.bytes());
      return true;
    } catch (error) {
      if (systemCode(error) === null) throw error;
      return false;
    }
  }

  async #writeThoseInMemory(): Promise<void> {
    const segments = this.#segments ?? [];
    for (const [at, segment] of segments.entries()) {
      if (segment.isInMemory) segments[at] = await this.#files.write(segment, segment.bytes());
    }
  }
}

const nothingAmiss: Result<null, Corrupt> = { ok: true, value: null };

interface HowToAdd {
  readonly mayWrite: boolean;
  readonly mayMerge: boolean;
}

interface BadBytes {
  readonly bytes: Buffer;
  readonly offset: number;
}
