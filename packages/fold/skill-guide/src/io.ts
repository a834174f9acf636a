/** The world as the command may touch it. Tests put another one in its place. */
import { homedir } from "node:os";
import { type Files, nodeFiles } from "./install/files.js";

export interface Io {
  readonly cwd: string;
  readonly home: string;
  readonly files: Files;
  readonly stdout: (text: string) => void;
  readonly stderr: (text: string) => void;
}

export function processIo(): Io {
  return {
    cwd: process.cwd(),
    home: homedir(),
    files: nodeFiles,
    stdout: (text) => process.stdout.write(text),
    stderr: (text) => process.stderr.write(text),
  };
}
