/** The files of the machine as an installation may touch them. Tests put others in their place. */
import {
  closeSync,
  fchmodSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
  type Stats,
  writeSync,
} from "node:fs";
import { dirname } from "node:path";

export type PathKind = "none" | "file" | "folder" | "link" | "other";

/** Every call throws what the system says when it cannot do what it is asked. */
export interface Files {
  /** What stands at a path itself: a link is a link. */
  readonly kindOf: (path: string) => PathKind;
  /** Where a path leads, without links. */
  readonly realPath: (path: string) => string;
  readonly read: (path: string) => Buffer;
  /** All or nothing; what was there keeps its permissions. */
  readonly write: (path: string, bytes: Uint8Array) => void;
  readonly makeFolder: (path: string) => void;
  readonly remove: (path: string) => void;
  /** False where the folder is not empty. */
  readonly removeFolder: (path: string) => boolean;
}

export const nodeFiles: Files = {
  kindOf(path) {
    const stat = statOf(path);
    if (stat === undefined) return "none";
    if (stat.isSymbolicLink()) return "link";
    if (stat.isFile()) return "file";
    return stat.isDirectory() ? "folder" : "other";
  },
  realPath: (path) => realpathSync(path),
  read: (path) => readFileSync(path),
  write(path, bytes) {
    const temporary = `${path}.${process.pid}.tmp`;
    const before = statOf(path);
    try {
      const descriptor = openSync(temporary, "wx");
      try {
        if (before !== undefined) fchmodSync(descriptor, before.mode & 0o777);
        for (let done = 0; done < bytes.length; ) {
          done += writeSync(descriptor, bytes, done);
        }
        fsyncSync(descriptor);
      } finally {
        closeSync(descriptor);
      }
      renameSync(temporary, path);
    } catch (error) {
      if (!isCode(error, "EEXIST")) rmSync(temporary, { force: true });
      throw error;
    }
  },
  makeFolder: (path) => mkdirSync(path),
  remove: (path) => rmSync(path),
  removeFolder(path) {
    try {
      rmdirSync(path);
      return true;
    } catch (error) {
      if (isCode(error, "ENOTEMPTY") || isCode(error, "EEXIST")) return false;
      throw error;
    }
  },
};

/** The code of what the system says, or null where it is not the system that speaks. */
export function systemCode(error: unknown): string | null {
  if (!(error instanceof Error) || !("code" in error) || !("syscall" in error)) return null;
  return typeof error.code === "string" ? error.code : null;
}

function isCode(error: unknown, code: string): boolean {
  return systemCode(error) === code;
}

function statOf(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch (error) {
    // Below a file there is nothing; the file itself is found on the way.
    if (isCode(error, "ENOTDIR")) return undefined;
    throw error;
  }
}

/** The folders from `root` down to the one that holds `path`, outermost first, without `root`. */
export function foldersBetween(root: string, path: string): readonly string[] {
  const folder = dirname(path);
  return folder === root || folder === path ? [] : [...foldersBetween(root, folder), folder];
}
