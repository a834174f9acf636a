import { execFileSync, spawnSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { openFold } from "@fold/sdk";
import { describe, expect, it } from "vitest";
import { fingerprint } from "./git/fingerprint.js";
import {
  clonedRepository,
  environment,
  gitIn,
  initRepository,
  NOW,
  repositoryAt,
  type TempRepository,
  tempFolder,
} from "./git/temp-repository.js";

const PROGRAM = fileURLToPath(new URL("../dist/main.js", import.meta.url));
if (!existsSync(PROGRAM)) throw new Error("git-desk is not built; run `npm run build` first");

const DAY_MS = 24 * 3600 * 1000;

function later(days: number): string {
  return new Date(Date.parse(NOW) + days * DAY_MS).toISOString();
}

function runProgram(args: readonly string[], { cwd, state }: { cwd: string; state: string }) {
  const env = { ...environment(), XDG_STATE_HOME: state };
  return spawnSync(process.execPath, [PROGRAM, ...args], { cwd, env, encoding: "utf8" });
}

/** The program at one repository, with a store in a folder of its own. */
function deskOf(repository: TempRepository) {
  const state = tempFolder();
  const look = (now = NOW, ...args: readonly string[]) => {
    const before = fingerprint(repository.path);
    const { status, stdout, stderr } = runProgram(
      [repository.path, "--now", now, "--verbose", ...args],
      { cwd: state, state },
    );
    expect(fingerprint(repository.path), "the repository was written to").toBe(before);
    expect([status, stderr]).toEqual([0, expect.any(String)]);
    return { stdout, log: stderr };
  };
  const dir = (): string => {
    const base = join(state, "fold", "git-desk");
    return join(base, readdirSync(base)[0] ?? "", ".fold");
  };
  const withFold = async <T>(use: (fold: Awaited<ReturnType<typeof openFold>>) => Promise<T>) => {
    const fold = await openFold(dir());
    try {
      return await use(fold);
    } finally {
      await fold.close();
    }
  };
  return {
    look,
    dir,
    entry: (id: string, now = NOW) =>
      withFold(async (fold) => (await fold.state({ now, entry: id })).entry),
    ids: (now = NOW) =>
      withFold(async (fold) => {
        const { root } = await fold.state({ now });
        return root.entries.map(({ id }) => id).sort();
      }),
    titlesIn: (layer: string, now = NOW) =>
      withFold(async (fold) => {
        const { root } = await fold.state({ now, layer });
        return root.entries.map(({ title }) => title);
      }),
    say: (id: string, text: string, now = NOW) =>
      withFold(async (fold) => {
        const request = { annotation_id: `say-${id}-${now}`, entry_id: id, text };
        return await fold.annotate(request, { actor: "you", now });
      }),
  };
}

/** A clone with a branch that was not pushed. */
function busyRepository() {
  const repository = clonedRepository();
  repository.git("checkout", "--quiet", "-b", "feature/login");
  repository.write("login.ts", "export const login = 1; // TODO: measure\n");
  repository.commit("login", "2026-06-29T00:00:00Z");
  return repository;
}

describe("run after run on a real repository", { timeout: 120_000 }, () => {
  it("declares, then checks, follows a rename, a merge and a deletion", async () => {
    const repository = busyRepository();
    const desk = deskOf(repository);

    const first = desk.look();
    expect(first.log).toMatch(/accepted as record 1, commit: 3 changes/);
    expect(first.stdout).toContain("feature/login: 1 commit not pushed");
    expect(await desk.ids()).toEqual(["branch:feature/login", "todos"]);

    const second = desk.look();
    expect(second.log).toMatch(/accepted as record 2, checked: 0 changes/);
    expect(second.stdout).toContain("Nothing changed since the last look.");

    repository.git("branch", "--move", "feature/login", "feature/sign-in");
    desk.look();
    expect(await desk.entry("branch:feature/login")).toMatchObject({
      status: "superseded",
      successor: "branch:feature/sign-in",
    });

    repository.git("checkout", "--quiet", "main");
    repository.git("merge", "--quiet", "--no-ff", "-m", "merge", "feature/sign-in");
    desk.look();
    expect(await desk.entry("branch:feature/sign-in")).toMatchObject({
      status: "superseded",
      successor: "merged:feature/sign-in",
    });

    repository.git("branch", "--delete", "feature/sign-in");
    desk.look();
    expect(await desk.entry("merged:feature/sign-in")).toMatchObject({
      status: "withdrawn",
      reason: { code: "done" },
    });
  });

  it("puts aside for 7 days what is 'not now', and keeps what is 'mine'", async () => {
    const repository = busyRepository();
    repository.write("notes.txt", "a thought\n");
    const desk = deskOf(repository);
    desk.look();

    await desk.say("branch:feature/login", "not now");
    await desk.say("worktree:changes", "mine");
    const { stdout } = desk.look();
    expect(stdout).toContain("You said about branch:feature/login: not now\n  → Put aside until");
    expect(await desk.ids()).toEqual(["todos", "worktree:changes"]);
    expect(await desk.entry("branch:feature/login")).toMatchObject({
      status: "withdrawn",
      reason: { code: "deferred", until: later(7) },
    });
    expect(await desk.entry("worktree:changes")).toMatchObject({
      title: expect.stringMatching(/^Yours: /),
      tier: "XXS",
    });

    desk.look(later(6.9));
    expect(await desk.ids()).not.toContain("branch:feature/login");
    desk.look(later(7));
    expect(await desk.ids()).toContain("branch:feature/login");
    expect(await desk.entry("branch:feature/login")).toMatchObject({ status: "active" });
  });

  it("answers a refusal for want of budget, and its log shows both", async () => {
    const repository = initRepository();
    repository.commit("begin", "2026-01-01T00:00:00Z");
    const lines = Array.from({ length: 150 }, (_, index) => `// TODO: number ${index}\n`);
    repository.write("many.ts", lines.join(""));
    const desk = deskOf(repository);
    const { log, stdout } = desk.look();
    expect(log).toContain("refused: layer todos: budget 64, declared 150, over by 86");
    expect(log).toContain("decided again: folded 87 matters of layer todos into one");
    expect(log).toMatch(/-2 accepted as record 1, commit/);
    expect(await desk.titlesIn("todos")).toContainEqual(
      expect.stringContaining("And 87 smaller matters"),
    );
    expect(stdout).toContain("Fold refused 1 batch for want of budget");
    expect(desk.look().stdout).toContain("Nothing changed since the last look.");
    const saved = readFileSync(join(desk.dir(), "..", "git-desk.log"), "utf8");
    expect(saved).toContain("budget 64, declared 150, over by 86");
  });

  it("prints commands that a shell takes as they are", () => {
    const repository = busyRepository();
    const desk = deskOf(repository);
    for (const name of ["it's here", "line\nfeed \\"]) {
      const store = join(tempFolder(), name, ".fold");
      const { stdout } = desk.look(NOW, "--store", store);
      const commands = stdout.split("\n").filter((line) => line.startsWith("  npx fold "));
      expect(commands).toHaveLength(5);
      for (const command of commands) {
        const script = `npx() { printf '%s\\0' "$@"; }; ${command}`;
        const words = execFileSync("bash", ["-c", script], { encoding: "utf8" }).split("\0");
        expect(words[3]).toBe(realpathSync(store));
      }
    }
  });

  it("says where its commands work, if it is told", () => {
    const desk = deskOf(busyRepository());
    expect(desk.look().stdout).not.toContain("These commands work in");
    const english = desk.look(NOW, "--commands-from", "/my clone").stdout;
    expect(english).toMatch(/These commands work in '\/my clone':\n\nLook further:\n {2}npx fold /);
    const chinese = desk.look(NOW, "--commands-from", "/clone", "--lang", "zh").stdout;
    expect(chinese).toContain("以下命令在 /clone 中运行：");
  });

  it("offers to put the least of the root layer aside, and no risk", () => {
    const repository = busyRepository();
    repository.write(".env", "A=1\n");
    const desk = deskOf(repository);
    expect(desk.look().stdout).toMatch(/annotate .* --entry todos --text "not now"/);

    const risky = initRepository();
    risky.write(".env", "A=1\n");
    risky.write(".env.production", "A=1\n");
    const { stdout } = deskOf(risky).look();
    expect(stdout).toMatch(/annotate .* --entry worktree:changes --text "not now"/);
  });

  it("prints the command that has back what was put aside", async () => {
    const desk = deskOf(busyRepository());
    desk.look();
    await desk.say("branch:feature/login", "not now");
    const { stdout } = desk.look();
    expect(stdout).toMatch(/Have back .*\n {2}npx .* --entry branch:feature\/login --text "now"/);
    await desk.say("branch:feature/login", "now", later(1));
    expect(desk.look(later(1)).stdout).toContain(
      "→ It is back; it was put aside until 2026-07-07.",
    );
    expect(await desk.ids(later(1))).toContain("branch:feature/login");
  });

  it("says of a quiet repository that it is the first look, and what to do", () => {
    const repository = clonedRepository();
    const desk = deskOf(repository);
    const first = desk.look().stdout;
    expect(first).toContain("First look: nothing is open here.\n");
    expect(first).toContain(`echo "TODO: say hello" >> '${repository.path}/hello.txt'`);
    expect(first).not.toMatch(/Nothing changed|annotate/);
    expect(desk.look().stdout).toContain(
      "Nothing changed since the last look.\nNothing is open here.\n",
    );
    repository.write("hello.txt", "TODO: say hello\n");
    expect(desk.look().stdout).toContain("TODO in hello.txt: say hello");
  });

  it("claims nothing of a bare clone that it cannot know", () => {
    const seed = initRepository();
    seed.commit("begin", "2026-06-29T00:00:00Z");
    const bare = tempFolder();
    gitIn(bare, ["clone", "--quiet", "--bare", seed.path, "."]);
    const { stdout } = deskOf(repositoryAt(bare)).look();
    expect(stdout).toContain("git-desk: what is pushed is not known");
    expect(stdout).not.toMatch(/not pushed|checked out|hello\.txt/);
  });

  it("speaks Chinese", async () => {
    const desk = deskOf(busyRepository());
    const { stdout } = desk.look(NOW, "--lang", "zh");
    expect(stdout).toContain(`存储位置：${desk.dir()}`);
    await desk.say("branch:feature/login", "以后再说");
    const answered = desk.look(NOW, "--lang", "zh").stdout;
    expect(answered).toContain("你说：以后再说\n  → 已搁置到 2026-07-07");
    expect(answered).toContain('--text "现在"');
    expect(answered).not.toMatch(/：[ \t]/);
    expect(stdout).toContain('--text "以后再说"');
  });
});

describe("what it refuses", { timeout: 60_000 }, () => {
  const at = (cwd: string, ...args: readonly string[]) =>
    runProgram(args, { cwd, state: join(cwd, "state") });

  it.each([
    [["--colour"], "--colour"],
    [["a", "b"], "one PATH"],
    [["--now", "yesterday"], "--now"],
    [["--lang", "fr"], "--lang"],
  ])("the command line %j", (args, word) => {
    const { status, stdout, stderr } = at(tempFolder(), ...args);
    expect([status, stdout]).toEqual([2, ""]);
    expect(stderr).toContain(word);
  });

  it("a folder that is no repository", () => {
    const folder = tempFolder();
    const { status, stderr } = at(folder);
    expect(status).toBe(8);
    expect(stderr).toContain("git opens no repository");
    expect(readdirSync(folder)).toEqual([]);
  });

  it("a path that is a file, and one that does not exist", () => {
    const folder = tempFolder();
    writeFileSync(join(folder, "afile"), "");
    const file = at(folder, "afile");
    expect([file.status, file.stderr]).toEqual([8, expect.stringContaining("afile is a file;")]);
    const missing = at(folder, "zh");
    expect(missing.status).toBe(8);
    expect(missing.stderr).toContain("There is no folder at");
    expect(missing.stderr).toContain("(options go behind `npm start -- `)");
  });

  it("a store inside of the repository, also by a link or by chance", () => {
    const { path } = initRepository();
    const outside = tempFolder();
    symlinkSync(path, join(outside, "link"));
    mkdirSync(join(path, "home"));
    const before = fingerprint(path);
    const choices = [
      ["--store", join(path, ".fold")],
      ["--store", join(path, ".git", "fold")],
      ["--store", join(outside, "link", "fold")],
    ];
    for (const args of choices) expect(at(outside, path, ...args).status).toBe(2);
    const state = join(path, "home");
    expect(runProgram([path], { cwd: outside, state }).status).toBe(2);
    expect(fingerprint(path)).toBe(before);
  });

  it("nothing when it is asked for help", () => {
    const { status, stdout } = at(tempFolder(), "--help");
    expect(status).toBe(0);
    expect(stdout).toMatch(/^Usage: git-desk \[PATH\]/);
    expect(stdout).toContain("npm start -- [PATH] [options]");
    expect(stdout).toContain("titles and summaries stay English");
  });
});
