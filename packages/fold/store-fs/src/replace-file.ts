/**
 * A whole file, new or instead of an old one. The order: write all, sync, close, rename, sync the
 * directory. Until the rename the old file stands, after it the new one; never half of one.
 */
import { join } from "node:path";
import { closeFile, type FsPort, writeAll } from "./fs-port.js";
import { temporaryName } from "./names.js";

export interface FilePlace {
  readonly dir: string;
  readonly name: string;
}

export interface NewFile extends FilePlace {
  readonly bytes: Uint8Array;
}

/** Throws what the failing file call threw; the old file is then still there. */
export async function replaceFile(fs: FsPort, { dir, name, bytes }: NewFile): Promise<void> {
  const { temporary } = await writeTemporary(fs, { dir, name }, async (write) => write(bytes));
  giveName(fs, temporary, { dir, name });
  fs.syncDirectory(dir);
}

/** A file that is on the disk and has yet to get its name. */
export interface TemporaryFile<Value> {
  readonly temporary: string;
  readonly value: Value;
}

/** Fills a file piece by piece under a name of its own and syncs it; nothing is left if that fails. */
export async function writeTemporary<Value>(
  fs: FsPort,
  { dir, name }: FilePlace,
  fill: (write: (bytes: Uint8Array) => void) => Promise<Value>,
): Promise<TemporaryFile<Value>> {
  const temporary = join(dir, temporaryName(name));
  const fd = fs.open(temporary, "create_new");
  let length = 0;
  try {
    const value = await fill((bytes) => {
      writeAll(fs, fd, bytes, length);
      length += bytes.length;
    });
    await fs.datasync(fd);
    closeFile(fs, fd);
    return { temporary, value };
  } catch (error) {
    closeFile(fs, fd);
    discard(fs, temporary);
    throw error;
  }
}

/** Gives a temporary file its name; it is gone if that fails. */
export function giveName(fs: FsPort, temporary: string, { dir, name }: FilePlace): void {
  try {
    fs.rename(temporary, join(dir, name));
  } catch (error) {
    discard(fs, temporary);
    throw error;
  }
}

/** Removes a file that nobody needs. Where that fails it stays, and a later writer tries again. */
export function discard(fs: FsPort, path: string): void {
  try {
    fs.unlink(path);
  } catch {
    // A leftover is classified by `verify`; it is never read.
  }
}
