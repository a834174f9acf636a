/**
 * The lock port on the package `fs-native-extensions`: open file description locks on Linux, flock
 * on macOS, LockFileEx on Windows. Each wait has a thread of its own, so waiting holds up neither
 * the event loop nor the end of the process.
 */
import { execFile } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { LockKind, LockPort } from "./lock-port.js";

const PACKAGE = "fs-native-extensions";

export type Load = (id: string) => unknown;

let native: LockPort | null | undefined;

/** The lock port of this system; null where there is none. Loaded when first asked for. */
export function nativeLock(): LockPort | null {
  if (native === undefined) native = loadNativeLock();
  return native;
}

/**
 * Loads the binary by its own path where it has the known place, for the package's entry takes 10
 * ms to find it; through the entry otherwise. Returns null where neither loads.
 */
export function loadNativeLock(require: NodeJS.Require = ownRequire()): LockPort | null {
  const direct = binaryPath(require);
  return (
    (direct === null ? null : fromBinary(attempt(require, direct), direct)) ??
    fromEntry(attempt(require, PACKAGE), resolved(require, PACKAGE))
  );
}

/** In a CommonJS bundle there is no `import.meta.url`, in an ES module no `__filename`. */
function ownRequire(): NodeJS.Require {
  return createRequire(typeof __filename === "string" ? __filename : import.meta.url);
}

function binaryPath(require: NodeJS.Require): string | null {
  const manifest = resolved(require, `${PACKAGE}/package.json`);
  if (manifest === null) return null;
  const platform = `${process.platform}-${process.arch}`;
  return join(dirname(manifest), "prebuilds", platform, `${PACKAGE}.node`);
}

function resolved(require: NodeJS.Require, id: string): string | null {
  try {
    return require.resolve(id);
  } catch {
    return null;
  }
}

/** A binary that does not fit the system fails in ways of its own; all mean: not this one. */
function attempt(require: NodeJS.Require, id: string): unknown {
  try {
    return require(id);
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

function fromBinary(loaded: unknown, path: string): LockPort | null {
  if (!hasLockFunctions(loaded)) return null;
  const binary = loaded as Binary;
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

function fromEntry(loaded: unknown, path: string | null): LockPort | null {
  if (!hasLockFunctions(loaded) || path === null) return null;
  const entry = loaded as Entry;
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
