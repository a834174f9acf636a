/** Walks a log as far as it is sound, from its beginning or from where an earlier walk came to. */
import type { Corrupt, LogRecord } from "@fold/contracts";
import { type FsPort, readUpTo } from "../fs-port.js";
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
  /** The line that failed, without its line feed. */
  readonly badLine: Buffer | null;
  /** Complete lines behind the sound records. */
  readonly linesBehind: number;
}

/** Where no log is, or none was walked yet. */
export const NOT_WALKED: Walked = {
  head: CHAIN_START,
  length: 0,
  size: 0,
  failure: null,
  badLine: null,
  linesBehind: 0,
};

export interface Walker {
  /** Returns a fault of the record's content, where it has one. */
  onRecord?(record: LogRecord, line: ScannedLine): Corrupt | null;
  /** Bytes read so far, of all. */
  onProgress?(done: number, all: number): void;
}

/** Goes on behind the sound records of an earlier walk, and looks at what else it met anew. */
export async function walkLog(
  fs: FsPort,
  fd: number,
  walker: Walker = {},
  from: Walked = NOT_WALKED,
): Promise<Walked> {
  const { size } = fs.factsOf(fd);
  let { head, length } = from;
  let linesBehind = 0;
  let position = length;
  let bad: BadLine | null = null;
  let failure: Corrupt | null = null;
  await scanLines(
    fs,
    fd,
    { from: length, to: size },
    {
      onLine(line) {
        position = line.end;
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
        walker.onProgress?.(position, size);
      },
    },
  );
  const badLine = (bad as BadLine | null)?.bytes ?? null;
  if (bad !== null) failure ??= await recognise(fs, fd, bad);
  return { head, length, size, failure, badLine, linesBehind };
}

/** Whether the line that failed stands there still: what a writer was at is something else by now. */
export function failsStill(fs: FsPort, fd: number, { badLine, length }: Walked): boolean {
  if (badLine === null) return false;
  const wanted = Buffer.concat([badLine, Buffer.from("\n")]);
  return readUpTo(fs, fd, { position: length, length: wanted.length }).equals(wanted);
}
