import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { main } from "../src/main.js";
import { documentOf, fakeIo, type World } from "./fake-io.js";

const POSIX = { "/usr/bin/fold": "/usr/bin/fold" };
const PATH = { PATH: "/usr/local/bin:/usr/bin:/bin" };

let cwd = "";
beforeAll(() => {
  cwd = mkdtempSync(join(tmpdir(), "fold-hand-over-"));
  writeFileSync(join(cwd, "notes.txt"), "a long line\n");
  mkdirSync(join(cwd, "folder"));
});
afterAll(() => rmSync(cwd, { recursive: true }));

async function run(argv: readonly string[], world: World = {}) {
  const io = fakeIo({ cwd, env: PATH, programs: POSIX, ...world });
  return { exit: await main(argv, io), io };
}

describe("handing over to the POSIX fold", () => {
  it.each([
    [["-w", "20", "notes.txt"]],
    [["-"]],
    [["--"]],
    [["-h"]],
    [["notes.txt"]],
    [["notes.txt", "--help"]],
  ])("passes on %j unchanged", async (argv) => {
    const { exit, io } = await run(argv);
    expect(exit).toBe(0);
    expect(io.ran).toMatchObject([{ path: "/usr/bin/fold", args: argv }]);
    expect(io.said).toEqual({ stdout: "", stderr: "" });
  });

  it("happens without an argument where input is not a terminal, and only there", async () => {
    expect((await run([], { stdinIsTerminal: false })).io.ran).toHaveLength(1);
    const { exit, io } = await run([], { stdinIsTerminal: true });
    expect(exit).toBe(2);
    expect(io.ran).toEqual([]);
    expect(documentOf(io)).toMatchObject({ outcome: "usage" });
  });

  it.each([[["--help"]], [["--version"]], [["folder"]], [["no-such-file"]], [[""]]])(
    "does not happen for %j",
    async (argv) => {
      expect((await run(argv)).io.ran).toEqual([]);
    },
  );

  it.each([[["-w", "20"]], [["notes.txt"]], [[]]])(
    "never happens in foldctl (%j)",
    async (argv) => {
      const { exit, io } = await run(argv, { name: "foldctl", stdinIsTerminal: false });
      expect(exit).toBe(2);
      expect(io.ran).toEqual([]);
      expect(documentOf(io)).toMatchObject({ outcome: "usage" });
    },
  );

  it("skips every path that resolves to this program", async () => {
    const { io } = await run(["-w", "5"], {
      programs: { "/usr/local/bin/fold": "/opt/fold/bin/fold.cjs", ...POSIX },
    });
    expect(io.ran.map(({ path }) => path)).toEqual(["/usr/bin/fold"]);
  });

  it("does not try a script twice that starts this program again", async () => {
    const programs = { "/usr/local/bin/fold": "/usr/local/bin/fold", ...POSIX };
    const first = await run(["-w", "5"], { programs });
    expect(first.io.ran[0]?.path).toBe("/usr/local/bin/fold");
    const env = first.io.ran[0]?.env ?? {};
    const second = await run(["-w", "5"], { programs, env });
    expect(second.io.ran[0]?.path).toBe("/usr/bin/fold");
  });

  it("says so where there is no other fold", async () => {
    const { exit, io } = await run(["-w", "20"], { programs: {} });
    expect(exit).toBe(2);
    expect(documentOf(io)).toMatchObject({ outcome: "usage" });
    expect(io.said.stderr).toContain("no other fold on the PATH");
  });
});
