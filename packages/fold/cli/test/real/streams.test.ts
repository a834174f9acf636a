import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, openSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { execa } from "execa";
import { describe, expect, it, onTestFinished } from "vitest";
import {
  BIN,
  batch,
  commit,
  declare,
  exitOf,
  fold,
  foldJson,
  logBytes,
  startFold,
  temporary,
} from "./fold-process.js";

/** A store whose history is well over a megabyte. */
async function bigStore(): Promise<string> {
  const dir = join(temporary(onTestFinished), ".fold");
  const text = "Ünïcödé 😀 ".repeat(600);
  const sources = ["a", "b", "c"].map((id) => ({ id, origin: "mail", text }));
  for (const part of [1, 2]) {
    const entries = Array.from({ length: 30 }, (_, n) => declare(`e${part}-${n}`, { sources }));
    await commit(dir, batch(`b${part}`, ...entries));
  }
  return dir;
}

async function readSlowly(stream: Readable): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) {
    chunks.push(chunk);
    if (chunks.length < 40) await sleep(5);
  }
  return Buffer.concat(chunks).toString("utf8");
}

/** To a disk that is full. */
async function printedToFull(args: readonly string[]) {
  const child = startFold(args, { stdio: ["ignore", openSync("/dev/full", "w"), "pipe"] });
  const [words, { code }] = await Promise.all([
    readSlowly(child.stderr as Readable),
    exitOf(child),
  ]);
  return { words, code };
}

function printedToFile(dir: string, args: readonly string[]): Promise<string> {
  const file = join(dir, "..", "printed");
  const child = startFold(args, { stdio: ["ignore", openSync(file, "w"), "ignore"] });
  return exitOf(child).then(() => readFileSync(file, "utf8"));
}

describe("G1: large output reaches a slow reader whole", () => {
  it.each([
    ["JSON", []],
    ["JSON lines", ["--jsonl"]],
  ])("%s: the same bytes as to a file", async (_name, flags) => {
    const dir = await bigStore();
    const args = ["history", "--dir", dir, ...flags];
    const child = startFold(args, { stdio: ["ignore", "pipe", "ignore"] });
    const [printed, { code }] = await Promise.all([
      readSlowly(child.stdout as Readable),
      exitOf(child),
    ]);
    expect(code).toBe(0);
    expect(Buffer.byteLength(printed)).toBeGreaterThan(1_000_000);
    expect(printed).toBe(await printedToFile(dir, args));
  });

  it("also through a pipe that its starter has made non-blocking", async () => {
    const dir = await bigStore();
    const args = ["history", "--dir", dir];
    // A Node process that uses its own standard output as a pipe makes it non-blocking for its heirs.
    const starter = `
      process.stdout.write("");
      require("node:child_process").spawn(process.execPath, ${JSON.stringify([BIN, ...args])},
        { stdio: "inherit" }).on("exit", (code) => { process.exitCode = code; });`;
    const child = spawn(process.execPath, ["-e", starter], { stdio: ["ignore", "pipe", "ignore"] });
    const [printed, [code]] = await Promise.all([readSlowly(child.stdout), once(child, "close")]);
    expect(code).toBe(0);
    expect(printed).toBe(await printedToFile(dir, args));
  });
});

describe("G2: a closed standard output", () => {
  it("ends history quietly when head has seen enough", async () => {
    const dir = await bigStore();
    const script = `{ { "$0" "$1" history --dir "$2" --jsonl; echo $? >&3; } | head -n 1 | wc -l; } 3>&2`;
    const ran = await execa("sh", ["-c", script, process.execPath, BIN, dir]);
    expect(ran.stdout.trim()).toBe("1");
    expect(ran.stderr).toBe("0");
  });

  it("does not turn a saved commit into a failure, and a replay returns the receipt", async () => {
    const dir = join(temporary(onTestFinished), ".fold");
    const file = join(dir, "..", "batch.json");
    writeFileSync(file, batch("b1", declare("one")));
    const args = ["commit", "--dir", dir, "--init", "--actor", "tester", file];
    const child = startFold(args, { stdio: ["ignore", "pipe", "pipe"] });
    child.stdout?.destroy();
    const [words, { code }] = await Promise.all([
      readSlowly(child.stderr as Readable),
      exitOf(child),
    ]);
    expect({ code, words }).toEqual({ code: 0, words: "" });
    const { json } = await foldJson(args);
    expect(json).toMatchObject({ outcome: "accepted", duplicate: true, event_seq: 1 });
  });

  it.skipIf(!existsSync("/dev/full"))("says what it could not print, and what holds", async () => {
    const dir = join(temporary(onTestFinished), ".fold");
    const file = join(dir, "..", "batch.json");
    writeFileSync(file, batch("b1", declare("one")));
    const args = ["commit", "--dir", dir, "--init", "--actor", "tester", file];
    const saved = await printedToFull(args);
    expect(saved.code).toBe(0);
    expect(saved.words).toContain("is saved");
    const read = await printedToFull(["state", "--dir", dir]);
    expect(read.code).toBe(5);
    expect(read.words).toContain("ENOSPC");
  });
});

describe("G4: one JSON document on standard output, words on standard error", () => {
  it("holds for a refusal while Node logs", async () => {
    const dir = join(temporary(onTestFinished), ".fold");
    await commit(dir, batch("b1", declare("one")));
    const args = ["commit", "--dir", dir, "--actor", "tester", "-"];
    const ran = await foldJson(args, {
      input: batch("b2", { op: "patch", id: "missing", title: "T" }),
      env: { NODE_DEBUG: "module", FOLD_DIR: "" },
    });
    expect(ran.exitCode).toBe(3);
    expect(ran.json).toMatchObject({
      outcome: "rejected",
      violations: [{ code: "unknown_entry" }],
    });
    expect(ran.stderr).toContain("missing was never declared");
  });
});

describe("G5: what was not done does not end with 0", () => {
  it.each([
    ["one missing id", [{ op: "patch", id: "missing", title: "T" }]],
    [
      "nothing that can be done",
      [
        { op: "patch", id: "missing", title: "T" },
        { op: "withdraw", id: "gone", reason: { code: "done" } },
        declare("one"),
      ],
    ],
  ])("%s: exit 3, and nothing is written", async (_name, declarations) => {
    const dir = join(temporary(onTestFinished), ".fold");
    await commit(dir, batch("b1", declare("one")));
    const before = logBytes(dir);
    const ran = await foldJson(["commit", "--dir", dir, "--actor", "tester", "-"], {
      input: batch("b2", ...declarations),
    });
    expect(ran.exitCode).toBe(3);
    expect(ran.json.violations).toHaveLength(declarations.length);
    expect(logBytes(dir).equals(before)).toBe(true);
  });
});

describe("G8: a silent pipe on standard input keeps no command waiting", () => {
  it.each<[readonly string[], number]>([
    [["state"], 0],
    [["state", "--format", "brief"], 0],
    [["history"], 0],
    [["annotate", "--actor", "a", "--whole", "--text", "t"], 0],
    [["commit", "--actor", "a", "batch.json"], 0],
    [["commit", "--actor", "a"], 2],
    [["nonsense"], 2],
    [["--help"], 0],
    [["--version"], 0],
    [["completion", "bash"], 0],
  ])("%j", async (args, exit) => {
    const cwd = temporary(onTestFinished);
    writeFileSync(join(cwd, "batch.json"), batch("b2", declare("two")));
    await commit(join(cwd, ".fold"), batch("b1", declare("one")));
    const ran = await fold(args, { cwd, stdin: "pipe", timeout: 10_000 });
    expect(ran.exitCode).toBe(exit);
  });
});
