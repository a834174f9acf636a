/** Opens files of the work tree without following links, waiting, or reading more than asked for. */
import { constants } from "node:fs";
import { lstat, open } from "node:fs/promises";
import { join } from "node:path";
import { instantOfMs } from "./look.js";

export interface OpenedFile {
  readonly bytes: Buffer;
  /** There is more than was read. */
  readonly isCut: boolean;
  readonly changedAt: string | null;
}

/** Null for anything but a regular file that can be read. */
export async function readRegularFile(
  root: string,
  path: string,
  bytesMax: number,
): Promise<OpenedFile | null> {
  const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;
  try {
    const handle = await open(join(root, path), O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
    try {
      const status = await handle.stat();
      if (!status.isFile()) return null;
      const buffer = Buffer.alloc(Math.min(status.size, bytesMax));
      const { bytesRead } = await handle.read(buffer, 0, buffer.length, 0);
      return {
        bytes: buffer.subarray(0, bytesRead),
        isCut: status.size > bytesMax,
        changedAt: instantOfMs(status.mtimeMs),
      };
    } finally {
      await handle.close();
    }
  } catch {
    // Gone in the meantime, a link, or not ours to read: it is a file without known content.
    return null;
  }
}

/** When a file was last changed; null if it is gone. Of a link, the link itself is meant. */
export async function changedAt(root: string, path: string): Promise<string | null> {
  try {
    return instantOfMs((await lstat(join(root, path))).mtimeMs);
  } catch {
    return null;
  }
}

export function isText(bytes: Buffer): boolean {
  return !bytes.subarray(0, 8000).includes(0);
}
