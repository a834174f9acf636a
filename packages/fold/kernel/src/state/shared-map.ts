/**
 * Maps that are never changed, and cost little to make one from another: a state has up to a
 * thousand entries, and a record changes a few. What holds:
 *
 * 1. A map that was given out reads the same for ever.
 * 2. Making the next one costs the changes and at most `CHANGES_MAX` more, but for one copy of the
 *    whole each time that so many changes have come together.
 *
 * These are the only classes of the kernel. They are containers, as Map is, not parts of the model.
 */

/** Near the square root of the entries that a state may have, where both costs are even. */
const CHANGES_MAX = 32;

/** Undefined stands for a key that is gone. */
type Changes<Key, Value> = ReadonlyMap<Key, Value | undefined>;

/** A map as another one with changes. */
class SharedMap<Key, Value extends object> implements ReadonlyMap<Key, Value> {
  readonly size: number;
  #base: ReadonlyMap<Key, Value>;
  #changes: Changes<Key, Value>;

  constructor(base: ReadonlyMap<Key, Value>, changes: Changes<Key, Value>, size: number) {
    this.#base = base;
    this.#changes = changes;
    this.size = size;
  }

  get(key: Key): Value | undefined {
    const changed = this.#changes.get(key);
    if (changed !== undefined || this.#changes.has(key)) return changed;
    return this.#base.get(key);
  }

  has(key: Key): boolean {
    return this.get(key) !== undefined;
  }

  /** The same with further changes, which are the caller's no more. */
  with(further: Changes<Key, Value>, size: number): ReadonlyMap<Key, Value> {
    const changes = new Map(this.#changes);
    for (const [key, value] of further) {
      if (value === undefined && !this.#base.has(key)) changes.delete(key);
      else changes.set(key, value);
    }
    return mapFrom(this.#base, changes, size);
  }

  /** Who goes through all pays for a map of its own, once. */
  #whole(): ReadonlyMap<Key, Value> {
    if (this.#changes.size > 0) {
      this.#base = merged(this.#base, this.#changes);
      this.#changes = new Map();
    }
    return this.#base;
  }

  entries(): MapIterator<[Key, Value]> {
    return this.#whole().entries();
  }

  keys(): MapIterator<Key> {
    return this.#whole().keys();
  }

  values(): MapIterator<Value> {
    return this.#whole().values();
  }

  [Symbol.iterator](): MapIterator<[Key, Value]> {
    return this.#whole().entries();
  }

  forEach(visit: (value: Value, key: Key, map: ReadonlyMap<Key, Value>) => void): void {
    for (const [key, value] of this.#whole()) visit(value, key, this);
  }
}

function merged<Key, Value>(
  base: ReadonlyMap<Key, Value>,
  changes: Changes<Key, Value>,
): ReadonlyMap<Key, Value> {
  const whole = new Map(base);
  for (const [key, value] of changes) {
    if (value === undefined) whole.delete(key);
    else whole.set(key, value);
  }
  return whole;
}

function mapFrom<Key, Value extends object>(
  base: ReadonlyMap<Key, Value>,
  changes: Changes<Key, Value>,
  size: number,
): ReadonlyMap<Key, Value> {
  if (changes.size > CHANGES_MAX || changes.size >= base.size) return merged(base, changes);
  return new SharedMap(base, changes, size);
}

/** A map in the making, from one that stays as it is. */
export class DraftMap<Key, Value extends object> {
  readonly #source: ReadonlyMap<Key, Value>;
  readonly #changes = new Map<Key, Value | undefined>();
  #size: number;

  constructor(source: ReadonlyMap<Key, Value>) {
    this.#source = source;
    this.#size = source.size;
  }

  get size(): number {
    return this.#size;
  }

  /** What was set or deleted; a key with undefined is gone. */
  get changes(): Changes<Key, Value> {
    return this.#changes;
  }

  get(key: Key): Value | undefined {
    const changed = this.#changes.get(key);
    if (changed !== undefined || this.#changes.has(key)) return changed;
    return this.#source.get(key);
  }

  has(key: Key): boolean {
    return this.get(key) !== undefined;
  }

  set(key: Key, value: Value): void {
    if (!this.has(key)) this.#size += 1;
    this.#changes.set(key, value);
  }

  delete(key: Key): void {
    if (this.has(key)) this.#size -= 1;
    // So the changes never outgrow both maps, however much comes and goes.
    if (this.#source.has(key)) this.#changes.set(key, undefined);
    else this.#changes.delete(key);
  }

  /** The finished map; the draft must not be changed any more. */
  finished(): ReadonlyMap<Key, Value> {
    if (this.#changes.size === 0) return this.#source;
    return this.#source instanceof SharedMap
      ? this.#source.with(this.#changes, this.#size)
      : mapFrom(this.#source, this.#changes, this.#size);
  }
}
