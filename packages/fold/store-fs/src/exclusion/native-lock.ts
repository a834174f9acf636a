/**
 * The lock port on the package `fs-native-extensions`: open file description locks on Linux, flock
 * on macOS, LockFileEx on Windows. Each wait has a thread of its own, so waiting holds up neither
 * the event loop nor the end of the process.
 */
import { execFile } from "node:child_process";
import { statSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { LockKind, LockPort } from "./lock-port.js";

const PACKAGE = "fs-native-extensions";

/** How the package is reached; tests put other ways in their place. */
export interface Loading {
  /** The file or URL whose `node_modules` folders are searched, upwards. */
  readonly from: string;
  readonly openBinary: (path: string) => unknown;
  readonly requireFrom: (from: string) => NodeJS.Require;
}

const LOADING: Loading = {
  // A CommonJS bundle has no `import.meta.url`. Asking for `__filename` first would be wrong: under
  // `node -e` it is a global, and names no file.
  from: import.meta.url ?? __filename,
  openBinary(path) {
    const module = { exports: {} };
    process.dlopen(module, path);
    return module.exports;
  },
  requireFrom: createRequire,
};

let native: LockPort | null | undefined;

/** The lock port of this system; null where there is none. Loaded when first asked for. */
export function nativeLock(): LockPort | null {
  if (native === undefined) native = loadNativeLock();
  return native;
}

/**
 * Opens the binary where it has the known place in the nearest folder of packages: to resolve it as
 * a module takes three times as long, and through the package's entry another 10 ms. Through the
 * entry otherwise. Returns null where neither loads.
 */
export function loadNativeLock(loading: Loading = LOADING): LockPort | null {
  const path = binaryPath(loading.from);
  const binary = path === null ? null : attempt(() => loading.openBinary(path));
  if (path !== null && hasLockFunctions(binary)) return fromBinary(binary as Binary, path);
  const require = loading.requireFrom(loading.from);
  const entry = attempt(() => require(PACKAGE));
  return hasLockFunctions(entry) ? fromEntry(entry as Entry, require.resolve(PACKAGE)) : null;
}

/** The binary in the nearest `node_modules` that has one for this platform; null where none has. */
function binaryPath(from: string): string | null {
  const place = join(
    PACKAGE,
    "prebuilds",
    `${process.platform}-${process.arch}`,
    `${PACKAGE}.node`,
  );
  const file = from.startsWith("file:") ? fileURLToPath(from) : from;
  for (let folder = dirname(file); ; folder = dirname(folder)) {
    const path = join(folder, "node_modules", place);
    if (statSync(path, { throwIfNoEntry: false }) !== undefined) return path;
    if (dirname(folder) === folder) return null;
  }
}

/** A binary that does not fit the system fails in ways of its own; all mean: not this one. */
function attempt(load: () => unknown): unknown {
  try {
    return load();
  } catch {
    return null;
  }
}

/** What the package's binary offers: the functions that its entry wraps. */
interface Binary {
  tryLock(fd: number, offset: number, length: number, isExclusive: boolean): void;
  waitForLock(
    fd: number,
    offset: number,
    length: number,
    isExclusive: boolean,
    request: object,
    onDone: (error: Error | null) => void,
  ): unknown;
  unlock(fd: number, offset: number, length: number): void;
}

function fromBinary(binary: Binary, path: string): LockPort {
  return {
    tryLock(fd, kind) {
      try {
        binary.tryLock(fd, 0, 0, kind === "exclusive");
        return true;
      } catch (error) {
        if (isBusy(error)) return false;
        throw error;
      }
    },
    waitForLock: (fd, kind) =>
      new Promise((resolve, reject) => {
        // The binary reads and keeps this object until the wait is over.
        const request: { handle: unknown } = { handle: null };
        const onDone = (error: Error | null): void => (error ? reject(error) : resolve());
        request.handle = binary.waitForLock(fd, 0, 0, kind === "exclusive", request, onDone);
      }),
    unlock: (fd) => binary.unlock(fd, 0, 0),
    keepsOutAnotherProcess: (lockPath) => probe(lockPath, { id: path, isBinary: true }),
  };
}

interface Entry {
  tryLock(fd: number, options: { readonly shared: boolean }): boolean;
  waitForLock(fd: number, options: { readonly shared: boolean }): Promise<void>;
  unlock(fd: number): void;
}

function fromEntry(entry: Entry, path: string): LockPort {
  const options = (kind: LockKind) => ({ shared: kind === "shared" });
  return {
    tryLock: (fd, kind) => entry.tryLock(fd, options(kind)),
    waitForLock: (fd, kind) => entry.waitForLock(fd, options(kind)),
    unlock: (fd) => entry.unlock(fd),
    keepsOutAnotherProcess: (lockPath) => probe(lockPath, { id: path, isBinary: false }),
  };
}

function hasLockFunctions(loaded: unknown): boolean {
  if (typeof loaded !== "object" || loaded === null) return false;
  const functions = loaded as Readonly<Record<string, unknown>>;
  return ["tryLock", "waitForLock", "unlock"].every(
    (name) => typeof functions[name] === "function",
  );
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "EAGAIN";
}

/**
 * Ends with 0 where the lock was refused, with 1 where it was got, with another number otherwise.
 */
const PROBE = `
const [id, isBinary, path] = process.argv.slice(1);
const lock = require(id);
const fd = require("node:fs").openSync(path, "r+");
let isGot = true;
try {
  isGot = isBinary === "true" ? lock.tryLock(fd, 0, 0, true) !== false : lock.tryLock(fd);
} catch (error) {
  if (error.code !== "EAGAIN") process.exit(3);
  isGot = false;
}
process.exit(isGot ? 1 : 0);
`;

const PROBE_TIMEOUT_MS = 10_000;

interface Loaded {
  readonly id: string;
  readonly isBinary: boolean;
}

function probe(lockPath: string, { id, isBinary }: Loaded): Promise<boolean> {
  // In a host such as Electron the executable is Node only when it is told so.
  const env = { ...process.env, ELECTRON_RUN_AS_NODE: "1" };
  const options = { env, timeout: PROBE_TIMEOUT_MS, windowsHide: true };
  return new Promise((resolve) => {
    const probeArguments = ["-e", PROBE, id, String(isBinary), lockPath];
    execFile(process.execPath, probeArguments, options, (error) => resolve(error === null));
  });
}
