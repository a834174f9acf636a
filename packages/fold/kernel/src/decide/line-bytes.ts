/** How long the log line will be that the store writes for a record. */
import type { RecordBody } from "@fold/contracts";
import { LIMITS, RECORD_ENVELOPE_BYTES } from "@fold/contracts/values";

/** A control character becomes `\u001f`, and no other code unit takes more bytes. */
const UNIT_BYTES_MAX = 6;
/** `-1.2345678901234567e+100`, rounded up. */
const NUMBER_BYTES_MAX = 32;

/**
 * The bytes of a line that is longer than a record may be; otherwise null. Few records come near the
 * limit, and those that do not are not written out to be measured.
 */
export function bytesTooLong(record: RecordBody): number | null {
  if (lineBytesMax(record) <= LIMITS.recordBytes) return null;
  const bytes = lineBytes(record);
  return bytes > LIMITS.recordBytes ? bytes : null;
}

export function lineBytes(record: RecordBody): number {
  return new TextEncoder().encode(JSON.stringify(record)).length + RECORD_ENVELOPE_BYTES;
}

/** What `lineBytes` cannot exceed, at a tenth of the time. */
export function lineBytesMax(record: RecordBody): number {
  return jsonBytesMax(record) + RECORD_ENVELOPE_BYTES;
}

function jsonBytesMax(value: unknown): number {
  if (typeof value === "string") return value.length * UNIT_BYTES_MAX + '""'.length;
  if (typeof value !== "object" || value === null) return NUMBER_BYTES_MAX;
  let bytes = "{}".length;
  if (Array.isArray(value)) {
    for (const item of value) bytes += jsonBytesMax(item) + ",".length;
    return bytes;
  }
  const members = value as Readonly<Record<string, unknown>>;
  for (const name of Object.keys(members)) {
    bytes += name.length * UNIT_BYTES_MAX + '"":,'.length + jsonBytesMax(members[name]);
  }
  return bytes;
}
