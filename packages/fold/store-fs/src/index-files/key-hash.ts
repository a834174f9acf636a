/**
 * A 40-bit hash of a fact key. It need not resist anybody: each hit is checked against the record
 * itself, so a collision costs one more read. It has to be quick, for a rebuild hashes millions.
 */
export interface KeyHash {
  /** The upper 32 bits. */
  readonly high: number;
  /** The lower 8 bits. */
  readonly low: number;
}

export function hashKey(key: string): KeyHash {
  let one = 0xdeadbeef;
  let two = 0x41c6ce57;
  for (let at = 0; at < key.length; at += 1) {
    const unit = key.charCodeAt(at);
    one = Math.imul(one ^ unit, 0x9e3779b1);
    two = Math.imul(two ^ unit, 0x5f356495);
  }
  one = Math.imul(one ^ (one >>> 16), 0x85ebca6b) ^ Math.imul(two ^ (two >>> 13), 0xc2b2ae35);
  two = Math.imul(two ^ (two >>> 16), 0x85ebca6b) ^ Math.imul(one ^ (one >>> 13), 0xc2b2ae35);
  return { high: two >>> 0, low: (one >>> 0) & 0xff };
}
