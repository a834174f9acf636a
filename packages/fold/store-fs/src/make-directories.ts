/**
 * Directories on the disk. They are made one by one, each on the disk before the next: so whoever was
 * stopped in here left at most one whose name is not there yet, the lowest, and that one is synced
 * again.
 */
import { dirname } from "node:path";
import { type FsPort, systemCode } from "./fs-port.js";

/** Makes a directory and those above it that are missing. Throws what a failing file call threw. */
export function makeDirectories(fs: FsPort, dir: string): void {
  const missing: string[] = [];
  let lowest = dir;
  for (; !exists(fs, lowest); lowest = dirname(lowest)) missing.unshift(lowest);
  syncNameOf(fs, lowest);
  for (const path of missing) {
    fs.makeDirectory(path);
    fs.syncDirectory(dirname(path));
  }
}

export function exists(fs: FsPort, path: string): boolean {
  try {
    fs.stat(path);
    return true;
  } catch (error) {
    const code = systemCode(error);
    if (code === "ENOENT" || code === "ENOTDIR") return false;
    throw error;
  }
}

/** A directory that this user may not list holds none that a store was begun in. */
function syncNameOf(fs: FsPort, path: string): void {
  try {
    fs.syncDirectory(dirname(path));
  } catch (error) {
    const code = systemCode(error);
    if (code !== "EACCES" && code !== "EPERM") throw error;
  }
}
