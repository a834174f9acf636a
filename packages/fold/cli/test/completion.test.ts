import { execaSync } from "execa";
import { describe, expect, it } from "vitest";
import { main } from "../src/main.js";
import { fakeIo } from "./fake-io.js";

async function scriptFor(shell: string): Promise<string> {
  const io = fakeIo();
  expect(await main(["completion", shell], io)).toBe(0);
  return io.said.stdout;
}

/** What bash would offer for a line that ends in the word to complete. */
async function offered(line: string, complete = "_fold"): Promise<readonly string[]> {
  const words = line.split(" ").map((word) => `'${word}'`);
  const script = `${await scriptFor("bash")}
COMP_WORDS=(${words.join(" ")}); COMP_CWORD=${words.length - 1}; ${complete}; printf '%s\\n' "\${COMPREPLY[@]}"`;
  return execaSync("bash", ["-c", script]).stdout.split("\n");
}

describe("completion", () => {
  it("offers the commands in bash", async () => {
    expect(await offered("fold s")).toEqual(["state"]);
  });

  it("offers the options of a command and the values of an option in bash", async () => {
    expect(await offered("fold history --li")).toEqual(["--lineage", "--limit"]);
    expect(await offered("fold state --format ")).toEqual(["json", "brief"]);
  });

  it("offers the options of fold-doctor in bash", async () => {
    expect(await offered("fold-doctor --fo", "_fold_doctor")).toEqual(["--format"]);
    expect(await offered("fold-doctor --lang ", "_fold_doctor")).toEqual(["en", "zh"]);
  });

  it.each(["zsh", "fish"])("names every option for %s", async (shell) => {
    const script = await scriptFor(shell);
    for (const option of ["min-tier", "actor", "whole", "jsonl", "salvage"])
      expect(script).toContain(option);
  });
});
