/**
 * A disk that remembers the difference between what was written and what is safe. What holds:
 *
 * 1. A state is never changed: each call makes a new one, and shares what it left alone.
 * 2. A file has a `content`, which every process sees, and a `durable` content, which a power cut
 *    leaves; `pending` leads from the second to the first. A directory has the same for its names.
 * 3. Syncing a file makes durable what was pending when the sync began, and no name. Syncing a
 *    directory makes its own names durable, and no content.
 * 4. After a sync that failed the system may hold what it could not write for written. Such changes
 *    are `isGivenUp`: later syncs succeed, and yet put zeros where those bytes belong.
 */
export interface FileNode {
  readonly kind: "file";
  readonly durable: Buffer;
  readonly content: Buffer;
  readonly pending: readonly FileChange[];
}

export type FileChange =
  | {
      readonly type: "write";
      readonly at: number;
      readonly bytes: Buffer;
      readonly isGivenUp: boolean;
    }
  | { readonly type: "truncate"; readonly length: number };

export type Names = ReadonlyMap<string, number>;

export interface DirectoryNode {
  readonly kind: "directory";
  readonly durable: Names;
  readonly names: Names;
  readonly pending: readonly NameChange[];
}

/** A name is made, taken away, or, in a rename, both at once. */
export interface NameChange {
  readonly removes: string | null;
  readonly sets: string | null;
  readonly inode: number;
}

export type DiskNode = FileNode | DirectoryNode;

export interface DiskState {
  readonly nodes: ReadonlyMap<number, DiskNode>;
  readonly nextInode: number;
}

export const ROOT = 1;

const NOTHING = Buffer.alloc(0);

export function fileOf(content: Buffer): FileNode {
  return { kind: "file", durable: content, content, pending: [] };
}

export function directoryOf(names: Names): DirectoryNode {
  return { kind: "directory", durable: names, names, pending: [] };
}

export const EMPTY_DISK: DiskState = {
  nodes: new Map([[ROOT, directoryOf(new Map())]]),
  nextInode: ROOT + 1,
};

export class SystemError extends Error {
  readonly code: string;

  constructor(code: string, path = "") {
    super(`${code}: the model disk${path === "" ? "" : `, '${path}'`}`);
    this.code = code;
  }
}

/** The disk of one run: the only thing here that changes. */
export class Disk {
  state: DiskState;

  constructor(state: DiskState) {
    this.state = state;
  }

  file(inode: number): FileNode {
    const node = this.state.nodes.get(inode);
    if (node?.kind !== "file") throw new SystemError("EISDIR");
    return node;
  }

  find(path: string): number {
    const inode = findIn(this.state, path);
    if (inode === null) throw new SystemError("ENOENT", path);
    return inode;
  }

  directory(path: string): { readonly inode: number; readonly node: DirectoryNode } {
    const inode = this.find(path);
    const node = this.state.nodes.get(inode);
    if (node?.kind !== "directory") throw new SystemError("ENOTDIR", path);
    return { inode, node };
  }

  create(path: string, node: DiskNode): number {
    const inode = this.state.nextInode;
    const nodes = new Map(this.state.nodes).set(inode, node);
    this.state = { nodes, nextInode: inode + 1 };
    this.#rename(path, { removes: null, inode });
    return inode;
  }

  createFile(path: string): number {
    return this.create(path, fileOf(NOTHING));
  }

  makeDirectory(path: string): void {
    const found = findIn(this.state, path);
    if (found !== null) return;
    this.makeDirectory(parentOf(path));
    this.create(path, directoryOf(new Map()));
  }

  write(inode: number, at: number, bytes: Buffer): void {
    this.#change(inode, { type: "write", at, bytes: Buffer.from(bytes), isGivenUp: false });
  }

  truncate(inode: number, length: number): void {
    this.#change(inode, { type: "truncate", length });
  }

  rename(from: string, to: string): void {
    if (parentOf(from) !== parentOf(to)) throw new SystemError("EXDEV", to);
    this.#rename(to, { removes: nameOf(from), inode: this.find(from) });
  }

  unlink(path: string): void {
    const inode = this.find(path);
    this.#changeNames(parentOf(path), { removes: nameOf(path), sets: null, inode });
  }

  /** Makes durable what these changes did, as far as they are still pending. */
  settle(inode: number, changes: readonly FileChange[]): void {
    const node = this.file(inode);
    const firstOther = node.pending.findIndex((change) => !changes.includes(change));
    const count = firstOther === -1 ? node.pending.length : firstOther;
    const [first, rest] = [node.pending.slice(0, count), node.pending.slice(count)];
    const durable = first.reduce((content, change) => settled(content, change), node.durable);
    const givenUp = first.filter((change) => isStillMissing(durable, change));
    this.#set(inode, { ...node, durable, pending: [...givenUp, ...rest] });
  }

  /** What a failed sync does: see 4. */
  giveUp(inode: number, changes: readonly FileChange[]): void {
    const node = this.file(inode);
    const pending = node.pending.map((change) =>
      change.type === "write" && changes.includes(change) ? { ...change, isGivenUp: true } : change,
    );
    this.#set(inode, { ...node, pending });
  }

  settleNames(path: string): void {
    const { inode, node } = this.directory(path);
    if (node.pending.length > 0) this.#set(inode, directoryOf(node.names));
  }

  #rename(path: string, { removes, inode }: { removes: string | null; inode: number }): void {
    this.#changeNames(parentOf(path), { removes, sets: nameOf(path), inode });
  }

  #changeNames(path: string, change: NameChange): void {
    const { inode, node } = this.directory(path);
    const names = withName(node.names, change);
    this.#set(inode, { ...node, names, pending: [...node.pending, change] });
  }

  #change(inode: number, change: FileChange): void {
    const node = this.file(inode);
    const content = changed(node.content, change);
    this.#set(inode, { ...node, content, pending: [...node.pending, change] });
  }

  #set(inode: number, node: DiskNode): void {
    this.state = { ...this.state, nodes: new Map(this.state.nodes).set(inode, node) };
  }
}

/** A content after a change; what a write leaves open before it is zeros. */
export function changed(content: Buffer, change: FileChange): Buffer {
  const length =
    change.type === "truncate"
      ? change.length
      : Math.max(content.length, change.at + change.bytes.length);
  const after = Buffer.alloc(length);
  content.copy(after);
  if (change.type === "write") change.bytes.copy(after, change.at);
  return after;
}

function settled(content: Buffer, change: FileChange): Buffer {
  if (change.type === "truncate" || !change.isGivenUp) return changed(content, change);
  return changed(content, { ...change, bytes: Buffer.alloc(change.bytes.length) });
}

function isStillMissing(durable: Buffer, change: FileChange): boolean {
  if (change.type === "truncate" || !change.isGivenUp) return false;
  const place = durable.subarray(change.at, change.at + change.bytes.length);
  return place.length > 0 && place.every((byte) => byte === 0);
}

export function withName(names: Names, { removes, sets, inode }: NameChange): Names {
  const after = new Map(names);
  if (removes !== null) after.delete(removes);
  return sets === null ? after : after.set(sets, inode);
}

export type View = "names" | "durable";

/** The inode that a path leads to, by the names as they are seen or as they are durable. */
export function findIn(state: DiskState, path: string, view: View = "names"): number | null {
  let inode: number = ROOT;
  for (const name of path.split("/").filter((part) => part !== "")) {
    const node = state.nodes.get(inode);
    const next = node?.kind === "directory" ? node[view].get(name) : undefined;
    if (next === undefined) return null;
    inode = next;
  }
  return inode;
}

/** What a path would read after a power cut that keeps only what is durable; null for nothing. */
export function durableFile(state: DiskState, path: string): Buffer | null {
  const node = state.nodes.get(findIn(state, path, "durable") ?? 0);
  return node?.kind === "file" ? node.durable : null;
}

export function visibleFile(state: DiskState, path: string): Buffer | null {
  const node = state.nodes.get(findIn(state, path) ?? 0);
  return node?.kind === "file" ? node.content : null;
}

/** The same disk with all that is pending made durable. */
export function allDurable(state: DiskState): DiskState {
  const nodes = [...state.nodes].map(([inode, node]): [number, DiskNode] => [
    inode,
    node.kind === "file" ? fileOf(node.content) : directoryOf(node.names),
  ]);
  return { ...state, nodes: new Map(nodes) };
}

export function parentOf(path: string): string {
  return path.slice(0, path.lastIndexOf("/")) || "/";
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
