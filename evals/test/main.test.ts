/** The command line as a process: exit codes, files, Ctrl-C. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { execa } from "execa";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { builtProgram } from "../src/driver/desk.js";

const MAIN = pathToFileURL(builtProgram("main.js")).href;
const SKILL = fileURLToPath(new URL("skill", import.meta.url));
const CAREFUL = `node '${builtProgram("scripted/agent.js")}' careful`;
const XL = `node '${builtProgram("scripted/agent.js")}' always-xl`;
const ONE = ["--cases", "school-trip-form", "--skill", SKILL];

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "fold-evals-main-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function evals(...argv: readonly string[]) {
  return evalsIn(folder, ...argv);
}

/** With a folder of its own for what is temporary. */
function evalsIn(temporary: string, ...argv: readonly string[]) {
  const code = `const { main } = await import("${MAIN}");
    process.exitCode = await main(process.argv.slice(1));`;
  const args = ["--input-type=module", "-e", code, "--", ...argv];
  return execa(process.execPath, args, { reject: false, env: { TMPDIR: temporary } });
}

describe("a command line that makes no sense ends with 2 and says what is wrong", () => {
  test.each([
    [[], "--agent-cmd"],
    [["--agent-cmd", " "], "--agent-cmd"],
    [["--agent-cmd", "x", "--only", "kindness"], "there is no kindness"],
    [["--agent-cmd", "x", "--cases", "nowhere"], "there is no case nowhere"],
    [["--agent-cmd", "x", "--cases", "disk-alert", "--only", "refusal"], "leave no case"],
    [["--agent-cmd", "x", "--repeats", "0"], "--repeats"],
    [["--agent-cmd", "x", "--jobs", "1.5"], "--jobs"],
    [["--agent-cmd", "x", "--seed", "-1"], "--seed"],
    [["--agent-cmd", "x", "--timeout-seconds", "0"], "--timeout-seconds"],
    [["--agent-cmd", "x", "--format", "html"], "--format"],
    [["--agent-cmd", "x", "--skill", "/nowhere"], "SKILL.md"],
    [["--agent-cmd", "x", "stray"], "stray"],
    [["--compare", "one.json"], "--compare"],
    [["--compare", "/nowhere.json", "/nowhere.json"], "/nowhere.json"],
    [["--what"], "--what"],
  ])("%j", async (argv, word) => {
    const { exitCode, stdout, stderr } = await evals(...argv);
    expect(exitCode).toBe(2);
    expect(stdout).toBe("");
    expect(stderr).toContain(word);
  });
});

test("--help prints the help and ends with 0", async () => {
  const { exitCode, stdout } = await evals("--help");
  expect(exitCode).toBe(0);
  expect(stdout).toContain("--timeout-seconds");
});

test("a command that cannot be started ends with 3", async () => {
  const { exitCode, stdout } = await evals("--agent-cmd", "no-such-agent", ...ONE);
  expect(exitCode).toBe(3);
  expect(stdout).toContain("2 of 2 trials failed: exit code 127");
});

test("two runs are measured, written, and compared case by case", async () => {
  const [a, b] = [join(folder, "a.json"), join(folder, "b.json")];
  const [first, second] = await Promise.all([
    evals("--agent-cmd", XL, ...ONE, "--json", a),
    evals("--agent-cmd", CAREFUL, ...ONE, "--json", b, "--format", "markdown"),
  ]);
  // Whatever the scores, it was measured.
  expect([first.exitCode, second.exitCode]).toEqual([0, 0]);
  expect(first.stdout).toMatch(/agreement +0\.0 % +0\/1/);
  expect(second.stdout).toContain("| agreement | 100.0 % | 1/1 | 1 |");
  const compared = await evals("--compare", a, b);
  expect(compared.exitCode).toBe(0);
  expect(compared.stdout).toMatch(/agreement +0\.0 % +100\.0 % +\+100\.0 +too few cases +1\/0\/0/);

  const results = JSON.parse(readFileSync(b, "utf8"));
  writeFileSync(b, JSON.stringify({ ...results, summary: { ...results.summary, total: 1 } }));
  const refused = await evals("--compare", a, b);
  expect(refused.exitCode).toBe(2);
  expect(refused.stderr).toContain("summary.total");

  const changed = results.cases.map((one: object) => ({ ...one, digest: "another" }));
  writeFileSync(b, JSON.stringify({ ...results, cases: changed }));
  const apart = await evals("--compare", a, b);
  expect(apart.exitCode).toBe(2);
  expect(apart.stderr).toContain("no case in common");
});

test("Ctrl-C ends the agents, leaves nothing behind, and ends with 130", async () => {
  const mark = join(folder, "begun");
  const temporary = mkdtempSync(join(folder, "interrupted-"));
  const running = evalsIn(temporary, "--agent-cmd", `touch '${mark}'; sleep 600`, ...ONE);
  while (!existsSync(mark)) await new Promise(setImmediate);
  running.kill("SIGINT");
  const { exitCode } = await running;
  expect(exitCode).toBe(130);
  expect(readdirSync(temporary)).toEqual([]);
});
