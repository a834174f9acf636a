/**
 * A process on the model disk: the two ports of the store, with descriptors and locks that die with
 * it. A dead process may go on running in this thread, but every call it makes fails and does
 * nothing, so for the disk and for the other processes it is gone.
 */
import type { FileFacts, FsPort, LockKind, LockPort, OpenMode } from "@fold/store-fs";
import { type Disk, directoryOf, SystemError } from "./disk.js";
import type { Locks } from "./locks.js";

/** Asked before each file call; told after each. */
export interface Watcher {
  /** May throw, which fails the call before it does anything, or shorten a write. */
  before(call: FileCall): void;
  after(call: FileCall): void;
}

export interface FileCall {
  readonly process: ModelProcess;
  readonly name: keyof FsPort | "tryLock" | "waitForLock" | "unlock";
  readonly path: string;
  /** How many bytes a write may take; a watcher may make it fewer. */
  bytesMax: number;
  /** Makes a sync fail, and the disk give up what it was to write. */
  givesUp: boolean;
  /** Fails the call with this code after it did what it should. */
  failsAfter: string | null;
}

interface OpenFile {
  readonly inode: number;
  readonly mode: OpenMode;
  readonly path: string;
}

const QUIET: Watcher = { before: () => undefined, after: () => undefined };

let nextFd = 100;

export interface World {
  readonly disk: Disk;
  readonly locks: Locks;
}

export class ModelProcess {
  readonly fs: FsPort;
  readonly lock: LockPort;
  isAlive = true;
  /** Ticks that a sync takes, so that other calls of the handle come in meanwhile. */
  readonly #syncTurns: number;
  readonly #world: World;
  readonly #watcher: Watcher;
  readonly #open = new Map<number, OpenFile>();

  constructor(world: World, watcher: Watcher = QUIET, { syncTurns = 0 } = {}) {
    this.#world = world;
    this.#watcher = watcher;
    this.#syncTurns = syncTurns;
    this.fs = this.#files();
    this.lock = this.#lockPort();
  }

  kill(): void {
    this.isAlive = false;
    for (const fd of this.#open.keys()) this.#world.locks.drop(fd);
    this.#open.clear();
  }

  #call<Value>(name: FileCall["name"], path: string, effect: (call: FileCall) => Value): Value {
    const call = this.#begin(name, path);
    const value = effect(call);
    this.#watcher.after(call);
    if (call.failsAfter !== null) throw new SystemError(call.failsAfter, path);
    return value;
  }

  #begin(name: FileCall["name"], path: string): FileCall {
    this.#checkAlive();
    const bytesMax = Number.POSITIVE_INFINITY;
    const call = { process: this, name, path, bytesMax, givesUp: false, failsAfter: null };
    this.#watcher.before(call);
    this.#checkAlive();
    return call;
  }

  #checkAlive(): void {
    if (!this.isAlive) throw new SystemError("EIO", "this process is dead");
  }

  #file(fd: number): OpenFile {
    const file = this.#open.get(fd);
    if (file === undefined) throw new SystemError("EBADF");
    return file;
  }

  #pathOf(fd: number): string {
    return this.#open.get(fd)?.path ?? "";
  }

  #files(): FsPort {
    const { disk } = this.#world;
    const onFile = <Value>(
      name: keyof FsPort,
      fd: number,
      effect: (file: OpenFile, call: FileCall) => Value,
    ): Value => this.#call(name, this.#pathOf(fd), (call) => effect(this.#file(fd), call));
    return {
      open: (path, mode) => this.#call("open", path, () => this.#openFile(path, mode)),
      close: (fd) =>
        onFile("close", fd, () => {
          this.#world.locks.drop(fd);
          this.#open.delete(fd);
        }),
      read: (fd, target, position) =>
        onFile("read", fd, ({ inode }) => {
          const { content } = disk.file(inode);
          return content.copy(target, 0, position, position + target.length);
        }),
      write: (fd, bytes, position) =>
        onFile("write", fd, (file, call) => this.#put(file, { bytes, position, call })),
      append: (fd, bytes) =>
        onFile("append", fd, (file, call) => {
          const position = disk.file(file.inode).content.length;
          return this.#put(file, { bytes, position, call });
        }),
      truncate: (fd, length) =>
        onFile("truncate", fd, (file) => {
          checkWritable(file);
          if (disk.file(file.inode).content.length !== length) {
            disk.truncate(file.inode, length);
          }
        }),
      datasync: (fd) => this.#sync(fd),
      factsOf: (fd) => onFile("factsOf", fd, ({ inode }) => factsOf(disk, inode)),
      stat: (path) => this.#call("stat", path, () => factsOf(disk, disk.find(path))),
      rename: (from, to) => this.#call("rename", to, () => disk.rename(from, to)),
      unlink: (path) => this.#call("unlink", path, () => disk.unlink(path)),
      list: (path) => this.#call("list", path, () => [...disk.directory(path).node.names.keys()]),
      makeDirectory: (path) => this.#call("makeDirectory", path, () => disk.makeDirectory(path)),
      syncDirectory: (path) => this.#call("syncDirectory", path, () => disk.settleNames(path)),
      canonicalPath: (path) => {
        disk.find(path);
        return path;
      },
      fileSystemType: () => null,
      bootId: () => "boot",
    };
  }

  #openFile(path: string, mode: OpenMode): number {
    const { disk } = this.#world;
    const mayCreate = mode === "create" || mode === "create_new" || mode === "create_append";
    let inode: number;
    try {
      inode = disk.find(path);
      if (mode === "create_new") throw new SystemError("EEXIST", path);
    } catch (error) {
      if (!(error instanceof SystemError) || error.code !== "ENOENT" || !mayCreate) throw error;
      inode = disk.createFile(path);
    }
    if (mode !== "read") disk.file(inode);
    nextFd += 1;
    this.#open.set(nextFd, { inode, mode, path });
    return nextFd;
  }

  #put(
    file: OpenFile,
    { bytes, position, call }: { bytes: Uint8Array; position: number; call: FileCall },
  ): number {
    checkWritable(file);
    const taken = Buffer.from(bytes.subarray(0, Math.min(bytes.length, call.bytesMax)));
    this.#world.disk.write(file.inode, position, taken);
    return taken.length;
  }

  /** Safe is what was pending when the sync began, whatever was added while it ran. */
  async #sync(fd: number): Promise<void> {
    const call = this.#begin("datasync", this.#pathOf(fd));
    const { disk } = this.#world;
    const { inode } = this.#file(fd);
    const { pending } = disk.file(inode);
    for (let turn = 0; turn < this.#syncTurns; turn += 1) await nextTurn();
    this.#checkAlive();
    if (call.givesUp) {
      disk.giveUp(inode, pending);
      this.#watcher.after(call);
      throw new SystemError("EIO", call.path);
    }
    disk.settle(inode, pending);
    this.#watcher.after(call);
  }

  #lockPort(): LockPort {
    const { locks } = this.#world;
    return {
      tryLock: (fd, kind) =>
        this.#call("tryLock", this.#pathOf(fd), () =>
          locks.try({ fd, inode: this.#file(fd).inode, kind }),
        ),
      waitForLock: (fd, kind) => this.#waitForLock(fd, kind),
      unlock: (fd) => this.#call("unlock", this.#pathOf(fd), () => locks.release(fd)),
      keepsOutAnotherProcess: async () => true,
    };
  }

  async #waitForLock(fd: number, kind: LockKind): Promise<void> {
    const call = this.#begin("waitForLock", this.#pathOf(fd));
    await this.#world.locks.wait({ fd, inode: this.#file(fd).inode, kind });
    this.#watcher.after(call);
  }
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

function checkWritable({ mode, path }: OpenFile): void {
  if (mode === "read") throw new SystemError("EBADF", path);
}

function factsOf(disk: Disk, inode: number): FileFacts {
  const node = disk.state.nodes.get(inode) ?? directoryOf(new Map());
  const size = node.kind === "file" ? node.content.length : 4096;
  return { size, device: 1, inode, isDirectory: node.kind === "directory" };
}
