import { createHash } from "node:crypto";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { examinationSchema } from "@fold/contracts";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { doctor } from "../../src/doctor/doctor.js";
import { main } from "../../src/main.js";
import { documentOf, fakeIo } from "../fake-io.js";
import { annotate, foldDoctor, imprintOf, linesIn, logIn, storeWith } from "./doctor-process.js";
import { temporary } from "./fold-process.js";

/** A store of six records, and another that went its own way after the third. */
let base: string;
let folder: string;
let lines: readonly string[];
let otherFourth: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "fold-doctor-"));
  base = join(folder, "base");
  const other = join(folder, "other");
  await annotate(base, ["n1", "n2", "n3"]);
  cpSync(base, other, { recursive: true });
  await annotate(other, ["elsewhere"]);
  await annotate(base, ["n4", "n5", "n6"]);
  lines = linesIn(base);
  otherFourth = linesIn(other)[3] ?? "";
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const line = (number: number): string => lines[number - 1] ?? "";
const from = (first: number, last = 6): string[] => lines.slice(first - 1, last);
const logOf = (...parts: readonly string[]): string => parts.map((part) => `${part}\n`).join("");

/** A record with other members, whose hash is right. */
function forged(text: string): string {
  const open = text.slice(0, -75);
  return `${open},"hash":"${createHash("sha256").update(open).digest("hex")}"}`;
}

interface Damage {
  readonly log: () => string | Buffer;
  /** The line with the fault, and the one that its offset is the start of. */
  readonly line: number;
  readonly column?: () => number;
  readonly says: RegExp;
  /** The records that a copy has, and what of them was mended. */
  readonly copied: number;
  readonly mended?: string;
}

const DAMAGES: Readonly<Record<string, Damage>> = {
  glued_lines: {
    log: () => logOf(...from(1, 2), line(3) + line(4), ...from(5)),
    line: 3,
    column: () => Buffer.byteLength(line(3)) + 1,
    says: /two records stand on one line.*--salvage parts them/s,
    copied: 6,
    mended: "glued records were parted",
  },
  duplicated_line: {
    log: () => logOf(...from(1, 4), ...from(3, 4), ...from(5)),
    line: 5,
    says: /was in the log before.*--salvage leaves repetitions out/s,
    copied: 6,
    mended: "2 lines from line 5: repetitions were left out",
  },
  conflict_markers: {
    log: () => logOf(...from(1, 3), "<<<<<<< HEAD", line(4), "=======", otherFourth, ">>>>>>> b"),
    line: 4,
    says: /markers.*lines 4 to 8.*git merge --abort/s,
    copied: 3,
  },
  fork: {
    log: () => logOf(...from(1, 4), otherFourth),
    line: 5,
    says: /two histories.*both continue record 3: record 4 \(.*and record 4 \(.*keep the whole file/s,
    copied: 4,
  },
  byte_order_mark: {
    log: () => `\ufeff${logOf(...from(1))}`,
    line: 1,
    column: () => 1,
    says: /byte order mark.*--salvage takes it away/s,
    copied: 6,
    mended: "1 line from line 1",
  },
  carriage_return: {
    log: () => logOf(...from(1)).replaceAll("\n", "\r\n"),
    line: 1,
    column: () => Buffer.byteLength(line(1)) + 1,
    says: /CRLF.*--salvage makes them LF/s,
    copied: 6,
    mended: "6 lines from line 1",
  },
  nul_bytes: {
    log: () => logOf(...from(1, 2), "\0".repeat(4096), ...from(4)),
    line: 3,
    column: () => 1,
    says: /NUL bytes.*disk/s,
    copied: 2,
  },
  hash_mismatch: {
    log: () => logOf(...from(1, 2), line(3).replace("text of n3", "tEXt of n3"), ...from(4)),
    line: 3,
    says: /changed after it was written.*untouched copy/s,
    copied: 2,
  },
  not_json: {
    log: () => logOf(...from(1, 2), "rubbish", ...from(3)),
    line: 3,
    says: /not JSON.*untouched copy/s,
    copied: 2,
  },
  not_utf8: {
    log: () => Buffer.concat([Buffer.from(logOf(...from(1, 2))), Buffer.from([0xff, 0x0a])]),
    line: 3,
    column: () => 1,
    says: /not UTF-8/,
    copied: 2,
  },
  not_a_record: {
    log: () => logOf(...from(1, 2), forged(line(3).replace('"entry_id":null', '"entry_id":7'))),
    line: 3,
    says: /could have been accepted.*request/s,
    copied: 2,
  },
  broken_sequence: {
    log: () => logOf(...from(1, 2), forged(line(3).replace('"event_seq":3', '"event_seq":9'))),
    line: 3,
    says: /wrong number/,
    copied: 2,
  },
  broken_chain: {
    log: () => logOf(...from(1, 2), ...from(4)),
    line: 3,
    says: /does not follow the one before/,
    copied: 2,
  },
  newer_format: {
    log: () => logOf(...from(1, 2), line(3).replace('"v":1', '"v":2'), ...from(4)),
    line: 3,
    says: /made by a newer version.*Update this program/s,
    copied: 2,
  },
};

async function inProcess(run: typeof main, argv: readonly string[]): Promise<unknown> {
  const io = fakeIo();
  await run(argv, io);
  return documentOf(io);
}

describe("B18, D1, D2, D6, F1, F2: a damaged log", () => {
  it.each(Object.entries(DAMAGES))(
    "%s is told with its place and its remedy",
    async (reason, damage) => {
      const top = temporary(onTestFinished);
      const log = damage.log();
      const dir = storeWith(join(top, "store"), log);
      const out = join(top, "out");
      const before = imprintOf(dir);
      const { exitCode, stdout, stderr } = await foldDoctor([dir, "--salvage", out]);
      expect({ exitCode, stderr }).toEqual({ exitCode: 6, stderr: "" });
      const bytes = Buffer.from(log);
      let offset = 0;
      for (let at = 1; at < damage.line; at += 1) offset = bytes.indexOf("\n", offset) + 1;
      const column = damage.column === undefined ? "" : `, column ${damage.column()}`;
      const place = `events.jsonl, line ${damage.line} (at byte offset ${offset})${column}: `;
      expect(stdout).toContain(`\n${place}`);
      expect(stdout).toMatch(damage.says);
      expect(stdout).toContain("What to do: ");
      expect(stdout).toMatch(/\nVerdict: (?:damaged after record|made by a newer version).*\n$/);
      expect(stdout).toContain(`Copied to ${out}: ${damage.copied} records`);
      if (damage.mended !== undefined) expect(stdout).toContain(damage.mended);
      expect(imprintOf(dir)).toEqual(before);

      expect(await inProcess(main, ["state", "--dir", out])).toMatchObject({
        event_seq: damage.copied,
      });
      expect(logIn(out).toString()).toBe(logOf(...from(1, damage.copied)));
      const document = examinationSchema.parse(await inProcess(doctor, [dir, "--format", "json"]));
      expect(document.failure).toMatchObject({ reason, line: damage.line, offset });
    },
  );

  it("log_regressed is told where the log ends, and the rest is kept", async () => {
    const top = temporary(onTestFinished);
    const dir = join(top, "store");
    cpSync(base, dir, { recursive: true });
    const log = logOf(...from(1, 3));
    writeFileSync(join(dir, "events.jsonl"), log);
    const { exitCode, stdout } = await foldDoctor([dir]);
    expect(exitCode).toBe(6);
    expect(stdout).toContain(`events.jsonl, at byte offset ${log.length}: the log is shorter`);
    expect(stdout).toContain(`fold-doctor '${dir}' --salvage '${dir}-salvaged'`);
    expect((await foldDoctor([dir, "--salvage", join(top, "out")])).stdout).toContain("3 records");
  });
});

describe("a sound log", () => {
  it("with leftovers and stale caches around it is sound, with notes", async () => {
    const dir = join(temporary(onTestFinished), "store");
    cpSync(base, dir, { recursive: true });
    const { length } = logIn(dir);
    writeFileSync(join(dir, "events.jsonl"), Buffer.concat([logIn(dir), Buffer.from('{"v":1')]));
    writeFileSync(join(dir, "snapshot.json"), "{}\n");
    writeFileSync(join(dir, "events (conflicted copy).jsonl"), "");
    writeFileSync(join(dir, `snapshot.json.${"a".repeat(16)}.tmp`), "");
    writeFileSync(join(dir, "clear\u001b[2J"), "");
    const before = imprintOf(dir);
    const { exitCode, stdout, stderr } = await foldDoctor([dir, "--lang", "zh"]);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "" });
    expect(stdout).toContain(`events.jsonl（从字节偏移 ${length} 起 6 字节）：最后一行没有写完`);
    expect(stdout).toContain("events (conflicted copy).jsonl：像是");
    expect(stdout).toContain("快照已损坏");
    expect(stdout).toContain("临时文件");
    expect(stdout).toContain("clear␛[2J：不属于这个存储");
    expect(stdout).toMatch(/\n结论：完好。.*\n$/);
    expect(imprintOf(dir)).toEqual(before);
  });

  it("without a lock file gets none", async () => {
    const dir = storeWith(join(temporary(onTestFinished), "store"), logOf(...from(1)));
    expect((await foldDoctor([dir])).exitCode).toBe(0);
    expect(existsSync(join(dir, "lock"))).toBe(false);
  });

  it("is found sound while somebody writes into it", async () => {
    const dir = join(temporary(onTestFinished), "store");
    cpSync(base, dir, { recursive: true });
    let isOver = false;
    const writing = (async () => {
      for (let round = 0; !isOver; round += 1) {
        const ids = Array.from({ length: 20 }, (_, at) => `w${round}-${at}`);
        await annotate(dir, ids, "x".repeat(5_000));
        // Without a pause the log grows faster than it can be looked over.
        await pause(20);
      }
    })();
    for (let times = 0; times < 4; times += 1) {
      const { exitCode, stdout } = await foldDoctor([dir, "--full"]);
      expect(stdout).toMatch(/all sound\n\nVerdict: sound\.\n$/);
      expect(exitCode).toBe(0);
    }
    isOver = true;
    await writing;
  });
});

/** Root may write anywhere, so a test that root runs becomes somebody else. */
const somebody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
const canRun = (await foldDoctor(["--version"], { ...somebody, cwd: "/" })).exitCode === 0;

describe("a directory that may only be read", () => {
  it.skipIf(!canRun)("is looked over, and salvaged to elsewhere", async () => {
    const top = temporary(onTestFinished);
    const dir = storeWith(join(top, "store"), logOf(...from(1, 2), "rubbish"));
    const place = join(top, "place");
    mkdirSync(place);
    for (const path of [dirname(dir), place]) chmodSync(path, 0o777);
    chmodSync(join(dir, "events.jsonl"), 0o444);
    chmodSync(dir, 0o555);
    const before = imprintOf(dir);
    const options = { ...somebody, cwd: "/" };
    const ran = await foldDoctor([dir, "--salvage", join(place, "out")], options);
    expect(ran.exitCode).toBe(6);
    expect(ran.stdout).toContain("2 records");
    expect(imprintOf(dir)).toEqual(before);
    chmodSync(place, 0o555);
    const refused = await foldDoctor([dir, "--salvage", join(place, "again")], options);
    expect(refused.exitCode).toBe(11);
    expect(JSON.parse(refused.stdout)).toMatchObject({
      outcome: "copy_failed",
      reason: "permission",
      out: join(place, "again"),
    });
    expect(refused.stderr).toContain("No copy was made: this user may not write in");
  });
});
