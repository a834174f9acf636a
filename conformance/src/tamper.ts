/** Changes to the files of a store, as a disk, an editor or a merge makes them. */
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import type { Tampering } from "./case-file.js";

const LOG = "events.jsonl";
/** Neither truth nor cache: the file that writers exclude each other by. */
const LOCK = "lock";
const LINE_FEED = 0x0a;

export function logOf(dir: string): Buffer {
  const path = join(dir, LOG);
  return existsSync(path) ? readFileSync(path) : Buffer.alloc(0);
}

export function writeLog(dir: string, bytes: Uint8Array): void {
  mkdirSync(dir, { recursive: true });
  writeFileSync(join(dir, LOG), bytes);
}

/** The log in lines, each with its line feed; a last one may lack it. */
export function linesOf(log: Buffer): Buffer[] {
  const lines: Buffer[] = [];
  let start = 0;
  while (start < log.length) {
    const end = log.indexOf(LINE_FEED, start);
    const next = end < 0 ? log.length : end + 1;
    lines.push(log.subarray(start, next));
    start = next;
  }
  return lines;
}

export function tamper(dir: string, how: Tampering): void {
  if ("delete" in how) remove(dir, how.delete);
  else if ("empty" in how) empty(dir, how.empty);
  else if ("write" in how) writeFileSync(join(dir, how.write), how.text);
  else writeLog(dir, tampered(logOf(dir), how));
}

function remove(dir: string, what: "log" | "caches" | "all_but_log"): void {
  const lock = what === "all_but_log" ? [LOCK] : [];
  for (const name of what === "log" ? [LOG] : [...cachesOf(dir), ...lock]) {
    rmSync(join(dir, name), { recursive: true, force: true });
  }
}

function empty(dir: string, what: "log" | "caches"): void {
  for (const name of what === "log" ? [LOG] : cachesOf(dir)) emptyFiles(join(dir, name));
}

function emptyFiles(path: string): void {
  if (!statSync(path).isDirectory()) truncateSync(path);
  else for (const name of readdirSync(path)) emptyFiles(join(path, name));
}

/** Everything that the contract calls a cache: all but the log and the lock. */
function cachesOf(dir: string): readonly string[] {
  return readdirSync(dir).filter((name) => name !== LOG && name !== LOCK);
}

type LogTampering = Exclude<
  Tampering,
  { readonly delete: unknown } | { readonly empty: unknown } | { readonly write: unknown }
>;

function tampered(log: Buffer, how: LogTampering): Buffer {
  if ("truncate" in how) return log.subarray(0, log.length - how.truncate);
  if ("append" in how) return Buffer.concat([log, Buffer.from(how.append.repeat(how.times ?? 1))]);
  if ("byte_order_mark" in how) return Buffer.concat([Buffer.from("\ufeff"), log]);
  return Buffer.concat(tamperedLines(linesOf(log), how));
}

type LineTampering = Exclude<
  LogTampering,
  | { readonly truncate: unknown }
  | { readonly append: unknown }
  | { readonly byte_order_mark: unknown }
>;

function tamperedLines(lines: readonly Buffer[], how: LineTampering): readonly Buffer[] {
  if ("line_ends" in how)
    return lines.map((line) => Buffer.from(line.toString().replace(/\n$/, "\r\n")));
  if ("insert" in how) return lines.toSpliced(how.before_line - 1, 0, Buffer.from(how.insert));
  if ("duplicate_line" in how) {
    return lines.toSpliced(how.duplicate_line, 0, lineAt(lines, how.duplicate_line));
  }
  if ("remove_line" in how) return lines.toSpliced(how.remove_line - 1, 1);
  if ("swap_lines" in how) {
    const [one, other] = how.swap_lines;
    return lines.with(one - 1, lineAt(lines, other)).with(other - 1, lineAt(lines, one));
  }
  if ("glue_line" in how) {
    return lines.with(how.glue_line - 1, lineAt(lines, how.glue_line).subarray(0, -1));
  }
  const number = "flip" in how ? how.flip.line : how.line;
  const line = lineAt(lines, number);
  return lines.with(
    number - 1,
    "flip" in how ? flipped(line, how.flip.column) : replaced(line, how),
  );
}

function lineAt(lines: readonly Buffer[], number: number): Buffer {
  const line = lines[number - 1];
  if (line === undefined) throw new Error(`the log has no line ${number}`);
  return line;
}

function flipped(line: Buffer, column: number): Buffer {
  const copy = Buffer.from(line);
  copy[column - 1] = (copy[column - 1] ?? 0) ^ 0x01;
  return copy;
}

function replaced(line: Buffer, how: { readonly replace: string; readonly with: string }): Buffer {
  const text = line.toString();
  if (!text.includes(how.replace)) throw new Error(`the line does not hold ${how.replace}`);
  return Buffer.from(text.replace(how.replace, () => how.with));
}
