/**
 * A whole file, new or instead of an old one. The order: write all, sync, close, rename, sync the
 * directory. Until the rename the old file stands, after it the new one; never half of one.
 */
import { join } from "node:path";
import { type FsPort, writeAll } from "./fs-port.js";
import { temporaryName } from "./names.js";

export interface NewFile {
  readonly dir: string;
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** Throws what the failing file call threw; the old file is then still there. */
export async function replaceFile(fs: FsPort, { dir, name, bytes }: NewFile): Promise<void> {
  const temporary = join(dir, temporaryName(name));
  const fd = fs.open(temporary, "create_new");
  try {
    try {
      writeAll(fs, fd, bytes, 0);
      await fs.datasync(fd);
    } finally {
      fs.close(fd);
    }
    fs.rename(temporary, join(dir, name));
  } catch (error) {
    discard(fs, temporary);
    throw error;
  }
  fs.syncDirectory(dir);
}

/** Removes a file that nobody needs. Where that fails it stays, and a later writer tries again. */
export function discard(fs: FsPort, path: string): void {
  try {
    fs.unlink(path);
  } catch {
    // A leftover is classified by `verify`; it is never read.
  }
}
