/** What stands in the way of `fold-doctor`: no file where the log should be, no room for the copy. */
import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { answerSchema } from "@fold/contracts";
import { describe, expect, it, onTestFinished } from "vitest";
import { annotate, foldDoctor, linesIn } from "./doctor-process.js";
import { fold, temporary } from "./fold-process.js";

const PUT: Readonly<Record<string, (path: string) => void | Promise<void>>> = {
  "a pipe": (path) => {
    execFileSync("mkfifo", [path]);
  },
  "a device": (path) => symlinkSync("/dev/zero", path),
  "a directory": (path) => mkdirSync(path),
  "a socket": (path) =>
    new Promise((resolve) => {
      const server = createServer().listen(path, resolve);
      onTestFinished(() => void server.close());
    }),
};

describe.skipIf(process.platform === "win32")("in the place of the log", () => {
  it.each(Object.entries(PUT))("%s is refused at once by all, and named", async (_what, put) => {
    const top = temporary(onTestFinished);
    const dir = join(top, "store");
    await annotate(dir, ["n1"]);
    rmSync(join(dir, "events.jsonl"));
    await put(join(dir, "events.jsonl"));
    const batch = join(top, "batch.json");
    writeFileSync(batch, JSON.stringify({ batch_id: "b", declarations: [] }));
    // A command that waited would be ended, and have no exit code.
    const options = { timeout: 10_000 };
    const runs = await Promise.all([
      fold(["state", "--dir", dir], options),
      fold(["history", "--dir", dir], options),
      fold(["commit", "--dir", dir, "--actor", "a", batch], options),
      fold(["annotate", "--dir", dir, "--actor", "a", "--whole", "--text", "t"], options),
      foldDoctor([dir], options),
      foldDoctor([dir, "--salvage", join(top, "out")], options),
    ]);
    for (const { exitCode, stdout, stderr } of runs) {
      expect(exitCode).toBe(5);
      const answer = answerSchema.parse(JSON.parse(stdout));
      expect(answer).toMatchObject({ outcome: "unavailable", reason: "not_a_file" });
      expect(stderr).toContain("something that is not a file has the name of a file of the store");
      expect(stderr).toMatch(/Detail: .*events\.jsonl is (?:a directory|not a file)/);
    }
  });
});

describe("a copy for which there is no room", () => {
  it("is none: nothing is left that opens as a store", async (context) => {
    const top = temporary(onTestFinished);
    const dir = join(top, "store");
    const ids = Array.from({ length: 100 }, (_, at) => `n${at}`);
    await annotate(dir, ids, "x".repeat(4000));
    const small = join(top, "small");
    mkdirSync(small);
    if (!mountSmall(small)) return context.skip("mounting is not allowed here");
    const out = join(small, "out");
    const { exitCode, stdout, stderr } = await foldDoctor([dir, "--salvage", out]);
    expect(exitCode).toBe(11);
    expect(answerSchema.parse(JSON.parse(stdout))).toMatchObject({
      outcome: "copy_failed",
      reason: "no_space",
      out,
    });
    expect(stderr).toContain(`No copy was made: there is not enough space for the copy in ${out}.`);
    expect(stderr).toContain("Make room there, or name another place with --salvage OUT.");
    expect(stderr).not.toContain("send the same again");
    expect(readdirSync(out)).toEqual([]);
    expect((await fold(["state", "--dir", out])).exitCode).toBe(10);
    expect(linesIn(dir)).toHaveLength(100);
  });
});

/** 256 KiB for a log of more than that. */
function mountSmall(path: string): boolean {
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=256k", "tmpfs", path], { stdio: "ignore" });
  } catch {
    return false;
  }
  onTestFinished(() => {
    execFileSync("umount", ["-l", path], { stdio: "ignore" });
  });
  return true;
}
