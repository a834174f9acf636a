/** Whether the lock keeps others out, tried while it is held. */
import { dirname } from "node:path";
import { closeFile, type FsPort } from "../fs-port.js";
import { doubtfulFileSystem } from "./file-systems.js";
import type { LockNote, NoteFile, ProbeVerdict } from "./lock-note.js";
import type { LockPort } from "./lock-port.js";

export interface HeldLock {
  readonly fs: FsPort;
  readonly lock: LockPort;
  /** The descriptor that holds the lock. */
  readonly fd: number;
  readonly path: string;
  readonly notes: NoteFile;
  readonly note: LockNote;
}

export type Proof =
  | { readonly ok: true; readonly note: LockNote }
  | { readonly ok: false; readonly detail: string };

/**
 * A second descriptor is tried each time, for that takes microseconds. A second process takes tens
 * of milliseconds, so it is tried once for each start of the machine, and only on file systems that
 * are known to let some writers past.
 */
export async function proveExclusion(held: HeldLock): Promise<Proof> {
  const { fs, lock, fd, path, notes, note } = held;
  const doubtful = doubtfulFileSystem(fs.fileSystemType(dirname(path)));
  const name = doubtful ?? "this file system";
  if (!keepsOutSecondDescriptor({ fs, lock, path })) {
    return { ok: false, detail: `a second holder got the lock on ${name}` };
  }
  if (doubtful === null) return { ok: true, note };

  const { device } = fs.factsOf(fd);
  const boot = fs.bootId() ?? "";
  const remembered = note.probe;
  const isKnown = boot !== "" && remembered?.device === device && remembered.boot === boot;
  const verdict: ProbeVerdict = isKnown
    ? remembered
    : { device, boot, ok: await lock.keepsOutAnotherProcess(path) };
  const proven = { ...note, probe: verdict };
  if (!isKnown) notes.write(fd, proven);
  if (verdict.ok) return { ok: true, note: proven };
  return { ok: false, detail: `a second process got the lock on ${name}` };
}

function keepsOutSecondDescriptor({
  fs,
  lock,
  path,
}: Pick<HeldLock, "fs" | "lock" | "path">): boolean {
  const second = fs.open(path, "update");
  try {
    return !lock.tryLock(second, "exclusive");
  } finally {
    closeFile(fs, second);
  }
}
