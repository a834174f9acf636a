/** The hash over the first bytes of a log, up to where it was read. */
import { createHash, type Hash, hash } from "node:crypto";

/** Up to here the bytes of a log are hashed whole, so that any change to them is noticed. */
export const PREFIX_BYTES_MAX = 4 * 1024 * 1024;

const KEPT_BYTES_MAX = 256 * 1024;

/**
 * Most handles of a command compare the hash once and add little: for that hashing in one go is
 * enough, and is quicker to start. So bytes are kept as they are until they are many.
 */
export class Prefix {
  #kept: Uint8Array[] = [];
  #keptBytes = 0;
  #hash: Hash | null = null;

  /** Takes the next bytes, which must stay as they are. */
  add(...parts: readonly Uint8Array[]): void {
    for (const bytes of parts) {
      this.#kept.push(bytes);
      this.#keptBytes += bytes.length;
    }
    if (this.#keptBytes > KEPT_BYTES_MAX) this.#hashKept();
  }

  /** SHA-256 of all bytes so far, in hexadecimal digits. */
  digest(): string {
    const [first, ...others] = this.#kept;
    if (this.#hash === null && first !== undefined && others.length === 0) {
      return hash("sha256", first, "hex");
    }
    return this.#hashKept().copy().digest("hex");
  }

  #hashKept(): Hash {
    this.#hash ??= createHash("sha256");
    for (const bytes of this.#kept) this.#hash.update(bytes);
    this.#kept = [];
    this.#keptBytes = 0;
    return this.#hash;
  }
}
