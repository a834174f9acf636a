import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { answerSchema, examinationSchema } from "@fold/contracts";
import { openFold } from "@fold/sdk";
import { describe, expect, it, onTestFinished } from "vitest";
import { doctor } from "../src/doctor/doctor.js";
import { progressOn } from "../src/doctor/progress.js";
import { english } from "../src/doctor/words-en.js";
import { chinese } from "../src/doctor/words-zh.js";
import { documentOf, fakeIo, type World } from "./fake-io.js";

function temporary(): string {
  const dir = mkdtempSync(join(tmpdir(), "fold-doctor-"));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

async function storeIn(folder: string): Promise<string> {
  const dir = join(folder, ".fold");
  const fold = await openFold({ dir, init: true });
  await fold.annotate(
    { annotation_id: "n", entry_id: null, text: "hello" },
    { actor: "a", now: "2026-11-30T09:00:00.000Z" },
  );
  await fold.close();
  return dir;
}

async function run(argv: readonly string[], world: World) {
  const io = fakeIo(world);
  return { exit: await doctor(argv, io), io };
}

describe("the command line of fold-doctor", () => {
  it.each<[readonly string[]]>([
    [["a", "b"]],
    [["a", "--dir", "a"]],
    [[""]],
    [["--dir", ""]],
    [["--salvage"]],
    [["--format", "xml"]],
    [["--lang", "de"]],
    [["--full=yes"]],
    [["--unknown"]],
  ])("refuses %j as usage", async (argv) => {
    const { exit, io } = await run(argv, { cwd: temporary() });
    expect(exit).toBe(2);
    expect(answerSchema.parse(documentOf(io)).outcome).toBe("usage");
    expect(io.said.stderr).toContain("fold-doctor --help");
  });

  it("prints its help and its version", async () => {
    const { exit, io } = await run(["--help"], {});
    expect(exit).toBe(0);
    expect(io.said.stdout).toContain("Usage: fold-doctor [DIR]");
    expect((await run(["--version"], {})).io.said.stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  });

  it("finds the store as fold does: named, by FOLD_DIR, or upwards", async () => {
    const folder = temporary();
    const dir = await storeIn(folder);
    const below = join(folder, "below");
    mkdirSync(below);
    const worlds: readonly (readonly [readonly string[], World])[] = [
      [[".fold"], { cwd: folder }],
      [["--dir", ".fold"], { cwd: folder }],
      [[], { cwd: "/", env: { FOLD_DIR: dir } }],
      [[], { cwd: below }],
    ];
    for (const [argv, world] of worlds) {
      const { exit, io } = await run(argv, world);
      expect({ exit, text: io.said.stdout }).toEqual({
        exit: 0,
        text: expect.stringContaining(`Store: ${dir}\n`),
      });
    }
  });

  it("says that there is no store, upwards and where one is named", async () => {
    const cwd = temporary();
    for (const argv of [[], [cwd]]) {
      const { exit, io } = await run(argv, { cwd });
      expect(exit).toBe(10);
      expect(documentOf(io)).toMatchObject({ outcome: "no_store" });
      expect(io.said.stderr).toContain("fold-doctor DIR");
    }
  });

  it("prints one document with --format json, which its schema knows", async () => {
    const dir = await storeIn(temporary());
    writeFileSync(join(dir, "mine"), "");
    const { exit, io } = await run([dir, "--format", "json", "--full"], {});
    expect(exit).toBe(0);
    expect(examinationSchema.parse(documentOf(io))).toMatchObject({
      verdict: "sound",
      event_seq: 1,
      findings: [{ code: "foreign_file", file: "mine" }],
      salvaged: null,
    });
    expect(io.said.stderr).toBe("");
  });
});

describe("--full", () => {
  it("finds a record that nothing else speaks against: undone, it gives another state", async () => {
    const dir = join(temporary(), ".fold");
    const fold = await openFold({ dir, init: true });
    const context = { actor: "a", now: "2026-11-30T09:00:00.000Z" };
    const entry = { op: "declare", id: "e", title: "One", tier: "S", kind: "info" } as const;
    await fold.commit({ batch_id: "1", declarations: [entry] }, context);
    await fold.commit(
      { batch_id: "2", declarations: [{ op: "patch", id: "e", title: "Two" }] },
      context,
    );
    await fold.close();
    const [first = "", second = ""] = readFileSync(join(dir, "events.jsonl"), "utf8").split("\n");
    const body = second.slice(0, -75).replace('"before":{"title":"One"', '"before":{"title":"Won"');
    const hash = createHash("sha256").update(body).digest("hex");
    writeFileSync(join(dir, "events.jsonl"), `${first}\n${body},"hash":"${hash}"}\n`);
    expect((await run([dir], {})).exit).toBe(0);
    const { exit, io } = await run([dir, "--full"], {});
    expect(exit).toBe(6);
    expect(io.said.stdout).toContain("Detail: undoing it does not give the state before it.");
    expect(io.said.stdout).toContain("events.jsonl, line 2 ");
  });
});

describe("--salvage", () => {
  it("refuses a place that is taken or lies in the store, by whatever path", async () => {
    const folder = temporary();
    const dir = await storeIn(folder);
    symlinkSync(dir, join(folder, "link"));
    writeFileSync(join(folder, "file"), "");
    for (const out of [".fold", ".fold/new", "link/new", "link/index", "file", "."]) {
      const { exit, io } = await run([dir, "--salvage", out], { cwd: folder });
      expect({ out, exit }).toEqual({ out, exit: 2 });
      expect(documentOf(io)).toMatchObject({ outcome: "usage" });
    }
    const { io } = await run([dir, "--format", "json"], {});
    expect(documentOf(io)).toMatchObject({ verdict: "sound", findings: [] });
  });

  it("copies a sound store whole", async () => {
    const folder = temporary();
    const dir = await storeIn(folder);
    const { exit, io } = await run([dir, "--salvage", "out", "--lang", "zh"], { cwd: folder });
    expect(exit).toBe(0);
    expect(io.said.stdout).toContain(`已复制到 ${join(folder, "out")}：1 条记录`);
    expect(io.said.stdout).toContain("日志已全部复制。");
  });
});

describe("the words", () => {
  it.each([
    ["English", english],
    ["Chinese", chinese],
  ])("in %s say of every code what it is and what can be done", (_name, words) => {
    for (const { what, remedy } of [
      ...Object.values(words.failures),
      ...Object.values(words.findings),
    ]) {
      expect(what).toMatch(/[^.。]$/);
      expect(remedy).toMatch(/[.。]$/);
    }
  });
});

describe("the progress bar", () => {
  const LONG = 100_000_000;

  function bar(world: World) {
    const io = fakeIo(world);
    let ms = 0;
    const progress = progressOn(io, "checking", () => ms);
    const at = (time: number, done: number, all = LONG): void => {
      ms = time;
      progress.onProgress(done, all);
    };
    return { io, at, finish: () => progress.finish() };
  }

  it("shows the share that was read, ten times a second at most, and goes away", async () => {
    const { io, at, finish } = bar({ stderrIsTerminal: true });
    at(0, 0);
    at(50, LONG * 0.25);
    at(100, LONG * 0.5);
    at(199, LONG);
    await finish();
    expect(io.said.stderr.split("\r\u001b[K")).toEqual([
      "",
      "checking [........................]   0%  0/100 MB",
      "checking [############............]  50%  50/100 MB",
      "",
    ]);
    expect(io.said.stdout).toBe("");
  });

  it.each<[string, World, number]>([
    ["off a terminal", {}, LONG],
    ["on a dumb terminal", { stderrIsTerminal: true, env: { TERM: "dumb" } }, LONG],
    ["for a short log", { stderrIsTerminal: true }, 1_000_000],
  ])("is not shown %s", async (_where, world, all) => {
    const { io, at, finish } = bar(world);
    at(0, 0, all);
    at(500, all, all);
    await finish();
    expect(io.said.stderr).toBe("");
  });
});
