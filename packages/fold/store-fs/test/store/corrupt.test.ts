import { hash as hashOf } from "node:crypto";
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, utimesSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openStore, salvage, verify } from "@fold/store-fs";
import { beforeAll, describe, expect, test } from "vitest";
import { fakeKernel } from "../fakes/fake-kernel.mjs";
import {
  accepted,
  CONTEXT,
  declare,
  dirWithLog,
  fill,
  linesOf,
  logOf,
  NOW,
  open,
  patch,
  temporaryDir,
  writeLog,
} from "../support/store.js";

let lines: readonly string[] = [];
/** Another history: the same first three records, then others. */
let otherLines: readonly string[] = [];

beforeAll(async () => {
  lines = await history([], { title: "x", count: 8 });
  otherLines = await history(lines.slice(0, 3), { title: "other", count: 4 });
});

/** Lines of a store that goes on from some lines, in a directory that goes away at once. */
async function history(
  prefix: readonly string[],
  { title, count }: { readonly title: string; readonly count: number },
): Promise<readonly string[]> {
  const dir = mkdtempSync(join(tmpdir(), "fold-store-"));
  writeLog(dir, text(prefix));
  const opened = await openStore({ dir, kernel: fakeKernel });
  if (!opened.ok) throw new Error(JSON.stringify(opened.failure));
  const { store } = opened;
  if (prefix.length === 0) await fill(store, count, title);
  for (let at = 0; at < count && prefix.length > 0; at += 1) {
    accepted(await store.commit(patch(`${title}-${at}`, "e", `${title} ${at}`), CONTEXT));
  }
  await store.close();
  const found = linesOf(dir);
  rmSync(dir, { recursive: true });
  return found;
}

function text(all: readonly string[]): string {
  return all.map((line) => `${line}\n`).join("");
}

/** The log with some of its lines replaced by others; lines are counted from 1. */
function withLines(line: number, replacement: readonly string[]): string {
  return text([...lines.slice(0, line - 1), ...replacement, ...lines.slice(line)]);
}

function line(number: number): string {
  return lines[number - 1] ?? "";
}

/** The line with other content and a hash that fits it again. */
function resealed(original: string, change: (text: string) => string): string {
  const covered = change(original.slice(0, -75));
  return `${covered},"hash":"${hashOf("sha256", covered, "hex")}"}`;
}

function offsetOf(number: number): number {
  return Buffer.byteLength(text(lines.slice(0, number - 1)));
}

interface Case {
  readonly name: string;
  readonly log: () => string | Buffer;
  readonly reason: string;
  readonly line: number;
  readonly more?: () => object;
}

const cases: readonly Case[] = [
  {
    name: "D1 a block of conflict markers",
    log: () =>
      withLines(4, ["<<<<<<< HEAD", line(4), "=======", otherLines[3] ?? "", ">>>>>>> other"]),
    reason: "conflict_markers",
    line: 4,
    more: () => ({ detail: "lines 4 to 8" }),
  },
  {
    name: "D2 a line twice",
    log: () => withLines(5, [line(5), line(5)]),
    reason: "duplicated_line",
    line: 6,
    more: () => ({ detail: "the same as line 5" }),
  },
  {
    name: "D2 a block twice, as by a union merge",
    log: () => text([...lines, ...lines.slice(4)]),
    reason: "duplicated_line",
    line: 9,
    more: () => ({ detail: "the same as line 5" }),
  },
  {
    name: "D6 two logs with a common beginning, one behind the other",
    log: () => text([...lines, ...otherLines]),
    reason: "fork",
    line: 9,
    more: () => ({
      detail: expect.stringMatching(/record 3: record 8 \(\w{64}\) and record 7 \(\w{64}\)/),
    }),
  },
  {
    name: "D6 two ways to go on from one record",
    log: () => text([...lines, ...otherLines.slice(3)]),
    reason: "fork",
    line: 9,
    more: () => ({
      detail: expect.stringContaining(
        `${hashIn(line(8))}) and record 7 (${hashIn(otherLines[6] ?? "")}`,
      ),
    }),
  },
  {
    name: "B18 two records on one line",
    log: () => withLines(3, [line(3) + line(4), line(4)]),
    reason: "glued_lines",
    line: 3,
    more: () => ({ column: Buffer.byteLength(line(3)) + 1 }),
  },
  {
    name: "B12 NUL bytes in the middle",
    log: () => withLines(4, ["\0".repeat(4096) + line(4)]),
    reason: "nul_bytes",
    line: 4,
    more: () => ({ column: 1 }),
  },
  {
    name: "F1 a byte order mark",
    log: () => `\ufeff${text(lines)}`,
    reason: "byte_order_mark",
    line: 1,
    more: () => ({ column: 1 }),
  },
  {
    name: "F2 CRLF",
    log: () => text(lines).replaceAll("\n", "\r\n"),
    reason: "carriage_return",
    line: 1,
  },
  {
    name: "F2 CRLF from some line on",
    log: () => withLines(6, [`${line(6)}\r`]),
    reason: "carriage_return",
    line: 6,
  },
  {
    name: "bytes that are not UTF-8",
    log: () => {
      const bytes = Buffer.from(text(lines));
      bytes[bytes.indexOf("Title of e")] = 0xff;
      return bytes;
    },
    reason: "not_utf8",
    line: 1,
    more: () => ({ column: line(1).indexOf("Title of e") + 1 }),
  },
  {
    name: "B10 a changed letter",
    log: () => withLines(5, [line(5).replace("x-4", "y-4")]),
    reason: "hash_mismatch",
    line: 5,
  },
  {
    name: "a line that is not JSON",
    log: () => withLines(5, [line(5).slice(0, -1)]),
    reason: "not_json",
    line: 5,
  },
  { name: "an empty line", log: () => withLines(5, ["", line(5)]), reason: "not_json", line: 5 },
  {
    name: "a line that is no record",
    log: () => withLines(5, ['{"v":1}']),
    reason: "not_a_record",
    line: 5,
  },
  { name: "a missing line", log: () => withLines(4, []), reason: "broken_chain", line: 4 },
  {
    name: "two lines in the wrong order",
    log: () => text([line(1), line(3), line(2)]),
    reason: "broken_chain",
    line: 2,
  },
  {
    name: "a wrong number",
    log: () =>
      withLines(8, [resealed(line(8), (old) => old.replace('"event_seq":8', '"event_seq":9'))]),
    reason: "broken_sequence",
    line: 8,
  },
  {
    name: "a newer format, before the chain",
    log: () => withLines(4, ['{"v":2,"something":"else"}']),
    reason: "newer_format",
    line: 4,
    more: () => ({ detail: "version 2, known is 1" }),
  },
];

function hashIn(record: string): string {
  return record.slice(-66, -2);
}

describe.each(cases)("$name", ({ log, reason, line: at, more }) => {
  test(`is refused as ${reason}, and nothing is written`, async () => {
    const dir = dirWithLog(log());
    const before = logOf(dir);
    const expected = { outcome: "corrupt", reason, file: "events.jsonl", line: at, ...more?.() };
    const store = await open(dir);
    expect(await store.view({ now: NOW })).toMatchObject({ ok: false, failure: expected });
    expect(await store.history({})).toMatchObject({ ok: false, failure: expected });
    const receipt = await store.commit(declare("new"), CONTEXT);
    expect(receipt).toMatchObject(expected);
    if (receipt.outcome === "corrupt" && reason !== "fork") {
      const start = reason === "byte_order_mark" || at === 1 ? 0 : offsetOfLine(before, at);
      expect(receipt.offset).toBe(start);
    }
    expect(logOf(dir)).toEqual(before);
    const verified = await verify(dir, { kernel: fakeKernel });
    expect(verified).toMatchObject({ ok: true, value: { isSound: false, failure: expected } });
    const out = join(temporaryDir(), "out");
    expect(await salvage(dir, out)).toMatchObject({ ok: true, value: { event_seq: at - 1 } });
    expect(logOf(out)).toEqual(before.subarray(0, at === 1 ? 0 : offsetOfLine(before, at)));
  });
});

function offsetOfLine(log: Buffer, number: number): number {
  let offset = 0;
  for (let at = 1; at < number; at += 1) offset = log.indexOf(0x0a, offset) + 1;
  return offset;
}

test("offsets are counted in bytes", () => {
  expect(offsetOfLine(Buffer.from(text(lines)), 5)).toBe(offsetOf(5));
});

test("B10 a byte flipped mid-file is found in spite of a snapshot, with its line", async () => {
  const dir = temporaryDir();
  const store = await open(dir);
  await fill(store, 300);
  expect(existsSync(join(dir, "snapshot.json"))).toBe(true);
  await store.close();
  const log = logOf(dir);
  const at = offsetOfLine(log, 150) + 200;
  log[at] = (log[at] ?? 0) ^ 1;
  writeLog(dir, log);
  const failure = { outcome: "corrupt", line: 150 };
  expect(await (await open(dir)).view({ now: NOW })).toMatchObject({ ok: false, failure });
});

test("D9 a log replaced by one of the same size and time is noticed", async () => {
  const dir = temporaryDir();
  const store = await open(dir);
  await fill(store, 5, "a");
  const other = temporaryDir();
  await fill(await open(other), 5, "b");
  const path = join(dir, "events.jsonl");
  const { mtime, atime, size } = statSync(path);
  writeLog(dir, readFileSync(join(other, "events.jsonl")));
  utimesSync(path, atime, mtime);
  expect(statSync(path).size).toBe(size);
  const page = await store.history({ limit: 1, reverse: true });
  expect(page).toMatchObject({
    ok: true,
    value: { records: [{ request: { batch_id: "fill-4", declarations: [{ title: "b-4" }] } }] },
  });
});

test("D9 times of the files mean nothing", async () => {
  const dir = temporaryDir();
  const store = await open(dir);
  await fill(store, 300);
  for (const at of [new Date("1990-01-01"), new Date("2090-01-01")]) {
    for (const name of ["events.jsonl", "snapshot.json", "lock"])
      utimesSync(join(dir, name), at, at);
    const again = await open(dir);
    expect(
      accepted(await again.commit(patch(`p${at.getFullYear()}`, "e", "t"), CONTEXT)).warnings,
    ).toEqual([]);
    expect(await again.view({ now: NOW })).toMatchObject({ ok: true, value: {} });
  }
});
