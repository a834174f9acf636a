/** The log as records, with its numbers and its chain checked by the plain rules of the format. */
import { createHash } from "node:crypto";
import type { LogRecord } from "@fold/contracts";
import type { Finding } from "./findings.js";

export interface Log {
  /** Every line that is a record, in the order of the file. */
  readonly records: readonly LogRecord[];
  /** How many of them, from the first, follow each other as they should. */
  readonly soundCount: number;
  readonly findings: readonly Finding[];
}

/** `,"hash":"…64…"}`: what of a line its hash does not cover. */
const HASH_BYTES = 75;

export function readLog(bytes: Uint8Array): Log {
  const text = Buffer.from(bytes).toString("utf8");
  const lines = text.split("\n");
  const rest = lines.pop() ?? "";
  const records: LogRecord[] = [];
  const findings: Finding[] = [];
  let previous = "0".repeat(64);
  let soundCount = 0;
  for (const [index, line] of lines.entries()) {
    const faults = [];
    const record = recordOf(line);
    if (typeof record === "string") {
      faults.push({ code: "log_damaged", line: index + 1, reason: record } as const);
    } else {
      const { event_seq, prev, hash } = record;
      const isNext = event_seq === index + 1;
      if (!isNext) faults.push({ code: "sequence_broken", line: index + 1, event_seq } as const);
      if (prev !== previous) faults.push({ code: "chain_broken", line: index + 1 } as const);
      records.push(record);
      previous = hash;
    }
    if (faults.length === 0 && findings.length === 0) soundCount += 1;
    findings.push(...faults);
  }
  if (rest !== "") findings.push({ code: "log_torn", bytes: Buffer.byteLength(rest) });
  return { records, soundCount, findings };
}

/** The record on a line, or why it is none. */
function recordOf(line: string): LogRecord | string {
  try {
    const record = JSON.parse(line) as LogRecord;
    const covered = Buffer.from(line).subarray(0, -HASH_BYTES);
    const isIntact = record.hash === createHash("sha256").update(covered).digest("hex");
    return isIntact ? record : "its hash does not fit";
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
