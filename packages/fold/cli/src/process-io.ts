/** The real world. What is rarely needed is loaded when it is, for every start pays for the rest. */
import {
  accessSync,
  closeSync,
  constants,
  createReadStream,
  fstatSync,
  lstatSync,
  openSync,
  realpathSync,
  statSync,
} from "node:fs";
import { errorReason, readDescriptor, writeDescriptor } from "./descriptors.js";
import type { Io, Output, PathKind, Program, ReadFile } from "./io.js";

export function processIo(program: Program, importModule: Io["importModule"]): Io {
  return {
    program,
    importModule,
    env: process.env,
    cwd: workingFolder(),
    stdin: {
      isTerminal: () => isTerminal(0),
      read: () => readDescriptor(0, () => process.stdin),
    },
    stdout: output(1, () => process.stdout),
    stderr: output(2, () => process.stderr),
    readFile: readWhole,
    kindOf,
    now: () => new Date().toISOString(),
    newId: () => crypto.randomUUID(),
    interruptible: async (work) => {
      const { interruptible } = await import("./interruptible.js");
      return interruptible(work);
    },
    programs: {
      executable,
      runInPlace: async (...call) => {
        const { runInPlace } = await import("./hand-over/run-in-place.js");
        return runInPlace(...call);
      },
    },
  };
}

/** A folder that was removed has no path any more; its old name leads nowhere, and that is true. */
function workingFolder(): string {
  try {
    return process.cwd();
  } catch {
    return process.env["PWD"] ?? "/";
  }
}

function output(descriptor: 1 | 2, stream: () => NodeJS.WriteStream): Output {
  return {
    isTerminal: () => isTerminal(descriptor),
    write: (text) => writeDescriptor(descriptor, text, stream),
  };
}

/** A terminal is a character device; only for those is it worth loading what knows for sure. */
function isTerminal(descriptor: number): boolean {
  try {
    if (!fstatSync(descriptor).isCharacterDevice()) return false;
  } catch {
    return false;
  }
  return process.getBuiltinModule("node:tty").isatty(descriptor);
}

async function readWhole(path: string): Promise<ReadFile> {
  let descriptor: number;
  try {
    descriptor = openSync(path, "r");
  } catch (error) {
    return { ok: false, reason: errorReason(error) };
  }
  try {
    return await readDescriptor(descriptor, () =>
      createReadStream(path, { fd: descriptor, autoClose: false }),
    );
  } finally {
    closeSync(descriptor);
  }
}

function kindOf(path: string, { link }: { readonly link: boolean }): PathKind {
  try {
    const stat = (link ? lstatSync : statSync)(path, { throwIfNoEntry: false });
    if (stat === undefined) return "none";
    return stat.isDirectory() ? "folder" : "other";
  } catch (error) {
    // A path through a file leads nowhere; what else fails hides whether something is there.
    return errorReason(error) === "ENOTDIR" ? "none" : "unreadable";
  }
}

function executable(path: string): string | null {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile() ? realpathSync(path) : null;
  } catch {
    return null;
  }
}
