/**
 * Copies the longest sound beginning of a log to a new directory, which is then a store of its own.
 * The damaged store is left as it is, and what was not copied is named.
 */
import { dirname, join, relative, resolve } from "node:path";
import type { Corrupt, NoStore, Unavailable } from "@fold/contracts";
import { failed, fromSystemError, noStore, type Result } from "../failures.js";
import { appendAll, type FsPort, readUpTo, systemCode } from "../fs-port.js";
import { LOG_NAME } from "../names.js";
import { nodeFs } from "../node-fs.js";
import { isStore } from "../store/open-store.js";
import { type Walked, walkLog } from "./walk.js";

export interface SalvageOptions {
  readonly fs?: FsPort | undefined;
  readonly onProgress?: ((done: number, all: number) => void) | undefined;
}

export interface Salvaged {
  /** The directory that the copy is in. */
  readonly out: string;
  /** The last record that was copied. */
  readonly event_seq: number;
  readonly hash: string;
  readonly bytes: number;
  readonly left: {
    /** What is wrong with the first line that was not copied; null for an unfinished last line. */
    readonly failure: Corrupt | null;
    readonly bytes: number;
    /** Complete lines among them. */
    readonly lines: number;
    /** Every other file of the store; caches are made anew, the rest is not ours. */
    readonly files: readonly string[];
  };
}

/** The place for the copy cannot be taken. */
export interface SalvageRefusal {
  readonly outcome: "usage";
  readonly message: string;
}

export type SalvageResult = Result<Salvaged, NoStore | Unavailable | SalvageRefusal>;

const CHUNK_BYTES = 1024 * 1024;

export async function salvage(
  dir: string,
  out: string,
  { fs = nodeFs, onProgress }: SalvageOptions = {},
): Promise<SalvageResult> {
  try {
    const from = resolve(dir);
    const to = resolve(out);
    if (!isStore(fs, from)) return failed(noStore(from));
    const refusal = refusalOf(fs, fs.canonicalPath(from), to);
    if (refusal !== null) return failed({ outcome: "usage", message: refusal });
    let fd: number;
    try {
      fd = fs.open(join(from, LOG_NAME), "read");
    } catch (error) {
      if (systemCode(error) !== "ENOENT") throw error;
      return failed({ outcome: "usage", message: `there is no ${LOG_NAME} in ${from}` });
    }
    try {
      const walked = await walkLog(fs, fd, onProgress === undefined ? {} : { onProgress });
      await copy(fs, { fd, to, length: walked.length });
      return { ok: true, value: reportOf(fs, { from, to, walked }) };
    } finally {
      fs.close(fd);
    }
  } catch (error) {
    return failed(fromSystemError(error));
  }
}

function refusalOf(fs: FsPort, from: string, to: string): string | null {
  let canonical = to;
  try {
    canonical = fs.canonicalPath(to);
    if (fs.list(canonical).length > 0) return `${to} is not empty`;
  } catch (error) {
    if (systemCode(error) === "ENOTDIR") return `${to} is not a directory`;
    if (systemCode(error) !== "ENOENT") throw error;
  }
  const path = relative(from, canonical);
  const isInside = path === "" || !path.startsWith("..");
  return isInside ? `${to} lies in the store that is looked at` : null;
}

interface Copy {
  readonly fd: number;
  readonly to: string;
  readonly length: number;
}

/** All bytes, synced, before anyone is told that they are safe. */
async function copy(fs: FsPort, { fd, to, length }: Copy): Promise<void> {
  fs.makeDirectory(to);
  const target = fs.open(join(to, LOG_NAME), "create_append");
  try {
    for (let position = 0; position < length; position += CHUNK_BYTES) {
      const span = { position, length: Math.min(CHUNK_BYTES, length - position) };
      appendAll(fs, target, readUpTo(fs, fd, span));
    }
    await fs.datasync(target);
  } finally {
    fs.close(target);
  }
  fs.syncDirectory(to);
  fs.syncDirectory(dirname(to));
}

interface Report {
  readonly from: string;
  readonly to: string;
  readonly walked: Walked;
}

function reportOf(fs: FsPort, { from, to, walked }: Report): Salvaged {
  const { head, length, size, failure, linesBehind } = walked;
  const files = [...fs.list(from)].filter((name) => name !== LOG_NAME).sort();
  return {
    out: fs.canonicalPath(to),
    event_seq: head.seq,
    hash: head.hash,
    bytes: length,
    left: { failure, bytes: size - length, lines: linesBehind, files },
  };
}
