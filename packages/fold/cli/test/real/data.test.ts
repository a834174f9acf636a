import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { execa } from "execa";
import { describe, expect, it, onTestFinished } from "vitest";
import {
  BIN,
  batch,
  commit,
  declare,
  fold,
  foldJson,
  logBytes,
  temporary,
} from "./fold-process.js";

/** One instant for states to compare, or the durations in them differ. */
const LATER = "2099-01-01T00:00:00Z";

const COMMIT = ["commit", "--init", "--actor", "tester"];

describe("F1: a byte order mark", () => {
  it("is skipped once on standard input and in a file", async () => {
    const cwd = temporary(onTestFinished);
    const text = `\ufeff${batch("b1", declare("one"))}`;
    expect((await foldJson([...COMMIT, "-"], { cwd, input: text })).json.event_seq).toBe(1);
    writeFileSync(join(cwd, "batch.json"), text);
    expect((await foldJson([...COMMIT, "batch.json"], { cwd })).json.duplicate).toBe(true);
  });

  it("is refused where there are two", async () => {
    const cwd = temporary(onTestFinished);
    const input = `\ufeff\ufeff${batch("b1", declare("one"))}`;
    expect((await fold([...COMMIT, "-"], { cwd, input })).exitCode).toBe(3);
  });

  it("is skipped before the text of an annotation, with one final line break after it", async () => {
    const cwd = temporary(onTestFinished);
    const args = ["annotate", "--init", "--actor", "ana", "--whole", "--text", "-"];
    await fold(args, { cwd, input: "\ufefftwo\r\nlines\n\r\n" });
    const { json } = await foldJson(["state"], { cwd });
    expect(json.pending_annotations[0].text).toBe("two\r\nlines\n");
  });
});

describe("a working folder that was removed", () => {
  it("keeps no command from a store that is named", async () => {
    const cwd = temporary(onTestFinished);
    const store = join(cwd, "store");
    const input = batch("b1", declare("one"));
    await fold([...COMMIT, "--dir", store, "-"], { cwd, input });
    const gone = join(cwd, "gone");
    mkdirSync(gone);
    const program = `cd '${gone}' && rmdir '${gone}' && exec "$0" "$@"`;
    const { stdout } = await execa(
      "sh",
      ["-c", program, process.execPath, BIN, "state", "--dir", store],
      { cwd },
    );
    expect(JSON.parse(stdout)).toMatchObject({ event_seq: 1 });
  });
});

describe("F4: characters beyond the basic plane", () => {
  it("come back byte for byte from every command", async () => {
    const cwd = temporary(onTestFinished);
    const words = "𝒜 😀 𠜎 👩‍👩‍👧 é";
    const input = batch("b1", declare("one", { title: words, summary: words }));
    await fold([...COMMIT, "-"], { cwd, input });
    await fold(["annotate", "--actor", words, "--entry", "one", "--text", words], { cwd });
    const state = await foldJson(["state"], { cwd });
    const [entry] = state.json.root.entries;
    expect([entry.title, entry.summary, entry.annotations[0].text]).toEqual([words, words, words]);
    expect(entry.annotations[0].actor).toBe(words);
    const history = await foldJson(["history"], { cwd });
    expect(history.json.records[0].request.declarations[0].title).toBe(words);
    expect((await fold(["state", "--format", "brief"], { cwd })).stdout).toContain(words);
  });
});

describe("F6: a batch too long for one argument", () => {
  it("comes through standard input and through a file", async () => {
    const cwd = temporary(onTestFinished);
    const long = (id: string) =>
      batch(
        id,
        ...Array.from({ length: 60 }, (_, n) =>
          declare(`${id}-${n}`, { summary: "s".repeat(3500) }),
        ),
      );
    const [first, second] = [long("b1"), batch("b2", { op: "budget", layer: null, budget: 128 })];
    expect(Buffer.byteLength(first)).toBeGreaterThan(200_000);
    expect((await fold([...COMMIT, "-"], { cwd, input: first })).exitCode).toBe(0);
    expect((await fold([...COMMIT, "-"], { cwd, input: second })).exitCode).toBe(0);
    writeFileSync(join(cwd, "batch.json"), long("b3"));
    expect((await fold([...COMMIT, "batch.json"], { cwd })).exitCode).toBe(0);
  });
});

describe("F8: data and terminals", () => {
  it("keeps bidirectional controls in JSON and shows them as signs in the brief", async () => {
    const cwd = temporary(onTestFinished);
    const title = "pay\u202efdp.exe";
    await fold([...COMMIT, "-"], { cwd, input: batch("b1", declare("one", { title })) });
    expect((await foldJson(["state"], { cwd })).json.root.entries[0].title).toBe(title);
    for (const lang of ["en", "zh"]) {
      const { stdout } = await fold(["state", "--format", "brief", "--lang", lang], { cwd });
      expect(stdout).toContain("pay\\u{202E}fdp.exe");
      expect(stdout).not.toContain("\u202e");
    }
  });

  it.each(["\u001b[2J", "\u001b]0;x\u0007", "\u0000", "\u009b1m"])(
    "refuses %j in a title and repeats it harmlessly",
    async (control) => {
      const cwd = temporary(onTestFinished);
      const input = batch("b1", declare("one", { title: `a${control}b` }));
      const ran = await foldJson([...COMMIT, "-"], { cwd, input });
      expect(ran.exitCode).toBe(3);
      expect(ran.json.violations[0].rule).toBe("control_character");
      expect(ran.stderr).not.toMatch(/[^\P{Control}\n]/u);
    },
  );
});

describe("F10: names that every object has", () => {
  it.each(["constructor", "toString", "hasOwnProperty", "__proto__"])("%s", async (name) => {
    const cwd = temporary(onTestFinished);
    await commit(join(cwd, ".fold"), batch("b0", declare("base")));
    const asId = await foldJson([...COMMIT, "-"], { cwd, input: batch(name, declare(name)) });
    // An id cannot begin with an underscore; the others are ids like any other.
    expect(asId.exitCode).toBe(name === "__proto__" ? 3 : 0);
    const member = `{"batch_id":"m","declarations":[],"${name}":{"x":1}}`;
    expect((await fold([...COMMIT, "-"], { cwd, input: member })).exitCode).toBe(3);
    expect((await fold(["state", "--entry", "valueOf"], { cwd })).exitCode).toBe(7);
    expect((await fold([name], { cwd })).exitCode).toBe(2);
  });
});

describe("C7: symbolic links", () => {
  it("lead every command to the same store, in the same words", async () => {
    const top = temporary(onTestFinished);
    mkdirSync(join(top, "real", "project", "deep"), { recursive: true });
    mkdirSync(join(top, "elsewhere"));
    const store = join(top, "real", "project", ".fold");
    await commit(store, batch("b1", declare("one")));
    symlinkSync(join(top, "real"), join(top, "parent-link"));
    symlinkSync(store, join(top, "elsewhere", ".fold"));
    symlinkSync(join(top, "real", "project", "deep"), join(top, "cwd-link"));
    const ways: readonly (readonly [string, readonly string[]])[] = [
      [join(top, "real", "project", "deep"), []],
      [join(top, "parent-link", "project"), []],
      [join(top, "elsewhere"), []],
      [join(top, "cwd-link"), []],
      [top, ["--dir", join(top, "parent-link", "project", ".fold")]],
    ];
    let seq = 1;
    for (const [cwd, flags] of ways) {
      seq += 1;
      const input = batch(`b${seq}`, { op: "patch", id: "one", title: `Title ${seq}` });
      const committed = await foldJson(["commit", ...flags, "--actor", "a", "-"], { cwd, input });
      expect(committed.json.event_seq).toBe(seq);
      expect((await foldJson(["state", ...flags], { cwd })).json.event_seq).toBe(seq);
      const history = await foldJson(["history", ...flags, "--reverse", "--limit", "1"], { cwd });
      expect(history.json.records[0].event_seq).toBe(seq);
    }
    expect(logBytes(store).toString().trimEnd().split("\n")).toHaveLength(seq);
  });
});

describe("G10: the size of a state", () => {
  it("follows what is active, not what has been", async () => {
    const dir = join(temporary(onTestFinished), ".fold");
    const summary = "s".repeat(4000);
    const title = "t".repeat(160);
    const layers = Array.from({ length: 15 }, (_, n) => declare(`l${n}`, { title, summary }));
    await commit(dir, batch("layers", ...layers));
    for (let n = 0; n < 15; n += 3) {
      const below = [0, 1, 2].flatMap((more) =>
        Array.from({ length: 64 }, (_, m) =>
          declare(`l${n + more}-${m}`, { title, summary, parent: `l${n + more}` }),
        ),
      );
      await commit(dir, batch(`below-${n}`, ...below));
    }
    const sizeOf = async () => (await fold(["state", "--dir", dir, "--now", LATER])).stdout.length;
    const before = await sizeOf();
    // 15 entries with their summaries whole, 960 with 280 characters of them.
    expect(before).toBeLessThan(2_000_000);
    for (let n = 0; n < 5; n += 1) {
      await commit(dir, batch(`p${n}`, { op: "patch", id: "l0", title: `${n % 10}`.repeat(160) }));
    }
    expect(Math.abs((await sizeOf()) - before)).toBeLessThan(200);
  }, 120_000);
});
