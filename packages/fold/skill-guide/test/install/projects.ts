/** Projects in temporary folders, and the command run on them in this process. */
import { lstatSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Files, nodeFiles } from "../../src/install/files.js";
import { main } from "../../src/main.js";

export interface Ran {
  readonly exit: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Project {
  readonly root: string;
  readonly run: (...args: readonly string[]) => Ran;
  /** As `run`, with other files in the place of the machine's. */
  readonly runOn: (files: Partial<Files>, ...args: readonly string[]) => Ran;
  readonly path: (...names: readonly string[]) => string;
  readonly read: (...names: readonly string[]) => string;
  /** Every file, folder and link with what it holds. */
  readonly snapshot: () => Readonly<Record<string, string>>;
}

export function project(onTestFinished: (cleanUp: () => void) => void): Project {
  const root = mkdtempSync(join(tmpdir(), "fold-guide-"));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const path = (...names: readonly string[]): string => join(root, ...names);
  const runOn = (files: Partial<Files>, ...args: readonly string[]): Ran => {
    const said = { stdout: "", stderr: "" };
    const exit = main(args, {
      cwd: root,
      home: root,
      files: { ...nodeFiles, ...files },
      stdout: (text) => {
        said.stdout += text;
      },
      stderr: (text) => {
        said.stderr += text;
      },
    });
    return { exit, ...said };
  };
  return {
    root,
    path,
    runOn,
    run: (...args) => runOn({}, ...args),
    read: (...names) => readFileSync(path(...names), "utf8"),
    snapshot: () => snapshotOf(root),
  };
}

function snapshotOf(root: string): Readonly<Record<string, string>> {
  const names = readdirSync(root, { recursive: true, encoding: "utf8" }).sort();
  return Object.fromEntries(names.map((name) => [name, holding(join(root, name))]));
}

function holding(path: string): string {
  const stat = lstatSync(path);
  if (stat.isSymbolicLink()) return `link to ${readlinkSync(path)}`;
  if (stat.isDirectory()) return "folder";
  return `${(stat.mode & 0o777).toString(8)} ${readFileSync(path).toString("latin1")}`;
}
