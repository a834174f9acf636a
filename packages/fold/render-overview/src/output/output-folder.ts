/**
 * The folder of the files. Only names that are ours are touched.
 *
 * The order is what keeps an old picture from passing for a new one: first the manifest of the last
 * run goes, then its failure note and its files; the new ones are written into a temporary folder
 * beside them, moved, and the new manifest is moved last. Whatever ends in between leaves no manifest.
 */
import { randomUUID } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join, relative, resolve, sep } from "node:path";
import { Failure } from "../failure.js";

const MANIFEST = "overview.json";
const FAILED = "overview.failed.json";
const OURS = /^overview-\d+(-\d+)?\.(png|html)$/;
const TEMPORARY = /^\.overview-[0-9a-f-]{36}\.tmp$/;

export interface OutputFile {
  readonly name: string;
  readonly bytes: Uint8Array | string;
}

export interface OutputFolder {
  /** Moves the files and then the manifest in place; the names of all of them. */
  publish(files: readonly OutputFile[], manifest: unknown): readonly string[];
  /** Leaves a note in place of what is not there. Whether that worked. */
  fail(note: unknown): boolean;
}

/** Makes and clears the folder. Throws a `Failure` of the stage `folder`. */
export function openOutputFolder(dir: string, store: string | undefined): OutputFolder {
  const path = resolve(dir);
  if (store !== undefined && isWithin(realPath(path), realPath(resolve(store)))) {
    throw new Failure(
      "folder",
      `${dir} lies in the store ${store}, where only the store may write.`,
    );
  }
  try {
    makeFolder(path);
    clear(path);
  } catch (cause) {
    const hint = "If pictures are there, they are of an earlier state.";
    throw new Failure("folder", `${dir} cannot be used: ${reasonOf(cause)}. ${hint}`, { cause });
  }
  return {
    publish(files, manifest) {
      const temporary = join(path, `.overview-${randomUUID()}.tmp`);
      const names = files.map(({ name }) => name);
      try {
        mkdirSync(temporary);
        for (const { name, bytes } of files) writeFileSync(join(temporary, name), bytes);
        writeFileSync(join(temporary, MANIFEST), `${JSON.stringify(manifest, null, 1)}\n`);
        for (const name of [...names, MANIFEST])
          renameSync(join(temporary, name), join(path, name));
      } catch (cause) {
        for (const name of names) rmSync(join(path, name), { force: true });
        throw new Failure("write", `${dir} could not be written: ${reasonOf(cause)}.`, { cause });
      } finally {
        rmSync(temporary, { recursive: true, force: true });
      }
      return [...names, MANIFEST];
    },
    fail(note) {
      try {
        // What a signal left of a run before is cleared here as well.
        clear(path);
        writeFileSync(join(path, FAILED), `${JSON.stringify(note, null, 1)}\n`);
        return true;
      } catch {
        return false;
      }
    },
  };
}

/**
 * Level by level. Asked for all at once, Node tries for ever where a system says of a folder that it
 * is not there, and of its parent that it is, as `/proc` does.
 */
function makeFolder(path: string): void {
  if (existsSync(path)) return;
  makeFolder(dirname(path));
  mkdirSync(path);
}

function clear(path: string): void {
  const names = readdirSync(path);
  for (const name of [MANIFEST, FAILED]) {
    if (names.includes(name)) rmSync(join(path, name), { force: true });
  }
  for (const name of names) {
    if (OURS.test(name)) rmSync(join(path, name), { force: true });
    if (TEMPORARY.test(name)) rmSync(join(path, name), { recursive: true, force: true });
  }
}

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

function reasonOf(error: unknown): string {
  const { code } = error as NodeJS.ErrnoException;
  return code ?? (error instanceof Error ? error.message : String(error));
}
