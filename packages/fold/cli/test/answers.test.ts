import {
  appendFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { answerSchema, historyPageSchema, stateViewSchema } from "@fold/contracts";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { main } from "../src/main.js";
import { documentOf, fakeIo, type World } from "./fake-io.js";

let cwd = "";
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), "fold-answers-"));
});
afterEach(() => rmSync(cwd, { recursive: true }));

async function run(argv: readonly string[], world: World = {}) {
  const io = fakeIo({ cwd, ...world });
  return { exit: await main(argv, io), io };
}

const declare = { op: "declare", id: "one", title: "One", tier: "M", kind: "info" };

function commit(batch_id: string, declarations: readonly unknown[], ...flags: readonly string[]) {
  const stdin = JSON.stringify({ batch_id, declarations });
  return run(["commit", "--init", "--actor", "tester", ...flags, "-"], { stdin });
}

describe("--init", () => {
  it("makes a store with the first batch that is accepted", async () => {
    const { exit, io } = await commit("b1", [declare]);
    expect(exit).toBe(0);
    expect(documentOf(io)).toMatchObject({ outcome: "accepted", event_seq: 1, duplicate: false });
    expect(existsSync(join(cwd, ".fold", "events.jsonl"))).toBe(true);
  });

  it("leaves nothing behind where the batch is refused", async () => {
    const { exit } = await commit("b1", [{ op: "patch", id: "gone", title: "T" }]);
    expect(exit).toBe(3);
    expect(readdirSync(cwd)).toEqual([]);
  });

  it("leaves nothing behind where the annotation is refused", async () => {
    const args = ["annotate", "--init", "--actor", "a", "--entry", "gone", "--text", "t"];
    expect((await run(args)).exit).toBe(3);
    expect(readdirSync(cwd)).toEqual([]);
  });

  it("makes nothing for a mere check, and gives its verdict", async () => {
    const { exit, io } = await commit("b1", [declare], "--check");
    expect(exit).toBe(0);
    expect(documentOf(io)).toMatchObject({ outcome: "accepted", check: true });
    expect(readdirSync(cwd)).toEqual([]);
  });

  it("is not needed where there is a store, and does no harm", async () => {
    await commit("b1", [declare]);
    expect((await commit("b2", [{ ...declare, id: "two" }])).exit).toBe(0);
  });
});

describe("asking for what never was: exit 7", () => {
  it.each<[readonly string[]]>([
    [["state", "--entry", "gone"]],
    [["state", "--entry", "no id at all"]],
    [["state", "--layer", "gone"]],
    [["state", "--layer", "one"]],
    [["state", "--since", "2"]],
    [["history", "--batch", "gone"]],
    [["history", "--entry", "gone"]],
    [["history", "--entry", "gone", "--lineage"]],
  ])("%j", async (argv) => {
    await commit("b1", [declare]);
    const { exit, io } = await run(argv);
    expect(answerSchema.parse(documentOf(io)).outcome).toBe("not_found");
    expect(exit).toBe(7);
    expect(io.said.stderr).not.toBe("");
  });
});

describe("a log that is not what was written: exit 6", () => {
  it.each([
    ["a line that is no record", '{"x":1}\n'],
    ["a line of a newer format", '{"v":2,"event_seq":2}\n'],
  ])("%s", async (_name, line) => {
    await commit("b1", [declare]);
    appendFileSync(join(cwd, ".fold", "events.jsonl"), line);
    for (const argv of [["state"], ["history"]]) {
      const { exit, io } = await run(argv);
      expect(exit).toBe(6);
      expect(answerSchema.parse(documentOf(io)).outcome).toBe("corrupt");
    }
    expect((await commit("b2", [{ ...declare, id: "two" }])).exit).toBe(6);
  });
});

describe("reading", () => {
  it("prints a view, a diff, an entry and pages that keep their schemas", async () => {
    await commit("b1", [declare]);
    await commit("b2", [{ ...declare, id: "two" }]);
    const state = await run(["state"]);
    expect(stateViewSchema.safeParse(documentOf(state.io)).success).toBe(true);
    const page = await run(["history", "--limit", "1", "--reverse"]);
    expect(historyPageSchema.parse(documentOf(page.io))).toMatchObject({
      records: [{ event_seq: 2 }],
      next: 2,
    });
    const diff = await run(["state", "--since", "1"]);
    expect(documentOf(diff.io)).toMatchObject({ schema: "fold.diff/1", opened: [{ id: "two" }] });
    const entry = await run(["state", "--entry", "one"]);
    expect(documentOf(entry.io)).toMatchObject({ schema: "fold.entry/1", entry: { id: "one" } });
  });

  it("prints JSON lines and says on standard error where to go on", async () => {
    await commit("b1", [declare]);
    await commit("b2", [{ ...declare, id: "two" }]);
    const { io } = await run(["history", "--jsonl", "--limit", "1"]);
    const lines = io.said.stdout.trimEnd().split("\n");
    expect(lines.map((line) => JSON.parse(line).event_seq)).toEqual([1]);
    expect(io.said.stderr).toContain("--since 1");
  });

  it.each([
    ["en", "Attention:"],
    ["zh", "注意力"],
  ])("writes a brief (%s), whatever LANG says", async (lang, word) => {
    await commit("b1", [declare]);
    for (const env of [{ LANG: "zh_CN.UTF-8" }, { LANG: "en_US.UTF-8" }]) {
      const { io } = await run(["state", "--format", "brief", "--lang", lang], { env });
      expect(io.said.stdout).toContain(word);
    }
    const unset = await run(["state", "--format", "brief"], { env: { LC_ALL: "zh_CN.UTF-8" } });
    expect(unset.io.said.stdout).toContain("Attention:");
  });

  it("writes a brief of one entry and of a diff", async () => {
    await commit("b1", [declare]);
    const entry = await run(["state", "--entry", "one", "--format", "brief"]);
    expect(entry.io.said.stdout).toContain("M [info] One\n");
    const diff = await run(["state", "--since", "0", "--format", "brief"]);
    expect(diff.io.said.stdout).toContain("+ one");
  });

  it("prints the state and then says that there is no renderer: exit 8", async () => {
    await commit("b1", [declare]);
    const flags = ["--kinds", "risk,info", "--min-tier", "S", "--top", "3", "--html"];
    const { exit, io } = await run(["state", "--overview", "out", ...flags]);
    expect(exit).toBe(8);
    expect(stateViewSchema.safeParse(documentOf(io)).success).toBe(true);
    expect(io.said.stderr).toContain("npm install @fold/render-overview");
    expect(readdirSync(cwd)).toEqual([".fold"]);
  });

  it("reckons with --now, and with the clock where it is not given", async () => {
    await commit("b1", [declare]);
    const given = await run(["state", "--now", "2027-01-01T02:00:00+02:00"]);
    expect(documentOf(given.io)).toMatchObject({ now: "2027-01-01T00:00:00.000Z" });
    const clock = await run(["state"], { now: "2028-01-01T00:00:00.000Z" });
    expect(documentOf(clock.io)).toMatchObject({ now: "2028-01-01T00:00:00.000Z" });
  });
});

describe("annotating", () => {
  it("names the annotation where nobody else does", async () => {
    const args = ["annotate", "--init", "--actor", "ana", "--whole", "--text", "t"];
    const { io } = await run(args);
    expect(documentOf(io)).toMatchObject({
      type: "annotation",
      batch_id: "a-00000000-0000-4000-8000-000000000000",
    });
  });

  it.each([
    ["text\n", "text"],
    ["text\r\n", "text"],
    ["text\n\n", "text\n"],
    ["text", "text"],
    ["\ufefftext", "text"],
  ])("takes %j from standard input as %j", async (stdin, text) => {
    await run(["annotate", "--init", "--actor", "ana", "--whole", "--text", "-"], { stdin });
    const { io } = await run(["state"]);
    expect(documentOf(io)).toMatchObject({ pending_annotations: [{ text }] });
  });

  it("keeps a text that was given as an argument as it is", async () => {
    await run(["annotate", "--init", "--actor", "ana", "--whole", "--text", "text\n"]);
    const { io } = await run(["state"]);
    expect(documentOf(io)).toMatchObject({ pending_annotations: [{ text: "text\n" }] });
  });
});

describe("the same id with other content: exit 4", () => {
  it("E6", async () => {
    await commit("b1", [declare]);
    const { exit, io } = await commit("b1", [{ ...declare, tier: "S" }]);
    expect(exit).toBe(4);
    expect(answerSchema.parse(documentOf(io)).outcome).toBe("conflict");
    expect(io.said.stderr).toContain(`history --dir '${join(cwd, ".fold")}' --batch 'b1'`);
  });
});

describe("history at a terminal", () => {
  const terminal = { stdoutIsTerminal: true, stderrIsTerminal: true };

  it("says where the same stands in words, beside a document that stays as it is", async () => {
    await commit("b1", [declare]);
    const dir = join(cwd, ".fold");
    for (const [args, option] of [
      [["--entry", "one"], "--entry 'one'"],
      [["--reverse"], "--since 0"],
    ] as const) {
      const { io } = await run(["history", ...args], terminal);
      expect(io.said.stderr).toMatch(/^In words: /);
      expect(io.said.stderr).toContain(`state --dir '${dir}' ${option} --format brief\n`);
      const elsewhere = await run(["history", ...args]);
      expect(elsewhere.io.said).toEqual({ stdout: io.said.stdout, stderr: "" });
      const { exit } = await run(["state", ...option.replaceAll("'", "").split(" ")]);
      expect(exit).toBe(0);
    }
  });
});

describe("output", () => {
  const gone = { ok: false, readerGone: true, reason: "EPIPE" } as const;
  const full = { ok: false, readerGone: false, reason: "ENOSPC" } as const;

  it("G2: is quiet when nobody reads any longer", async () => {
    await commit("b1", [declare]);
    const { exit, io } = await run(["state"], { stdout: gone });
    expect({ exit, ...io.said }).toEqual({ exit: 0, stdout: "", stderr: "" });
  });

  it("G2: never makes a failure of what is saved", async () => {
    writeFileSync(join(cwd, "b.json"), JSON.stringify({ batch_id: "b", declarations: [declare] }));
    const args = ["commit", "--init", "--actor", "a", "b.json"];
    const { exit, io } = await run(args, { stdout: full });
    expect(exit).toBe(0);
    expect(io.said.stderr).toContain("What was sent is saved");
    const again = await run(args);
    expect(documentOf(again.io)).toMatchObject({ outcome: "accepted", duplicate: true });
  });

  it("says that a read could not be printed", async () => {
    await commit("b1", [declare]);
    expect((await run(["state"], { stdout: full })).exit).toBe(5);
  });

  it("says what was saved to a person at a terminal only", async () => {
    const stdin = JSON.stringify({ batch_id: "b", declarations: [declare] });
    const args = ["commit", "--init", "--actor", "a", "-"];
    const piped = await run(args, { stdin });
    expect(piped.io.said.stderr).toBe("");
    const seen = await run(args, { stdin, stderrIsTerminal: true });
    expect(seen.io.said.stderr).toBe("b was saved before, as record 1.\n");
  });
});

describe("what nothing expects", () => {
  it("is told as a bug with its trace: exit 1", async () => {
    const io = fakeIo({ cwd });
    const kindOf = (): never => {
      throw new Error("boom");
    };
    const broken = { ...io, program: { ...io.program, name: "foldctl" as const }, kindOf };
    expect(await main(["state"], broken)).toBe(1);
    expect(answerSchema.parse(documentOf(io))).toEqual({ outcome: "bug", message: "boom" });
    expect(io.said.stderr).toMatch(/bug in fold[\s\S]*\n {4}at /);
  });
});
