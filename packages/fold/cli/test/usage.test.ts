import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { answerSchema } from "@fold/contracts";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { main } from "../src/main.js";
import { documentOf, fakeIo, type World } from "./fake-io.js";

let cwd = "";
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), "fold-usage-"));
});
afterEach(() => rmSync(cwd, { recursive: true }));

async function run(argv: readonly string[], world: World = {}) {
  const io = fakeIo({ cwd, ...world });
  return { exit: await main(argv, io), io };
}

const COMMIT = ["commit", "--actor", "a"];
const ANNOTATE = ["annotate", "--actor", "a"];

describe("a command line that cannot be understood", () => {
  it.each<[readonly string[]]>([
    [["stat"]],
    [["constructor"]],
    [["state", "extra"]],
    [["state", "--unknown"]],
    [["state", "--layer"]],
    [["state", "--layer", ""]],
    [["state", "--layer", "a", "--layer", "b"]],
    [["state", "--now", "yesterday"]],
    [["state", "--now", "2026-11-30T09:00:00"]],
    [["state", "--depth", "0"]],
    [["state", "--depth", "two"]],
    [["state", "--since", "-1"]],
    [["state", "--since=-1"]],
    [["state", "--since", "1.5"]],
    [["state", "--since", "9007199254740993"]],
    [["state", "--since", "1", "--layer", "a"]],
    [["state", "--since", "1", "--entry", "a"]],
    [["state", "--since", "1", "--depth", "1"]],
    [["state", "--entry", "a", "--overview", "out"]],
    [["state", "--entry", "a", "--layer", "b"]],
    [["state", "--format", "xml"]],
    [["state", "--lang", "de"]],
    [["state", "--top", "3"]],
    [["state", "--html"]],
    [["state", "--overview", "out", "--top", "few"]],
    [["state", "--overview", "out", "--min-tier", "HUGE"]],
    [["state", "--overview", "out", "--top", "0"]],
    [["state", "--overview", "out", "--kinds", ",,"]],
    [["state", "--overview", "out", "--kinds", "risk,"]],
    [["state", "--actor", "a"]],
    [["state", "--help=yes"]],
    [["commit", "file"]],
    [COMMIT],
    [[...COMMIT, "one", "two"]],
    [[...COMMIT, "no-such-file"]],
    [[...COMMIT, "."]],
    [[...COMMIT, "--now", "2026-13-01T00:00:00Z", "-"]],
    [[...ANNOTATE, "--text", "t"]],
    [[...ANNOTATE, "--text", "t", "--entry", "e", "--whole"]],
    [[...ANNOTATE, "--whole"]],
    [["annotate", "--whole", "--text", "t"]],
    [[...ANNOTATE, "--whole", "--text", "not", "quoted"]],
    [[...ANNOTATE, "--whole", "--text", "t", "--id", ""]],
    [[...ANNOTATE, "--whole", "--text", "caf\ufffd"]],
    [["annotate", "--actor", "a\ufffd", "--whole", "--text", "t"]],
    [["history", "extra"]],
    [["history", "--limit", "0"]],
    [["history", "--limit", "1001"]],
    [["history", "--lineage"]],
    [["history", "--batch", "b", "--entry", "e"]],
    [["history", "--since", "x"]],
    [["completion"]],
    [["completion", "tcsh"]],
    [["completion", "bash", "zsh"]],
  ])("%j: one document with outcome usage, a sentence, exit 2, nothing written", async (argv) => {
    await run(["annotate", "--init", "--actor", "a", "--whole", "--text", "t"]);
    const before = readFileSync(join(cwd, ".fold", "events.jsonl"));
    const { exit, io } = await run(argv);
    expect(exit).toBe(2);
    const document = answerSchema.parse(documentOf(io));
    expect(document.outcome).toBe("usage");
    expect(io.said.stdout).toMatch(/^[^\n]+\n$/);
    expect(io.said.stderr).toMatch(/^\S.*\n\S/);
    expect(io.ran).toEqual([]);
    expect(readFileSync(join(cwd, ".fold", "events.jsonl"))).toEqual(before);
  });

  it.each([
    ["kinds", ",,", "one kind, or several with a comma between two, such as risk,decision"],
    ["kinds", "risk, ,info", "one kind, or several with a comma between two"],
    ["top", "0", "a whole number from 1"],
    ["top", "few", "a whole number from 1"],
    ["depth", "0", "a whole number from 1"],
    ["since", "1.5", "a whole number from 0"],
    ["min-tier", "xl", "one of XXS, XS, S, M, L, XL, XXL"],
    ["lang", "de", "one of en, zh"],
    ["format", "png", "one of json, brief"],
    ["now", "soon", "an RFC 3339 date and time with its offset"],
  ])("--%s %j: names the option, the value and what may stand there", async (name, value, may) => {
    await run(["annotate", "--init", "--actor", "a", "--whole", "--text", "t"]);
    const { exit, io } = await run(["state", "--overview", "out", `--${name}`, value]);
    expect(exit).toBe(2);
    for (const said of [`--${name} is ${may}`, `not "${value}"`]) {
      expect(io.said.stderr).toContain(said);
    }
    expect(readdirSync(cwd)).toEqual([".fold"]);
  });

  it("F8: words on standard error cannot act on the terminal either", async () => {
    const { io } = await run(["st\u001b]0;x\u0007ate\u202e"]);
    expect(io.said.stderr).toContain("st␛]0;x␇ate\\u{202E}");
  });
});

describe("help and version", () => {
  it.each([
    [["--help"]],
    [["state", "--help"]],
    [["state", "--unknown-no", "--help"].slice(0, 1).concat("-h")],
    [["commit", "--help"]],
    [["annotate", "--help"]],
    [["history", "--help"]],
    [["completion", "--help"]],
  ])("%j prints help and needs no store", async (argv) => {
    const { exit, io } = await run(argv);
    expect(exit).toBe(0);
    expect(io.said.stdout).toMatch(/^fold/);
    expect(io.said.stderr).toBe("");
  });

  it.each(["state", "commit", "annotate", "history"])("%s: names its examples", async (name) => {
    expect((await run([name, "--help"])).io.said.stdout).toMatch(/Examples?:\n {2}fold /);
  });

  it("names every exit code", async () => {
    const { io } = await run(["--help"]);
    for (let code = 0; code <= 10; code += 1) {
      expect(io.said.stdout).toMatch(new RegExp(`\\s${code}\\s{2}`));
    }
  });

  it("stays within 100 columns", async () => {
    for (const name of ["state", "commit", "annotate", "history"]) {
      const { io } = await run([name, "--help"]);
      expect(io.said.stdout.split("\n").filter((line) => line.length > 100)).toEqual([]);
    }
  });

  it("prints the version", async () => {
    const { exit, io } = await run(["--version"]);
    expect(exit).toBe(0);
    expect(io.said.stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  });
});

describe("finding the store", () => {
  it.each<[readonly string[]]>([
    [["state"]],
    [["history"]],
    [[...COMMIT, "-"]],
    [[...ANNOTATE, "--whole", "--text", "t"]],
  ])("G6: %j without a store exits 10 and says how to start", async (argv) => {
    const { exit, io } = await run(argv);
    expect(exit).toBe(10);
    expect(answerSchema.parse(documentOf(io)).outcome).toBe("no_store");
    expect(io.said.stderr).toContain("commit --init --actor NAME FILE");
    expect(readdirSync(cwd)).toEqual([]);
  });

  it("G6: a store that --dir or FOLD_DIR names and that is not there is the same", async () => {
    const named = await run(["state", "--dir", "nothing"]);
    expect(named.exit).toBe(10);
    const fromEnvironment = await run(["state"], { env: { FOLD_DIR: "nothing" } });
    expect(fromEnvironment.exit).toBe(10);
  });

  it("C7: a .fold that leads nowhere is not passed by for one above", async () => {
    mkdirSync(join(cwd, "inner"));
    const above = fakeIo({ cwd });
    await main(["annotate", "--init", "--actor", "a", "--whole", "--text", "t"], above);
    symlinkSync(join(cwd, "gone"), join(cwd, "inner", ".fold"));
    const io = fakeIo({ cwd: join(cwd, "inner") });
    // The fake follows links, so the link is told by hand.
    const kindOf = (path: string) =>
      path.endsWith("inner/.fold") ? "other" : io.kindOf(path, { link: true });
    expect(await main(["state"], { ...io, kindOf })).toBe(10);
  });

  it("does not take a folder that cannot be looked into for one without a store", async () => {
    const io = fakeIo({ cwd });
    expect(await main(["state"], { ...io, kindOf: () => "unreadable" })).toBe(5);
    expect(documentOf(io)).toMatchObject({ outcome: "unavailable", reason: "permission" });
  });
});

describe("G8: standard input", () => {
  it.each<[readonly string[]]>([
    [["state"]],
    [["history"]],
    [[...COMMIT, "file.json"]],
    [[...ANNOTATE, "--whole", "--text", "t", "--init"]],
    [["state", "--help"]],
    [["completion", "fish"]],
  ])("%j does not read it", async (argv) => {
    writeFileSync(join(cwd, "file.json"), "{}");
    const { io } = await run(argv, { stdinIsTerminal: true });
    expect(io.reads.count).toBe(0);
  });

  it("is just read where it is a terminal and - asks for it", async () => {
    const { io, exit } = await run([...COMMIT, "--init", "-"], {
      stdin: "{",
      stdinIsTerminal: true,
    });
    expect(io.reads.count).toBe(1);
    expect(exit).toBe(3);
  });
});

describe("input that is no JSON", () => {
  it.each([
    ["{,}", "line 1, column 2"],
    ['{"batch_id":"b"\n  oops}', "line 2, column 3"],
    ["", "line 1, column 1"],
  ])("%j is refused with its place and exit 3", async (stdin, place) => {
    const { exit, io } = await run([...COMMIT, "--init", "-"], { stdin });
    expect(exit).toBe(3);
    const document = answerSchema.parse(documentOf(io));
    expect(document).toMatchObject({
      outcome: "rejected",
      violations: [{ code: "invalid_input", rule: "not_json", path: "" }],
    });
    expect(JSON.stringify(document)).toContain(place);
    expect(readdirSync(cwd)).toEqual([]);
  });

  it.each([[[...COMMIT, "--init", "-"]], [[...ANNOTATE, "--init", "--whole", "--text", "-"]]])(
    "is refused where it is not even UTF-8: %j",
    async (argv) => {
      const { exit, io } = await run(argv, { stdin: Buffer.from([0x22, 0xff, 0x22]) });
      expect(exit).toBe(3);
      expect(documentOf(io)).toMatchObject({ violations: [{ rule: "not_utf8" }] });
    },
  );
});
