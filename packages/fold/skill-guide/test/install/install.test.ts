import { createHash } from "node:crypto";
import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { describe, expect, onTestFinished, test } from "vitest";
import { agentsSection, skillFiles } from "../../src/texts.js";
import { project } from "./projects.js";

const SKILL = ".agents/skills/fold";

describe("install", () => {
  test.each([
    ["claude", ".claude/skills/fold"],
    ["codex", SKILL],
    ["generic", SKILL],
  ])("for %s puts the skill into %s", (host, folder) => {
    const { run, read } = project(onTestFinished);
    expect(run("install", "--for", host)).toMatchObject({ exit: 0, stderr: "" });
    for (const [name, text] of skillFiles("en")) expect(read(folder, name)).toBe(text);
  });

  test("puts a section into AGENTS.md, but not for Claude, which does not read it", () => {
    const { run, read, snapshot } = project(onTestFinished);
    run("install", "--for", "claude");
    expect(snapshot()).not.toHaveProperty("AGENTS.md");
    run("install");
    expect(read("AGENTS.md")).toContain(agentsSection("en"));
  });

  test("a second time changes nothing, and says so", () => {
    const { run, snapshot } = project(onTestFinished);
    run("install");
    const before = snapshot();
    const { exit, stdout } = run("install");
    expect({ exit, stdout }).toEqual({ exit: 0, stdout: expect.stringContaining("Nothing to do") });
    expect(snapshot()).toEqual(before);
  });

  test("for a person puts the skill alone below their home", () => {
    const { run, snapshot } = project(onTestFinished);
    expect(run("install", "--for", "codex", "--user").exit).toBe(0);
    expect(Object.keys(snapshot())).toContain(`${SKILL}/SKILL.md`);
    expect(snapshot()).not.toHaveProperty("AGENTS.md");
  });

  test("--dry-run says the same and does nothing", () => {
    const { run, snapshot } = project(onTestFinished);
    const before = snapshot();
    const dry = JSON.parse(run("install", "--dry-run", "--json").stdout);
    expect(snapshot()).toEqual(before);
    const real = JSON.parse(run("install", "--json").stdout);
    expect(dry).toEqual({ ...real, dry_run: true });
  });

  test("stays in the language that is installed, and changes it when told", () => {
    const { run, read } = project(onTestFinished);
    run("install", "--lang", "zh");
    expect(run("install").stdout).toContain("Nothing to do");
    expect(run("install", "--lang", "en").exit).toBe(0);
    expect(read(SKILL, "SKILL.md")).toBe(skillFiles("en").get("SKILL.md"));
    expect(read("AGENTS.md")).toContain(agentsSection("en"));
    expect(read("AGENTS.md")).not.toContain(agentsSection("zh"));
  });

  test("brings an older version of its own up to date, and drops what that had and this has not", () => {
    const { run, read, path, snapshot } = project(onTestFinished);
    run("install");
    const wanted = snapshot();
    makeOlder(path(SKILL), path("AGENTS.md"));
    expect(run("check").exit).toBe(4);
    expect(run("install").exit).toBe(0);
    expect(snapshot()).toEqual(wanted);
    expect(read("AGENTS.md")).toContain("fold-guide begin 0.1.0");
    expect(run("uninstall").exit).toBe(0);
    expect(snapshot()).toEqual({});
  });

  test("leaves other files in the skill's folder alone", () => {
    const { run, path, snapshot } = project(onTestFinished);
    run("install");
    writeFileSync(path(SKILL, "notes.md"), "mine");
    run("install", "--force");
    run("uninstall");
    expect(snapshot()).toMatchObject({ [`${SKILL}/notes.md`]: "644 mine" });
    expect(Object.keys(snapshot()).some((name) => name.endsWith("SKILL.md"))).toBe(false);
  });

  test("takes a file that is word for word its own for its own", () => {
    const { run, path, snapshot } = project(onTestFinished);
    run("install");
    const wanted = snapshot();
    rmSync(path(SKILL, ".fold-guide.json"));
    expect(run("install").exit).toBe(0);
    expect(Object.keys(snapshot())).toEqual(Object.keys(wanted));
  });
});

describe("what a person changed", () => {
  test.each([
    ["the skill", `${SKILL}/SKILL.md`, "mine\n"],
    ["a reference", `${SKILL}/references/tier.md`, "mine\n"],
  ])("%s is not overwritten, nor anything else, until --force", (_, name, addition) => {
    const { run, path, snapshot } = project(onTestFinished);
    run("install");
    makeOlder(path(SKILL), path("AGENTS.md"));
    appendFileSync(path(name), addition);
    const before = snapshot();
    const { exit, stderr } = run("install");
    expect(exit).toBe(3);
    expect(stderr).toContain(name);
    expect(snapshot()).toEqual(before);
    expect(run("uninstall").exit).toBe(3);
    expect(snapshot()).toEqual(before);
    expect(run("install", "--force").exit).toBe(0);
    expect(run("check").exit).toBe(0);
  });

  test("the section is not overwritten nor removed until --force", () => {
    const { run, path, read, snapshot } = project(onTestFinished);
    run("install");
    writeFileSync(path("AGENTS.md"), read("AGENTS.md").replace("Fold", "FOLD"));
    const before = snapshot();
    expect(run("install")).toMatchObject({ exit: 3, stderr: expect.stringContaining("AGENTS.md") });
    expect(run("uninstall").exit).toBe(3);
    expect(snapshot()).toEqual(before);
    expect(run("uninstall", "--force").exit).toBe(0);
    expect(snapshot()).toEqual({});
  });

  test("a skill of that name by somebody else is foreign", () => {
    const { run, path, snapshot } = project(onTestFinished);
    mkdirSync(path(SKILL), { recursive: true });
    writeFileSync(path(SKILL, "SKILL.md"), "---\nname: fold\n---\nWraps lines.\n");
    const before = snapshot();
    expect(JSON.parse(run("install", "--json").stdout)).toMatchObject({
      outcome: "refused",
      problems: [{ code: "foreign", path: path(SKILL, "SKILL.md") }],
    });
    expect(run("uninstall").stdout).toContain("Nothing to do");
    expect(snapshot()).toEqual(before);
  });

  test("line ends that version control turned are no change", () => {
    const { run, path, read } = project(onTestFinished);
    run("install");
    for (const name of [`${SKILL}/SKILL.md`, "AGENTS.md"]) {
      writeFileSync(path(name), read(name).replaceAll("\n", "\r\n"));
    }
    expect(run("check").exit).toBe(0);
    expect(run("uninstall").exit).toBe(0);
  });
});

describe("AGENTS.md", () => {
  test.each([
    ["is empty", ""],
    ["ends with a line feed", "# Ours\n\nBe kind.\n"],
    ["lacks the final line feed", "# Ours\n\nBe kind."],
    ["has CRLF", "# Ours\r\n\r\nBe kind.\r\n"],
    ["has CRLF and no final one", "# Ours\r\nBe kind."],
    ["begins with a byte order mark", "\ufeff# Ours\n"],
    ["is Chinese", "# 约定\n\n先读再写。\n"],
  ])("that %s is the same bytes afterwards", (_, text) => {
    const { run, path, read, snapshot } = project(onTestFinished);
    writeFileSync(path("AGENTS.md"), text);
    chmodSync(path("AGENTS.md"), 0o640);
    const before = snapshot();
    expect(run("install").exit).toBe(0);
    expect(read("AGENTS.md").startsWith(text)).toBe(true);
    const alien = text.includes("\r\n") ? /[^\r]\n/ : /\r\n/;
    expect(read("AGENTS.md")).not.toMatch(alien);
    expect(run("uninstall").exit).toBe(0);
    expect(snapshot()).toEqual(before);
  });

  test.each(["# Ours", "# Ours\n", "# Ours\n\n"])(
    "gets one empty line in front, after %j",
    (text) => {
      const { run, path, read } = project(onTestFinished);
      writeFileSync(path("AGENTS.md"), text);
      run("install");
      expect(read("AGENTS.md")).toMatch(/^# Ours\n\n<!-- fold-guide begin/);
    },
  );

  test("keeps what was written behind the section", () => {
    const { run, path, read } = project(onTestFinished);
    writeFileSync(path("AGENTS.md"), "before\n");
    run("install");
    appendFileSync(path("AGENTS.md"), "behind\n");
    run("uninstall");
    expect(read("AGENTS.md")).toBe("before\n\nbehind\n");
  });

  const begin = "<!-- fold-guide begin x -->\n";
  const end = "<!-- fold-guide end -->\n";
  test.each([
    ["two sections", `${begin}${end}text\n${begin}${end}`, "two_sections", [1, 2, 4, 5]],
    ["a begin alone", `text\n${begin}`, "unbalanced", [2]],
    ["an end alone", `text\n${end}`, "unbalanced", [2]],
    ["an end in front", `${end}${begin}`, "unbalanced", [1, 2]],
    ["a begin that says nothing", `${begin}${end}`, "unbalanced", [1, 2]],
  ])("with %s is left alone, even with --force", (_, text, code, lines) => {
    const { run, path, snapshot } = project(onTestFinished);
    writeFileSync(path("AGENTS.md"), text);
    const before = snapshot();
    for (const command of ["install", "uninstall"]) {
      const { exit, stdout } = run(command, "--force", "--json");
      expect(exit).toBe(3);
      expect(JSON.parse(stdout).problems).toEqual([{ code, path: path("AGENTS.md"), lines }]);
    }
    expect(snapshot()).toEqual(before);
  });

  test("in UTF-16 is refused", () => {
    const { run, path } = project(onTestFinished);
    writeFileSync(path("AGENTS.md"), Buffer.from("\ufeff# Ours\n", "utf16le"));
    expect(JSON.parse(run("install", "--json").stdout).problems).toEqual([
      { code: "not_utf8", path: path("AGENTS.md") },
    ]);
  });
});

describe("links and what is in the way", () => {
  test("AGENTS.md that is a link within the project is written where it leads", () => {
    const { run, path, read, snapshot } = project(onTestFinished);
    writeFileSync(path("CLAUDE.md"), "# Ours\n");
    symlinkSync("CLAUDE.md", path("AGENTS.md"));
    const before = snapshot();
    expect(run("install").exit).toBe(0);
    expect(read("CLAUDE.md")).toContain(agentsSection("en"));
    expect(snapshot()["AGENTS.md"]).toBe("link to CLAUDE.md");
    run("uninstall");
    expect(snapshot()).toEqual(before);
  });

  test.each([
    ["AGENTS.md", "file", "leads_out"],
    [".agents", "folder", "leads_out"],
    [".agents", "nothing", "leads_out"],
    ["AGENTS.md", "nothing", "leads_out"],
  ])("%s that leads out of the project, to a %s, is refused", (name, kind, code) => {
    const { run, path, snapshot } = project(onTestFinished);
    const outside = project(onTestFinished);
    const target = kind === "folder" ? outside.root : outside.path("profile");
    if (kind === "file") writeFileSync(target, "private\n");
    symlinkSync(target, path(name));
    const before = [snapshot(), outside.snapshot()];
    const { exit, stdout } = run("install", "--json", "--force");
    expect(exit).toBe(3);
    expect(JSON.parse(stdout).problems).toEqual([{ code, path: path(name) }]);
    expect([snapshot(), outside.snapshot()]).toEqual(before);
  });

  test("a skill's folder that is a link is refused, wherever it leads", () => {
    const { run, path, snapshot } = project(onTestFinished);
    mkdirSync(path("elsewhere"));
    mkdirSync(path(".claude/skills"), { recursive: true });
    symlinkSync("../../elsewhere", path(".claude/skills/fold"));
    const before = snapshot();
    expect(JSON.parse(run("install", "--for", "claude", "--json").stdout).problems).toEqual([
      { code: "is_a_link", path: path(".claude/skills/fold") },
    ]);
    expect(snapshot()).toEqual(before);
  });

  test("a file where a folder should be, and a folder where a file should be", () => {
    const { run, path } = project(onTestFinished);
    writeFileSync(path(".agents"), "");
    mkdirSync(path("AGENTS.md"));
    const problems = JSON.parse(run("install", "--json").stdout).problems;
    expect(problems).toEqual([
      { code: "not_a_file", path: path(".agents") },
      { code: "not_a_file", path: path("AGENTS.md") },
    ]);
  });

  test("a note that leads elsewhere is damaged, and removes nothing", () => {
    const { run, path, read, snapshot } = project(onTestFinished);
    run("install");
    writeFileSync(path("precious"), "mine");
    const note = JSON.parse(read(SKILL, ".fold-guide.json"));
    note.files["../../../precious"] = "0";
    writeFileSync(path(SKILL, ".fold-guide.json"), JSON.stringify(note));
    const before = snapshot();
    expect(JSON.parse(run("uninstall", "--force", "--json").stdout).problems).toMatchObject([
      { code: "damaged_note" },
    ]);
    expect(snapshot()).toEqual(before);
  });
});

// Played, for to root no real folder is read-only.
describe("a system that refuses", () => {
  test.each(["EACCES", "EROFS", "ENOSPC"])(
    "%s ends with code 5, names the place, and can be gone on from",
    (code) => {
      const { run, runOn, path } = project(onTestFinished);
      const refuse = (name: string): never => {
        throw Object.assign(new Error(code), { code, syscall: "open", path: name });
      };
      const ran = runOn({ write: refuse }, "install");
      expect(ran.exit).toBe(5);
      expect(ran.stderr).toContain(code);
      expect(ran.stderr).toContain(path(SKILL));
      expect(run("install").exit).toBe(0);
      expect(run("check").exit).toBe(0);
    },
  );
});

describe("uninstall", () => {
  test("takes exactly what was put there, with the folders that were made for it", () => {
    const { run, path, snapshot } = project(onTestFinished);
    mkdirSync(path(".claude"));
    writeFileSync(path(".claude/settings.json"), "{}");
    const before = snapshot();
    run("install", "--for", "claude");
    run("uninstall", "--for", "claude");
    expect(snapshot()).toEqual(before);
  });

  test("keeps a folder that was there before, though it is empty", () => {
    const { run, path, snapshot } = project(onTestFinished);
    mkdirSync(path(".agents/skills"), { recursive: true });
    const before = snapshot();
    run("install");
    run("uninstall");
    expect(snapshot()).toEqual(before);
  });

  test("does nothing where nothing is", () => {
    const { run } = project(onTestFinished);
    expect(run("uninstall")).toMatchObject({
      exit: 0,
      stdout: expect.stringContaining("Nothing to do"),
    });
  });
});

describe("check", () => {
  test("tells whether the guide is there, and writes nothing", () => {
    const { run, path, snapshot } = project(onTestFinished);
    expect(run("check").exit).toBe(4);
    expect(snapshot()).toEqual({});
    run("install");
    expect(run("check")).toMatchObject({ exit: 0, stderr: "" });
    appendFileSync(path(SKILL, "SKILL.md"), "x");
    expect(run("check")).toMatchObject({ exit: 4, stderr: expect.stringContaining("SKILL.md") });
  });
});

/** As an older version would have left it: other texts, one file more, and notes that say so. */
function makeOlder(skill: string, agents: string): void {
  const read = (path: string): string => readFileSync(path, "utf8");
  const note = JSON.parse(read(`${skill}/.fold-guide.json`));
  const old = "old\n";
  const oldDigest = createHash("sha256").update(old).digest("hex");
  for (const name of ["SKILL.md", "references/gone.md"]) {
    writeFileSync(`${skill}/${name}`, old);
    note.files[name] = oldDigest;
  }
  note.version = "0.0.9";
  writeFileSync(`${skill}/.fold-guide.json`, JSON.stringify(note));
  const begin = `<!-- fold-guide begin 0.0.9 en sha256:${oldDigest} breaks:0 new-file -->`;
  writeFileSync(agents, `${begin}\n${old}<!-- fold-guide end -->\n`);
}
