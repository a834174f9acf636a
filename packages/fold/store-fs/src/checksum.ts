/**
 * A checksum of 32 bits: the first eight hexadecimal digits of the SHA-256. It tells what was written
 * from what was damaged, in caches and notes that are made anew. A CRC would do as well, but the
 * module that has one takes longer to load than a command has time, and this one is loaded anyway.
 */
import { hash } from "node:crypto";

export function checksumOf(data: string | Uint8Array): number {
  return Number.parseInt(hash("sha256", data, "hex").slice(0, 8), 16);
}
