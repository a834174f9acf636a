import { existsSync } from "node:fs";
import { join } from "node:path";
import { openFold } from "@fold/sdk";
import { execa } from "execa";
import { describe, expect, it, onTestFinished } from "vitest";
import { DOCTOR, foldDoctor } from "./doctor-process.js";
import { temporary } from "./fold-process.js";

/** What a person at a terminal sees, who has standard output in a file. */
async function seen(dir: string, env: Record<string, string>): Promise<string> {
  const command = `exec '${process.execPath}' '${DOCTOR}' '${dir}' > '${dir}.printed'`;
  const { stdout } = await execa("script", ["-qec", command, "/dev/null"], {
    stdin: "ignore",
    env: { TERM: "xterm", SHELL: "/bin/sh", ...env },
    stripFinalNewline: false,
  });
  return stdout;
}

/** A log of more than 4 MiB in few records. */
async function longStore(): Promise<string> {
  const dir = join(temporary(onTestFinished), "store");
  const fold = await openFold({ dir, init: true });
  const text = "🦄".repeat(250_000);
  const entry = {
    title: "Long",
    tier: "XS",
    kind: "info",
    sources: [{ id: "s", origin: "o", text }],
  };
  for (const id of ["a", "b", "c"]) {
    const batch = { batch_id: id, declarations: [{ op: "declare" as const, id, ...entry }] };
    const receipt = await fold.commit(batch, { actor: "a", now: "2026-11-30T09:00:00.000Z" });
    expect(receipt.outcome).toBe("accepted");
  }
  await fold.close();
  return dir;
}

/** Back to the start of the line, and all of it empty. */
const ERASE = "\r\u001b[K";

describe.skipIf(!existsSync("/usr/bin/script"))("at a terminal", () => {
  it("a long log has a progress bar, which goes away; off one and on a dumb one it has none", async () => {
    const dir = await longStore();
    const shown = await seen(dir, {});
    const bars = shown.split(ERASE);
    expect(bars.length).toBeGreaterThan(2);
    expect([bars[0], bars.at(-1)]).toEqual(["", ""]);
    expect(bars[1]).toMatch(/^checking \[#*\.*\] +\d+% {2}\d+\/\d+ MB$/);
    expect(await seen(dir, { TERM: "dumb" })).toBe("");
    const { exitCode, stderr } = await foldDoctor([dir]);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "" });
  });
});
