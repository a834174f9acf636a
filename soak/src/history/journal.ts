/** The journal of a process, as files. */
import { closeSync, openSync, readdirSync, readFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { nowUs } from "../monotonic.js";
import type { Line } from "./lines.js";

/** A journal that is full goes on in another file: a limit on the size of files must not end it. */
const FILE_BYTES_MAX = 16 * 1024;

type WithoutTime<Written> = Written extends Line ? Omit<Written, "at"> : never;

export interface JournalWriter {
  /** Writes a line before it returns. What is written outlives the process, however that ends. */
  write(line: WithoutTime<Line>): void;
}

export function openJournal(folder: string, process: string): JournalWriter {
  let index = 0;
  let bytes = 0;
  let fd = openSync(pathOf(folder, process, index), "ax");
  return {
    write({ line, ...rest }) {
      if (bytes > FILE_BYTES_MAX) {
        closeSync(fd);
        index += 1;
        bytes = 0;
        fd = openSync(pathOf(folder, process, index), "ax");
      }
      bytes += writeSync(fd, `${JSON.stringify({ line, at: nowUs(), ...rest })}\n`);
    },
  };
}

export interface JournalText {
  readonly process: string;
  readonly text: string;
}

/** Every journal in a folder, or that of one process, each whole. */
export function readJournals(folder: string, only?: string): readonly JournalText[] {
  const names = readdirSync(folder)
    .flatMap((name) => {
      const [, process, index] = /^(.+)\.(\d+)\.jsonl$/.exec(name) ?? [];
      return process === undefined || process !== (only ?? process)
        ? []
        : [{ name, process, index: Number(index) }];
    })
    .sort((a, b) => a.index - b.index);
  const texts = new Map<string, string>();
  for (const { name, process } of names) {
    texts.set(process, (texts.get(process) ?? "") + readFileSync(join(folder, name), "utf8"));
  }
  return [...texts].map(([process, text]) => ({ process, text }));
}

function pathOf(folder: string, process: string, index: number): string {
  return join(folder, `${process}.${index}.jsonl`);
}
