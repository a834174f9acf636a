/** The commands that are printed are typed into a shell, whatever the store is called. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { execa } from "execa";
import { describe, expect, it, onTestFinished } from "vitest";
import { annotate, foldDoctor, linesIn } from "./doctor-process.js";
import { fold, temporary } from "./fold-process.js";

const ROOT = fileURLToPath(new URL("../../../../..", import.meta.url));

const NAMES = [
  "-leads with a space",
  'it\'s "quoted" $HOME `id` \\ !',
  "line\nfeed\tand\u001b[31mescape\u202ereversed",
  "中文 名字",
];

/** As for somebody whom npm did not help to the program. */
const BY_PATH = { FOLD_DIR: "", npm_command: undefined };

/** A store of three records, the last two of which stand on one line. */
async function gluedStore(dir: string): Promise<void> {
  await annotate(dir, ["n1", "n2", "n3"]);
  const [first, ...rest] = linesIn(dir);
  writeFileSync(join(dir, "events.jsonl"), `${first}\n${rest.join("")}\n`);
}

describe.skipIf(process.platform === "win32")("the commands that fold-doctor prints", () => {
  it.each(NAMES)("work as they are in bash for a store called %j", async (name) => {
    const top = temporary(onTestFinished);
    const dir = join(top, name);
    await gluedStore(dir);
    const { stdout } = await foldDoctor([dir], { env: BY_PATH });
    const commands = stdout
      .split("\n")
      .filter((line) => /^ {2}(?:\S*node|fold|npx|mv) /.test(line));
    expect(commands).toHaveLength(3);
    const ran = await execa("bash", ["-c", commands.map((line) => line.trim()).join("\n")], {
      cwd: "/",
      env: BY_PATH,
      reject: false,
    });
    expect(ran.stderr).toBe("");
    expect(ran.exitCode).toBe(0);
    expect(linesIn(dir)).toHaveLength(3);
    expect(existsSync(join(`${dir}-damaged`, "events.jsonl"))).toBe(true);
    expect(existsSync(`${dir}-salvaged`)).toBe(false);
  });
});

it("whoever was helped by npx is told to use it", async () => {
  const dir = join(temporary(onTestFinished), "store");
  await gluedStore(dir);
  const { stdout } = await foldDoctor([dir], { env: { FOLD_DIR: "", npm_command: "exec" } });
  const [, command = ""] = /\n {2}(npx fold-doctor .*)\n/.exec(stdout) ?? [];
  const ran = await execa("bash", ["-c", command], { cwd: ROOT, reject: false });
  // The copy was made of what is damaged.
  expect(ran.exitCode).toBe(6);
  expect(linesIn(`${dir}-salvaged`)).toHaveLength(3);
});

describe("a damaged log", () => {
  it("is told by every command with the way to fold-doctor, which works as it is", async () => {
    const dir = join(temporary(onTestFinished), "it's");
    await gluedStore(dir);
    const batch = join(dirname(dir), "batch.json");
    writeFileSync(batch, JSON.stringify({ batch_id: "b", declarations: [] }));
    for (const args of [
      ["state"],
      ["history"],
      ["commit", "--actor", "a", batch],
      ["annotate", "--actor", "a", "--whole", "--text", "t"],
    ]) {
      const { exitCode, stderr } = await fold([...args, "--dir", dir], { env: BY_PATH });
      expect(exitCode).toBe(6);
      const command = /says: (.*)\n/.exec(stderr)?.[1] ?? "";
      const doctored = await execa("bash", ["-c", command], { reject: false });
      expect(doctored.exitCode).toBe(6);
      expect(doctored.stdout).toContain("two records stand on one line");
    }
    expect(readFileSync(join(dir, "events.jsonl"), "utf8").split("\n")).toHaveLength(3);
  });
});
