/** `fold state --overview` as a process: what it leaves behind when all goes well, and when not. */
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { execa } from "execa";
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { BIN, batch, commit, declare, fold, foldJson, temporary } from "./fold-process.js";

const NOW = ["--now", "2026-11-30T09:00:00Z"];

let top: string;
let store: string;
let out: string;

beforeEach(async () => {
  top = temporary(onTestFinished);
  store = join(top, ".fold");
  out = join(top, "out");
  await commit(store, batch("b1", declare("one", { tier: "XL" }), declare("two", { tier: "S" })));
  await commit(store, batch("b2", { op: "patch", id: "two", tier: "M" }));
});

const draw = (...more: readonly string[]): string[] => [
  "state",
  "--dir",
  store,
  ...NOW,
  "--overview",
  out,
  ...more,
];

/** The browser that the renderer finds, so that a test can wrap it. */
async function realBrowser(): Promise<string> {
  const script = `import { findBrowser } from "@fold/render-overview";
    const found = findBrowser(process.env);
    if (!found.ok) throw new Error(found.message);
    process.stdout.write(found.path);`;
  const args = ["--input-type=module", "-e", script];
  const { stdout } = await execa(process.execPath, args, { cwd: dirname(BIN) });
  return stdout;
}

const readJson = (name: string) => JSON.parse(readFileSync(join(out, name), "utf8"));

/** As after a run that went well: what must not be taken for the result of a later one. */
function leaveOldPicture(): void {
  mkdirSync(out, { recursive: true });
  writeFileSync(join(out, "overview.json"), "{}");
  writeFileSync(join(out, "overview-1-1.png"), "old");
  writeFileSync(join(out, "mine.txt"), "mine");
}

async function expectHonestFailure(
  ran: Awaited<ReturnType<typeof foldJson>>,
  stage: string,
): Promise<void> {
  expect(ran.exitCode).toBe(8);
  expect(ran.json).toMatchObject({ schema: "fold.state/1", event_seq: 2 });
  expect(ran.stderr).toContain("only the image is missing");
  expect(readdirSync(out).sort()).toEqual(["mine.txt", "overview.failed.json"]);
  const note = readJson("overview.failed.json");
  expect(note).toMatchObject({ stage, source_event_seq: 2 });
  expect(ran.stderr).toContain(note.reason);
}

it.runIf(process.platform === "linux")(
  "ends also where a folder can neither be found nor be made",
  async () => {
    const ran = await fold(["state", "--dir", store, ...NOW, "--overview", "/proc/none", "--html"]);
    expect(ran.exitCode).toBe(8);
    expect(JSON.parse(ran.stdout)).toMatchObject({ schema: "fold.state/1", event_seq: 2 });
    expect(ran.stderr).toContain("/proc/none cannot be used");
  },
);

describe("drawing", () => {
  it("prints the state and leaves the picture and its manifest", async () => {
    leaveOldPicture();
    const plain = await fold(["state", "--dir", store, ...NOW]);
    const ran = await fold(draw());
    expect(ran.stderr).toContain("overview-2-1.png");
    expect(ran.exitCode).toBe(0);
    expect(ran.stdout).toBe(plain.stdout);
    expect(readdirSync(out).sort()).toEqual(["mine.txt", "overview-2-1.png", "overview.json"]);
    expect(readJson("overview.json")).toMatchObject({
      schema: "fold.overview/1",
      source_event_seq: 2,
      format: "png",
      baseline: null,
      pages: [{ file: "overview-2-1.png", layer: null, budget: 64, used: 40, free: 24 }],
    });
  });

  it("with --since prints the diff and draws it", async () => {
    const plain = await fold(["state", "--dir", store, ...NOW, "--since", "1"]);
    const ran = await fold(draw("--since", "1", "--html", "--top", "1", "--lang", "zh"));
    expect(ran.exitCode).toBe(0);
    expect(ran.stdout).toBe(plain.stdout);
    expect(readJson("overview.json")).toMatchObject({
      format: "html",
      lang: "zh",
      baseline: { event_seq: 1 },
      selection: { top: 1, hidden: { entries: 1, attention: "1/8" } },
      changes_left_out: [{ id: "two", changes: ["up"] }],
    });
  });

  it("with --html needs no browser", async () => {
    const ran = await fold(draw("--html"), { env: { PATH: "/nowhere", FOLD_BROWSER: "" } });
    expect(ran.exitCode).toBe(0);
    expect(readdirSync(out).sort()).toEqual(["overview-2.html", "overview.json"]);
  });

  it("loads nothing of the renderer for a plain state", async () => {
    const script = `process.argv.splice(1, 0, "fold");
      require(${JSON.stringify(BIN)}).load("state").exports.start(
        { name: "foldctl", path: ${JSON.stringify(BIN)} },
        (id) => { process.stderr.write("asked for " + id); return import(id); });`;
    const args = ["-e", script, "--", "state", "--dir", store];
    const plain = await execa(process.execPath, args);
    expect(plain.stderr).toBe("");
    const drawing = await execa(process.execPath, [...args, "--overview", out, "--html"]);
    expect(drawing.stderr).toContain("asked for @fold/render-overview");
  });
});

describe("a failure is honest", () => {
  beforeEach(leaveOldPicture);

  it("without any browser", async () => {
    const ran = await foldJson(draw(), { env: { PATH: "/nowhere", FOLD_BROWSER: "" } });
    await expectHonestFailure(ran, "browser");
    expect(ran.stderr).toContain("apt-get install chromium-headless-shell");
  });

  it("with a FOLD_BROWSER that is not there, or is no browser", async () => {
    const missing = await foldJson(draw(), { env: { FOLD_BROWSER: "/no/such/browser" } });
    await expectHonestFailure(missing, "browser");
    leaveOldPicture();
    const other = await foldJson(draw(), { env: { FOLD_BROWSER: "/bin/false" } });
    await expectHonestFailure(other, "browser");
    expect(other.stderr).toContain(
      "/bin/false did not start as a browser: it ended with exit code 1. Install one",
    );
  });

  it.each([
    ["opens the page", "Page.setLifecycleEventsEnabled", ["browser", "draw"]],
    ["takes the picture", "Page.captureScreenshot", ["draw"]],
  ])("when the browser is killed as it %s", async (_what, command, stages) => {
    const browser = await realBrowser();
    // A browser that hands on what it is told, and is killed at the first such command.
    const wrapper = join(top, "browser");
    const script = `#!${process.execPath}
      const { spawn } = require("node:child_process");
      const { createReadStream, createWriteStream } = require("node:fs");
      const stdio = ["ignore", "ignore", "inherit", "pipe", "pipe"];
      const browser = spawn(${JSON.stringify(browser)}, process.argv.slice(2), { stdio, detached: true });
      const kill = () => process.kill(-browser.pid, "SIGKILL");
      browser.on("exit", () => process.kill(process.pid, "SIGKILL"));
      browser.stdio[4].pipe(createWriteStream(null, { fd: 4 })).on("error", () => {});
      browser.stdio[3].on("error", () => {});
      createReadStream(null, { fd: 3 }).on("data", (told) => {
        if (told.includes(${JSON.stringify(command)})) kill();
        else browser.stdio[3].write(told);
      }).on("end", kill);`;
    writeFileSync(wrapper, script, { mode: 0o755 });
    const ran = await foldJson(draw(), { env: { FOLD_BROWSER: wrapper } });
    expect(ran.exitCode).toBe(8);
    const { stage } = readJson("overview.failed.json");
    expect(stages).toContain(stage);
    await expectHonestFailure(ran, stage);
  });

  it("when no file of that size can be written", async () => {
    // A limit of 4 KiB for each file: the note has room, the page has not.
    const command = 'ulimit -f 4; exec "$@"';
    const args = ["-c", command, "bash", process.execPath, BIN, ...draw("--html")];
    const result = await execa("bash", args, { reject: false, stripFinalNewline: false });
    const { exitCode, stdout, stderr } = result;
    const ran = { exitCode, signal: undefined, stdout, stderr, json: JSON.parse(stdout) };
    await expectHonestFailure(ran, "write");
  });

  it("when the folder lies in the store, itself or by a link", async () => {
    const before = readdirSync(store);
    const within = await foldJson(["state", "--dir", store, "--overview", join(store, "a", "b")]);
    expect(within).toMatchObject({ exitCode: 8, json: { event_seq: 2 } });
    symlinkSync(store, join(top, "link"));
    const linked = await foldJson(["state", "--dir", store, "--overview", join(top, "link")]);
    expect(linked).toMatchObject({ exitCode: 8, json: { event_seq: 2 } });
    expect(linked.stderr).toContain("lies in the store");
    expect(readdirSync(store)).toEqual(before);
  });

  it("when something else stands where the folder should be", async () => {
    const file = join(top, "file");
    writeFileSync(file, "mine");
    const ran = await foldJson(["state", "--dir", store, "--overview", file]);
    expect(ran).toMatchObject({ exitCode: 8, json: { event_seq: 2 } });
    expect(ran.stderr).toContain(`${file} cannot be used: something that is no folder stands at`);
    expect(ran.stderr).toContain("move it away, or name another folder (EEXIST). ");
    expect(readFileSync(file, "utf8")).toBe("mine");
    mkdirSync(join(out, "overview-7-1.png"));
    const folder = await foldJson(draw());
    expect(folder).toMatchObject({ exitCode: 8, json: { event_seq: 2 } });
    expect(folder.stderr).toContain(`a folder stands at ${join(out, "overview-7-1.png")}`);
  });

  const somebody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

  it("when the folder may only be read", async () => {
    chmodSync(top, 0o755);
    chmodSync(out, 0o555);
    const ran = await foldJson(draw(), { ...somebody, cwd: "/", env: { HOME: "/tmp" } });
    expect(ran).toMatchObject({ exitCode: 8, json: { event_seq: 2 } });
    expect(ran.stderr).toContain("EACCES");
    expect(ran.stderr).toContain("they are of an earlier state");
    expect(existsSync(join(out, "overview-2-1.png"))).toBe(false);
  });

  const canMount = process.platform === "linux" && process.getuid?.() === 0;

  it.skipIf(!canMount)("when the disk is full", async () => {
    await execa("mount", ["-t", "tmpfs", "-o", "size=64k", "tmpfs", out]);
    onTestFinished(async () => {
      await execa("umount", [out]);
    });
    leaveOldPicture();
    const ran = await foldJson(draw());
    await expectHonestFailure(ran, "write");
    expect(readJson("overview.failed.json").reason).toContain(
      `there is no space left for ${out}; make room (ENOSPC)`,
    );
  });

  it.skipIf(!canMount)("when the folder may only be read, whoever asks", async () => {
    await execa("mount", ["--bind", out, out]);
    onTestFinished(async () => {
      await execa("umount", [out]);
    });
    await execa("mount", ["-o", "remount,ro,bind", out]);
    const ran = await foldJson(draw("--html"));
    expect(ran).toMatchObject({ exitCode: 8, json: { event_seq: 2 } });
    expect(ran.stderr).toContain("lies on a file system that may only be read; name another");
    expect(ran.stderr).toContain("they are of an earlier state");
  });

  it.skipIf(!canMount)("when there is no room for one more file, not even for a lock", async () => {
    await execa("mount", ["-t", "tmpfs", "-o", "size=64k,nr_inodes=4", "tmpfs", out]);
    onTestFinished(async () => {
      await execa("umount", [out]);
    });
    leaveOldPicture();
    const ran = await foldJson(draw("--html"));
    await expectHonestFailure(ran, "write");
  });
});

describe("where there is no state to draw", () => {
  beforeEach(leaveOldPicture);

  it.each([
    ["a record that never was", ["--since", "99"], { exitCode: 7, outcome: "not_found" }],
    ["a layer that never was", ["--layer", "gone"], { exitCode: 7, outcome: "not_found" }],
    ["an option that is wrong", ["--top", "0"], { exitCode: 2, outcome: "usage" }],
    ["a store that is not there", ["--dir", "gone"], { exitCode: 10, outcome: "no_store" }],
  ])("%s: the answer is printed and the folder is left alone", async (_what, more, wanted) => {
    const before = readdirSync(out);
    const named = more[0] === "--dir" ? [] : ["--dir", store];
    const ran = await foldJson(["state", ...named, ...NOW, "--overview", out, ...more]);
    expect(ran.exitCode).toBe(wanted.exitCode);
    expect(ran.json).toMatchObject({ outcome: wanted.outcome });
    if (wanted.exitCode !== 2) expect(ran.stderr).toContain("Nothing was drawn");
    expect(readdirSync(out)).toEqual(before);
    expect(readFileSync(join(out, "overview.json"), "utf8")).toBe("{}");
  });
});

describe("a run that is ended midway", () => {
  beforeEach(leaveOldPicture);

  /** A browser that sends a signal to the command and then starts, and notes which process it is. */
  async function browserThatSends(signal: NodeJS.Signals): Promise<string> {
    const wrapper = join(top, "browser");
    const send = `kill -${signal.slice(3)} $PPID`;
    const script = `#!/bin/sh\necho $$ > "${join(top, "pid")}"\n${send}\nexec "${await realBrowser()}" "$@"\n`;
    writeFileSync(wrapper, script, { mode: 0o755 });
    return wrapper;
  }

  /** Gone, or at least dead, where nobody has asked after it. */
  async function expectBrowserEnded(): Promise<void> {
    const pid = readFileSync(join(top, "pid"), "utf8").trim();
    await vi.waitFor(async () => {
      const { stdout } = await execa("ps", ["-o", "stat=", "-p", pid], { reject: false });
      expect(stdout.trim()).toMatch(/^(Z.*)?$/);
    }, 10_000);
  }

  it.each(["SIGINT", "SIGTERM", "SIGHUP"] as const)(
    "by %s leaves its note, no browser and no folder, and ends by that signal",
    async (signal) => {
      const env = { FOLD_BROWSER: await browserThatSends(signal), TMPDIR: join(top, "tmp") };
      mkdirSync(env.TMPDIR);
      const ran = await foldJson(draw(), { env });
      expect(ran.signal).toBe(signal);
      expect(ran.json).toMatchObject({ schema: "fold.state/1", event_seq: 2 });
      expect(readdirSync(out).sort()).toEqual(["mine.txt", "overview.failed.json"]);
      const reason = "Drawing was called off.";
      expect(readJson("overview.failed.json")).toMatchObject({ stage: "draw", reason });
      expect(readdirSync(env.TMPDIR)).toEqual([]);
      await expectBrowserEnded();
    },
  );

  it("by SIGKILL leaves no picture and no browser, and its folders to the next run", async () => {
    const env = { FOLD_BROWSER: await browserThatSends("SIGKILL"), TMPDIR: join(top, "tmp") };
    mkdirSync(env.TMPDIR);
    const ran = await foldJson(draw(), { env });
    expect(ran.signal).toBe("SIGKILL");
    expect(ran.json).toMatchObject({ schema: "fold.state/1", event_seq: 2 });
    expect(readdirSync(out)).toEqual(["mine.txt"]);
    await expectBrowserEnded();
    expect(readdirSync(env.TMPDIR)).toHaveLength(1);
    expect(await fold(draw(), { env: { TMPDIR: env.TMPDIR } })).toMatchObject({ exitCode: 0 });
    expect(readdirSync(env.TMPDIR)).toEqual([]);
  });
});
