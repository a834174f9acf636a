/**
 * Undoes damage that a tool did to the form of a log and not to its content. Nothing is guessed: what
 * comes out is the next record of the chain, whose hash covers every byte of it, or the very line of
 * a record that was there before.
 */
import type { LogRecord, Mended } from "@fold/contracts";
import {
  type ChainHead,
  checkedHash,
  decodeLine,
  isRecord,
  parseJson,
} from "../log/record-line.js";

export interface MendedLine {
  readonly reason: Mended["reason"];
  /** The records that the line held; none where it only repeated one. */
  readonly records: readonly { readonly bytes: Buffer; readonly record: LogRecord }[];
}

const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);
const CARRIAGE_RETURN = 0x0d;

/** The records in a line that is not the next one as it stands; null where none can be proven. */
export function mendLine(line: Buffer, head: ChainHead, known: KnownHashes): MendedLine | null {
  if (head.seq === 0 && line.subarray(0, 3).equals(BYTE_ORDER_MARK)) {
    return whole("byte_order_mark", line.subarray(3), head) ?? unglued(line.subarray(3), head);
  }
  if (line.at(-1) === CARRIAGE_RETURN) {
    return whole("carriage_return", line.subarray(0, -1), head);
  }
  return repeated(line, known) ?? unglued(line, head);
}

function whole(reason: Mended["reason"], bytes: Buffer, head: ChainHead): MendedLine | null {
  const record = decodeLine(withoutReturn(bytes), head);
  return record === null ? null : { reason, records: [{ bytes: withoutReturn(bytes), record }] };
}

function withoutReturn(bytes: Buffer): Buffer {
  return bytes.at(-1) === CARRIAGE_RETURN ? bytes.subarray(0, -1) : bytes;
}

function repeated(line: Buffer, known: KnownHashes): MendedLine | null {
  const hash = checkedHash(line);
  const record = hash === null ? undefined : parseJson(line.toString("utf8"));
  if (!isRecord(record) || known.of(record.event_seq) !== hash) return null;
  return { reason: "duplicated_line", records: [] };
}

/** Records that stand on one line, each the next one after the one before it. */
function unglued(line: Buffer, head: ChainHead): MendedLine | null {
  const records: { bytes: Buffer; record: LogRecord }[] = [];
  let current = head;
  let start = 0;
  for (let at = line.indexOf("}{"); start < line.length; at = line.indexOf("}{", at + 1)) {
    const bytes = line.subarray(start, at === -1 ? line.length : at + 1);
    const record = decodeLine(bytes, current);
    if (record !== null) {
      records.push({ bytes, record });
      current = { seq: record.event_seq, hash: record.hash };
      start += bytes.length;
    } else if (at === -1) return null;
  }
  return records.length < 2 ? null : { reason: "glued_lines", records };
}

const HASH_BYTES = 32;

/** The hash of each record so far, in as few bytes as they take. */
export class KnownHashes {
  #bytes = Buffer.alloc(1024 * HASH_BYTES);

  /** Notes the hash of a record; records come in order. */
  note({ event_seq, hash }: LogRecord): void {
    const end = event_seq * HASH_BYTES;
    if (end > this.#bytes.length) this.#bytes = Buffer.concat([this.#bytes], 2 * end);
    this.#bytes.write(hash, end - HASH_BYTES, "hex");
  }

  of(seq: number): string | null {
    if (seq < 1 || seq * HASH_BYTES > this.#bytes.length) return null;
    return this.#bytes.toString("hex", (seq - 1) * HASH_BYTES, seq * HASH_BYTES);
  }
}
