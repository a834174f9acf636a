import { copyFileSync, mkdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { execa } from "execa";
import { describe, expect, it, onTestFinished } from "vitest";
import { BIN, batch, commit, declare, temporary } from "./fold-process.js";

/** Grows by a fifth at most before somebody has to say why: each start reads all of it. */
const BUNDLE_BYTES_MAX = 225_000;

const BUNDLE = fileURLToPath(new URL("../../dist/main.cjs", import.meta.url));

/** What a run of the command has loaded of what it could. */
async function loadedBy(args: readonly string[]) {
  const script = `
    process.argv.splice(1, 0, "fold");
    process.on("exit", () => process.stderr.write(JSON.stringify({
      zod: "__zod_globalRegistry" in globalThis,
      builtIns: process.moduleLoadList.filter((name) => name.startsWith("NativeModule ")),
    })));
    require(${JSON.stringify(BIN)}).start("foldctl", ${JSON.stringify(BIN)});`;
  const ran = await execa(process.execPath, ["-e", script, "--", ...args]);
  const { zod, builtIns } = JSON.parse(ran.stderr);
  return { zod, childProcess: builtIns.includes("NativeModule child_process") };
}

describe("starting", () => {
  it("state and history load neither the schemas nor the means to start processes", async () => {
    const dir = join(temporary(onTestFinished), ".fold");
    await commit(dir, batch("b1", declare("one")));
    const nothing = { zod: false, childProcess: false };
    expect(await loadedBy(["state", "--dir", dir])).toEqual(nothing);
    expect(await loadedBy(["history", "--dir", dir])).toEqual(nothing);
  });

  it("a plain request needs no schemas, and another one loads them", async () => {
    const top = temporary(onTestFinished);
    const dir = join(top, ".fold");
    await commit(dir, batch("b1", declare("one")));
    const file = join(top, "batch.json");
    const write = ["commit", "--dir", dir, "--actor", "a", file];
    writeFileSync(file, batch("b2", { op: "patch", id: "one", title: "Two" }));
    expect((await loadedBy(write)).zod).toBe(false);
    const note = ["annotate", "--dir", dir, "--actor", "a", "--whole", "--text", "t"];
    expect((await loadedBy(note)).zod).toBe(false);
    writeFileSync(file, batch("b3", { op: "budget", layer: null, budget: 128 }));
    expect((await loadedBy(write)).zod).toBe(true);
  });

  it("reads one bundle of bounded size", () => {
    expect(statSync(BUNDLE).size).toBeLessThan(BUNDLE_BYTES_MAX);
  });

  it.each([
    ["is missing", null],
    ["is of another version", Buffer.from("compiled by some other V8")],
  ])("works where what was compiled %s", async (_name, saved) => {
    const top = temporary(onTestFinished);
    for (const folder of ["bin", "dist"]) mkdirSync(join(top, folder));
    copyFileSync(BIN, join(top, "bin", "fold.cjs"));
    copyFileSync(BUNDLE, join(top, "dist", "main.cjs"));
    if (saved !== null) writeFileSync(join(top, "dist", "main.cjs.read.cache"), saved);
    const ran = await execa(process.execPath, [join(top, "bin", "fold.cjs"), "--version"]);
    expect(ran.stdout).toMatch(/^\d+\.\d+\.\d+$/);
  });
});
