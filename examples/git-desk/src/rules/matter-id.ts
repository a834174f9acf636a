/**
 * Ids of matters. A name that fits an entry id is kept as it is, so that a person can type it; any
 * other stands as a hash behind a double colon, which no branch and no usual path contains.
 *
 * An id belongs to one entry for ever. A matter that comes back after its entry was superseded gets
 * the next suffix: `branch:x`, `branch:x#2`, `branch:x#3`.
 */
import { createHash } from "node:crypto";

const ENTRY_ID = /^[A-Za-z0-9][A-Za-z0-9._:/@#+-]{0,127}$/;
const SUFFIX = /#([1-9][0-9]*)$/;
/** Leaves room for a suffix. */
const ID_CHARACTERS = 116;

export function matterId(type: string, name: string): string {
  const plain = `${type}:${name}`;
  const isPlain =
    name !== "" &&
    !name.startsWith(":") &&
    plain.length <= ID_CHARACTERS &&
    ENTRY_ID.test(plain) &&
    !SUFFIX.test(plain);
  return isPlain ? plain : hashedId(type, [name]);
}

/** An id from several texts, none of which need be readable in it. */
export function hashedId(type: string, parts: readonly string[]): string {
  const hash = createHash("sha256").update(JSON.stringify(parts)).digest("hex");
  return `${type}::${hash.slice(0, 16)}`;
}

/** The id of the matter that an entry stands for. */
export function matterIdOf(entryId: string): string {
  return entryId.replace(SUFFIX, "");
}

export function suffixOf(entryId: string): number {
  return Number(SUFFIX.exec(entryId)?.[1] ?? 1);
}

export function withSuffix(id: string, suffix: number): string {
  return suffix <= 1 ? id : `${id}#${suffix}`;
}
