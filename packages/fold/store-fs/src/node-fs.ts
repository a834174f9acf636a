/** The file port on Node's own `fs`. */
import {
  closeSync,
  constants,
  fdatasync,
  fdatasyncSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  realpathSync,
  renameSync,
  type Stats,
  statfsSync,
  statSync,
  unlinkSync,
  writeSync,
} from "node:fs";
import { type FileFacts, type FsPort, type OpenMode, systemCode } from "./fs-port.js";

const { O_RDONLY, O_RDWR, O_CREAT, O_EXCL, O_APPEND } = constants;

const FLAGS: Readonly<Record<OpenMode, number>> = {
  read: O_RDONLY,
  update: O_RDWR,
  create: O_RDWR | O_CREAT,
  create_new: O_RDWR | O_CREAT | O_EXCL,
  append: O_RDWR | O_APPEND,
  create_append: O_RDWR | O_APPEND | O_CREAT,
};

/** What a directory answers to a sync on systems that have no such thing. */
const NO_DIRECTORY_SYNC = new Set(["EISDIR", "EPERM", "EINVAL", "ENOTSUP", "EBADF"]);

export const nodeFs: FsPort = {
  open: openFile,
  close: (fd) => closeSync(fd),
  read: (fd, target, position) => readSync(fd, target, 0, target.length, position),
  write: (fd, bytes, position) => writeSync(fd, bytes, 0, bytes.length, position),
  append: (fd, bytes) => writeSync(fd, bytes, 0, bytes.length, null),
  truncate: (fd, length) => ftruncateSync(fd, length),
  datasync: (fd) =>
    new Promise((resolve, reject) => {
      fdatasync(fd, (error) => (error === null ? resolve() : reject(error)));
    }),
  factsOf: (fd) => toFacts(fstatSync(fd)),
  stat: (path) => toFacts(statSync(path)),
  rename: (from, to) => renameSync(from, to),
  unlink: (path) => unlinkSync(path),
  list: (path) => readdirSync(path),
  makeDirectory,
  syncDirectory,
  canonicalPath: (path) => realpathSync.native(path),
  fileSystemType,
  bootId,
};

/**
 * The same for a process that has nothing else to do while the disk is waited for: the wait itself
 * is as long, but no threads are started for it.
 */
export const blockingFs: FsPort = {
  ...nodeFs,
  datasync: async (fd) => fdatasyncSync(fd),
};

/**
 * To open a pipe waits until somebody opens its other end, perhaps for ever, and a device may do
 * anything: so what is no file is refused by its name, before it is opened.
 */
function openFile(path: string, mode: OpenMode): number {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found !== undefined && !found.isFile()) {
    const [code, what] = found.isDirectory() ? ["EISDIR", "a directory"] : ["EFTYPE", "not a file"];
    throw Object.assign(new Error(`${code}: ${path} is ${what}`), { code });
  }
  return openSync(path, FLAGS[mode], 0o666);
}

function toFacts(stats: Stats): FileFacts {
  return {
    size: stats.size,
    device: stats.dev,
    inode: stats.ino,
    isDirectory: stats.isDirectory(),
  };
}

/**
 * Not those above it too: asked for all at once, Node tries for ever where a system says of a folder
 * that it is not there and of its parent that it is, as `/proc` does.
 */
function makeDirectory(path: string): void {
  try {
    mkdirSync(path);
  } catch (error) {
    const isThere = systemCode(error) === "EEXIST" && statSync(path).isDirectory();
    if (!isThere) throw error;
  }
}

function syncDirectory(path: string): void {
  if (process.platform === "win32") return;
  const fd = openSync(path, O_RDONLY);
  try {
    fsyncSync(fd);
  } catch (error) {
    if (!NO_DIRECTORY_SYNC.has(systemCode(error) ?? "")) throw error;
  } finally {
    closeSync(fd);
  }
}

function fileSystemType(path: string): number | null {
  try {
    // The number is signed on some systems.
    return statfsSync(path).type >>> 0;
  } catch {
    return null;
  }
}

function bootId(): string | null {
  if (process.platform !== "linux") return null;
  try {
    return readFileSync("/proc/sys/kernel/random/boot_id", "latin1").trim();
  } catch {
    return null;
  }
}
