/** Records in memory, as the lines that a directory would keep. */
import { createHash } from "node:crypto";
import type { LogRecord, RecordBody } from "@fold/contracts";

const FIRST_PREV = "0".repeat(64);

/** SHA-256 as lower-case hexadecimal digits. */
export function sha256(text: string): string {
  return createHash("sha256").update(text, "utf8").digest("hex");
}

export class RecordLog {
  readonly records: LogRecord[] = [];
  readonly #lines: string[] = [];

  /**
   * Appends a record. Its line is the members in the order of the schema; `hash`, the last, covers
   * the bytes before `,"hash":"…"}`, which contain the hash of the line before as `prev`.
   */
  append(body: RecordBody, digest: string): LogRecord {
    const prev = this.records.at(-1)?.hash ?? FIRST_PREV;
    const { v, event_seq, type, batch_id, ...rest } = body;
    const chained = { v, event_seq, type, batch_id, digest, ...rest, prev };
    const open = JSON.stringify(chained).slice(0, -1);
    const line = `${open},"hash":"${sha256(open)}"}\n`;
    const record: LogRecord = JSON.parse(line);
    this.records.push(record);
    this.#lines.push(line);
    return record;
  }

  bytes(): Buffer {
    return Buffer.from(this.#lines.join(""), "utf8");
  }
}
