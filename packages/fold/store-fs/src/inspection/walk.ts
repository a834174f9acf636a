/** Walks a log from its beginning, as far as it is sound. */
import type { Corrupt, LogRecord } from "@fold/contracts";
import type { FsPort } from "../fs-port.js";
import { type BadLine, recognise } from "../log/recognise.js";
import { CHAIN_START, type ChainHead, decodeLine } from "../log/record-line.js";
import { type ScannedLine, scanLines } from "../log/scan.js";

export interface Walked {
  /** The last sound record. */
  readonly head: ChainHead;
  /** Bytes of all sound records. */
  readonly length: number;
  /** Bytes of the file. */
  readonly size: number;
  /** What stands behind the sound records, if it is not just an unfinished line. */
  readonly failure: Corrupt | null;
  /** Complete lines behind the sound records. */
  readonly linesBehind: number;
}

export interface Walker {
  /** Returns a fault of the record's content, where it has one. */
  onRecord?(record: LogRecord, line: ScannedLine): Corrupt | null;
  /** Bytes read so far, of all. */
  onProgress?(done: number, all: number): void;
}

export async function walkLog(fs: FsPort, fd: number, walker: Walker = {}): Promise<Walked> {
  const { size } = fs.factsOf(fd);
  let head: ChainHead = CHAIN_START;
  let length = 0;
  let linesBehind = 0;
  let bad: BadLine | null = null;
  let failure: Corrupt | null = null;
  await scanLines(
    fs,
    fd,
    { from: 0, to: size },
    {
      onLine(line) {
        const record = linesBehind > 0 ? null : decodeLine(line.bytes, head);
        const fault = record === null ? null : (walker.onRecord?.(record, line) ?? null);
        if (record !== null && fault === null) {
          head = { seq: record.event_seq, hash: record.hash };
          length = line.end;
          return true;
        }
        if (linesBehind === 0) {
          failure = fault;
          bad = { bytes: Buffer.from(line.bytes), offset: line.offset, head };
        }
        linesBehind += 1;
        return true;
      },
      async betweenChunks() {
        walker.onProgress?.(Math.min(length, size), size);
      },
    },
  );
  if (bad !== null) failure ??= await recognise(fs, fd, bad);
  return { head, length, size, failure, linesBehind };
}
