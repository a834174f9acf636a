/**
 * What the lock file says. The layout: 256 bytes, a JSON object
 * `{"v":1,"synced":…,"probe":…,"checksum":…}`, then spaces, then a line feed. `synced` is the length of
 * the log that is known to be on the disk; `probe` whether the lock was seen to keep others out,
 * and where and since which start of the machine; `checksum` that of the text with `"checksum":0`.
 *
 * It is written under the lock by a single write and never synced. A power cut may leave an older
 * or a garbled text: then nothing is known, and the log is synced once more than needed. It never
 * says too much, for the log is synced before its length is noted.
 */
import { checksumOf } from "../checksum.js";
import { type FsPort, readUpTo, writeAll } from "../fs-port.js";
import { parseJson } from "../log/record-line.js";

export interface LockNote {
  /** Bytes of the log that are on the disk; 0 where that is not known. */
  readonly synced: number;
  readonly probe: ProbeVerdict | null;
}

export interface ProbeVerdict {
  readonly device: number;
  readonly boot: string;
  readonly ok: boolean;
}

export const NOTHING_NOTED: LockNote = { synced: 0, probe: null };

const NOTE_BYTES = 256;

/**
 * The note of a lock file, through any descriptor of it. Most calls find what the last one read or
 * wrote: bytes that are known are not taken apart again.
 */
export class NoteFile {
  readonly #fs: FsPort;
  #known: { readonly bytes: Buffer; readonly note: LockNote } | null = null;

  constructor(fs: FsPort) {
    this.#fs = fs;
  }

  /** Anything that is not a note counts as nothing known. */
  read(fd: number): LockNote {
    const bytes = readUpTo(this.#fs, fd, { position: 0, length: NOTE_BYTES });
    if (this.#known?.bytes.equals(bytes) === true) return this.#known.note;
    const note = parseNote(bytes.toString("latin1"));
    this.#known = { bytes, note };
    return note;
  }

  write(fd: number, note: LockNote): void {
    const bytes = Buffer.from(`${textOf(note).padEnd(NOTE_BYTES - 1)}\n`, "latin1");
    writeAll(this.#fs, fd, bytes, 0);
    this.#known = { bytes, note };
  }
}

function parseNote(text: string): LockNote {
  const value = parseJson(text);
  if (typeof value !== "object" || value === null) return NOTHING_NOTED;
  const { synced, probe, checksum } = value as Readonly<Record<string, unknown>>;
  if (!Number.isSafeInteger(synced) || Number(synced) < 0) return NOTHING_NOTED;
  const note = { synced: Number(synced), probe: toVerdict(probe) };
  return checksum === checksumOf(uncheckedText(note)) ? note : NOTHING_NOTED;
}

function textOf(note: LockNote): string {
  const unchecked = uncheckedText(note);
  return `${unchecked.slice(0, -"0}".length)}${checksumOf(unchecked)}}`;
}

function uncheckedText({ synced, probe }: LockNote): string {
  return JSON.stringify({ v: 1, synced, probe, checksum: 0 });
}

function toVerdict(value: unknown): ProbeVerdict | null {
  if (typeof value !== "object" || value === null) return null;
  const { device, boot, ok } = value as Readonly<Record<string, unknown>>;
  if (typeof device !== "number" || typeof boot !== "string" || typeof ok !== "boolean")
    return null;
  return { device, boot, ok };
}
