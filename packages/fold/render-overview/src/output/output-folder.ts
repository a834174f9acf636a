/**
 * The folder of the files. Only names that are ours are touched, and any number of runs may draw into
 * one folder at once.
 *
 * 1. Whatever stands under the names for all (the pictures, the manifest, the failure note) is
 *    changed only under the lock of the folder, which the system takes from a dead process.
 * 2. A run begins by removing all of it, so that from then on no old picture passes for a new one.
 * 3. Once all is drawn, a run writes into a temporary folder of its own, which it holds by a lock of its
 *    own. The next run to begin sweeps away those that nobody holds any longer.
 * 4. To publish, a run removes what stands there, moves its files in place, and its manifest last. So
 *    a manifest names files of its own run, all of them there, and nothing else of ours beside them;
 *    whoever is killed in between leaves no manifest. The last run to publish wins.
 * 5. A run that fails leaves its note and no manifest, unless another run has published meanwhile a
 *    picture of the same record or a later one: then it leaves everything as it is, for that picture
 *    is not old, and a note beside it would be untrue.
 */
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join, relative, resolve, sep } from "node:path";
import { setTimeout as passed } from "node:timers/promises";
import { Failure } from "../failure.js";
import { makeHeldFolder, sweepHeldFolders } from "../held/held-folder.js";
import { type KernelLock, tryKernelLock } from "../held/kernel-lock.js";
import { reasonOf } from "./reason.js";

const MANIFEST = "overview.json";
const FAILED = "overview.failed.json";
const LOCK = ".overview.lock";
const OURS = /^overview-\d+(-\d+)?\.(png|html)$/;
const TEMPORARY = { start: ".overview-", end: ".tmp" } as const;

export interface OutputFile {
  readonly name: string;
  readonly bytes: Uint8Array | string;
}

/** What a failure leaves: its note, nothing because of a newer picture, or not even a note. */
export type Noted = "noted" | "superseded" | "unnoted";

export interface OutputFolder {
  /** Moves the files and then the manifest in place; the names of all of them. */
  publish(files: readonly OutputFile[], manifest: unknown): Promise<readonly string[]>;
  /** Leaves a note in place of what is not there. */
  fail(note: { readonly source_event_seq: number }): Promise<Noted>;
}

/** Makes and clears the folder. Rejects with a `Failure` of the stage `folder`. */
export async function openOutputFolder(
  dir: string,
  store: string | undefined,
): Promise<OutputFolder> {
  const path = resolve(dir);
  if (store !== undefined && isWithin(realPath(path), realPath(resolve(store)))) {
    throw new Failure(
      "folder",
      `${dir} lies in the store ${store}, where only the store may write; name a folder outside.`,
    );
  }
  try {
    makeFolder(path);
    makeRoomForLock(path);
    await locked(path, () => {
      clear(path);
      sweepHeldFolders(path, TEMPORARY);
    });
  } catch (cause) {
    const hint = "If pictures are there, they are of an earlier state.";
    throw new Failure("folder", `${dir} cannot be used: ${reasonOf(cause, path)}. ${hint}`, {
      cause,
    });
  }
  return {
    async publish(files, manifest) {
      try {
        return await publish(path, [...files, { name: MANIFEST, bytes: textOf(manifest) }]);
      } catch (cause) {
        const message = `${dir} could not be written: ${reasonOf(cause, path)}.`;
        throw new Failure("write", message, { cause });
      }
    },
    fail: (note) => locked(path, () => leaveNote(path, note)).catch(() => "unnoted"),
  };
}

/**
 * Level by level. Asked for all at once, Node tries for ever where a system says of a folder that it
 * is not there, and of its parent that it is, as `/proc` does.
 */
function makeFolder(path: string): void {
  const isFolder = (): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  if (isFolder()) return;
  if (dirname(path) !== path) makeFolder(dirname(path));
  try {
    mkdirSync(path);
  } catch (error) {
    // Another run may have been quicker.
    if (!isFolder()) throw error;
  }
}

/** Longer than anybody who is alive takes for what is done under the lock. */
const LOCK_MS = 10_000;
const RETRY_MS = 5;

/** Does something while no other run changes what stands in the folder. */
async function locked<Value>(path: string, work: () => Value): Promise<Value> {
  const deadline = performance.now() + LOCK_MS;
  let lock: KernelLock | null = null;
  for (;;) {
    lock = tryKernelLock(join(path, LOCK));
    if (lock !== null) break;
    if (performance.now() > deadline) {
      throw new Error(`another run has held ${join(path, LOCK)} for ${LOCK_MS / 1000} s; end it`);
    }
    await passed(RETRY_MS * (1 + Math.random()));
  }
  try {
    return work();
  } finally {
    lock.remove();
  }
}

/**
 * On a disk that has no room even for the lock, the manifest of an old picture would stay. Where there
 * is no lock file nobody is at work, and the manifest goes as the first thing anyway.
 */
function makeRoomForLock(path: string): void {
  try {
    tryKernelLock(join(path, LOCK))?.remove();
  } catch (error) {
    if (!isOutOfRoom(error)) throw error;
    rmSync(join(path, MANIFEST), { force: true });
  }
}

function isOutOfRoom(error: unknown): boolean {
  if (!(error instanceof Error) || !("code" in error)) return false;
  return error.code === "ENOSPC" || error.code === "EDQUOT";
}

/** The manifest first: without it, nothing that is there passes for a result. */
function clear(path: string): void {
  for (const name of [MANIFEST, FAILED]) rmSync(join(path, name), { force: true });
  for (const name of readdirSync(path)) {
    if (OURS.test(name)) rmSync(join(path, name), { force: true });
  }
}

async function publish(path: string, files: readonly OutputFile[]): Promise<readonly string[]> {
  const names = files.map(({ name }) => name);
  const temporary = makeHeldFolder(path, TEMPORARY);
  try {
    for (const { name, bytes } of files) writeFileSync(join(temporary.path, name), bytes);
    await locked(path, () => {
      clear(path);
      for (const name of names) renameSync(join(temporary.path, name), join(path, name));
    });
    return names;
  } finally {
    temporary.remove();
  }
}

function leaveNote(path: string, note: { readonly source_event_seq: number }): Noted {
  // Every manifest of before this run went as it began: what is there now is from meanwhile.
  const published = publishedSeq(path);
  if (published !== null && published >= note.source_event_seq) return "superseded";
  clear(path);
  const written = join(path, FAILED);
  try {
    writeFileSync(written, textOf(note));
    return "noted";
  } catch (error) {
    rmSync(written, { force: true });
    throw error;
  }
}

function publishedSeq(path: string): number | null {
  try {
    const manifest: unknown = JSON.parse(readFileSync(join(path, MANIFEST), "utf8"));
    if (typeof manifest !== "object" || manifest === null) return null;
    if (!("source_event_seq" in manifest)) return null;
    return typeof manifest.source_event_seq === "number" ? manifest.source_event_seq : null;
  } catch {
    return null;
  }
}

const textOf = (value: unknown): string => `${JSON.stringify(value, null, 1)}\n`;

/** The path without links, as far as there is something; what is not there yet stays as it is. */
function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    const above = dirname(path);
    return above === path ? path : join(realPath(above), basename(path));
  }
}

function isWithin(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way === "" || !(way === ".." || way.startsWith(`..${sep}`) || resolve(way) === way);
}
