import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addedLines } from "../../src/git/added-lines.js";
import { parseNumstat, totalLines } from "../../src/git/numstat.js";
import { fencedLines, isProseFile } from "../../src/git/prose-files.js";
import { secretEvidence } from "../../src/git/secret-names.js";
import { parseStatus } from "../../src/git/status.js";
import { todoOfLine } from "../../src/git/todo-lines.js";

describe("lines of a status", () => {
  it("reads each kind of line, whatever the path holds", () => {
    const ids = `${"0".repeat(40)} ${"1".repeat(40)}`;
    const parts = [
      "# branch.head main",
      `1 A. N... 000000 100644 100644 ${ids} a b\nc`,
      `1 .M SC.. 160000 160000 160000 ${ids} sub`,
      `2 R. N... 100644 100644 100644 ${ids} R100 new name`,
      "? old name",
      `u UU N... 100644 100644 100644 100644 ${ids} ${"2".repeat(40)} both`,
      "? 1 .M not a tracked line",
      "! ignored",
    ];
    expect(parseStatus(parts).entries).toEqual([
      {
        type: "tracked",
        path: "a b\nc",
        isStaged: true,
        isUnstaged: false,
        isAdded: true,
        isSubmodule: false,
      },
      expect.objectContaining({ path: "sub", isUnstaged: true, isSubmodule: true }),
      expect.objectContaining({ path: "new name", isStaged: true }),
      { type: "unmerged", path: "both" },
      { type: "untracked", path: "1 .M not a tracked line" },
    ]);
  });
});

describe("added lines of a diff", () => {
  it("is not misled by content that looks like a head", () => {
    const patch = [
      "diff --git a/x b/x",
      "--- a/x",
      "+++ b/x",
      "@@ -1,2 +1,3 @@ heading",
      "--- a/removed",
      "-@@ -1 +1 @@",
      "++++ b/evil",
      "+@@ -9 +99 @@",
      "+last",
      "@@ -9,0 +20 @@",
      "+later",
      "diff --git a/y b/y",
      "--- a/y",
      "+++ /dev/null",
      "@@ -1 +0,0 @@",
      "-gone",
    ].join("\n");
    expect(addedLines(patch)).toEqual([
      { path: "x", line: 1, text: "+++ b/evil" },
      { path: "x", line: 2, text: "@@ -9 +99 @@" },
      { path: "x", line: 3, text: "last" },
      { path: "x", line: 20, text: "later" },
    ]);
  });

  it("never fails, whatever it is given", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        addedLines(text);
        parseStatus(text.split("\0"));
        parseNumstat(text);
        todoOfLine(text, { isProse: true });
        todoOfLine(text, { isProse: false });
        fencedLines("a.md", text);
      }),
    );
  });
});

describe("sizes of a diff", () => {
  it("adds up lines, takes binary files for none, and passes over lock files", () => {
    const files = parseNumstat("3\t4\ta b\0-\t-\tx.png\u00009\t0\tsub/Cargo.lock\0");
    expect(files).toHaveLength(3);
    expect(totalLines(files)).toEqual({ fileCount: 2, lineCount: 7 });
  });
});

describe("TODO lines", () => {
  it.each([
    ["// TODO: measure first", "TODO", "measure first"],
    ["  # FIXME(ada) - later", "FIXME", "later"],
    ["/* XXX odd */", "XXX", "odd"],
    [" * HACK until v2", "HACK", "until v2"],
    ["<!-- TODO write this -->", "TODO", "write this"],
    ["- [ ] TODO ship it", "TODO", "ship it"],
    ["let a; // TODO", "TODO", ""],
    ["call(TODO: name it)", "TODO", "name it)"],
    ["TODO: 以后", "TODO", "以后"],
    ["don't(); // TODO: it's odd", "TODO", "it's odd"],
    ['say("x"); // TODO y', "TODO", "y"],
  ])("sees %j", (line, word, text) => {
    expect(todoOfLine(line, { isProse: false })).toEqual({ word, text });
  });

  it.each([
    "a TODO list is prose",
    "mktemp /tmp/XXXXXX",
    "const TODO = 1;",
    "HACKATHON: soon",
    "// todo: lower case",
    "`TODO:` in code quotes",
    "TODOS: many",
    "TODO lines are named here",
    'write("a.ts", "// TODO: in a string");',
    "write('# FIXME: in a string')",
    "expect(`// HACK: in a template`)",
    "x".repeat(3000).concat("// TODO: minified"),
  ])("passes over %j", (line) => {
    expect(todoOfLine(line, { isProse: false })).toBeNull();
  });
});

describe("TODO lines of prose", () => {
  it.each([
    ["TODO: say hello", "TODO", "say hello"],
    ["TODO(ada): say hello", "TODO", "say hello"],
    ["**TODO:** say hello", "TODO", "say hello"],
    ["**FIXME**: say hello", "FIXME", "say hello"],
    ["## TODO: say hello", "TODO", "say hello"],
    ["- [ ] TODO ship it", "TODO", "ship it"],
    ["  * HACK until v2", "HACK", "until v2"],
    ["2. TODO: second", "TODO", "second"],
    ["<!-- TODO write this -->", "TODO", "write this"],
    [".. TODO: write this", "TODO", "write this"],
  ])("sees %j", (line, word, text) => {
    expect(todoOfLine(line, { isProse: true })).toEqual({ word, text });
  });

  it.each([
    "TODO in hello.txt: say hello",
    "New TODO: 1 line",
    "   TODO in hello.txt: say hello",
    "    TODO: a block of code",
    "it prints TODO: say hello",
    "echo x // TODO: say hello",
    "# TODO",
    "- [x] TODO: done",
    "- `TODO:` in code quotes",
    '"TODO: quoted"',
    "| TODO: | a table |",
  ])("passes over %j", (line) => {
    expect(todoOfLine(line, { isProse: true })).toBeNull();
  });

  it.each([
    ["a.md", "x\n```sh\nTODO: a\n```\ny", [2, 3, 4]],
    ["a.md", "````\n```\nTODO: a\n````", [1, 2, 3, 4]],
    ["a.md", "- item\n  ~~~\n  TODO: a\n  ~~~\nTODO: b", [2, 3, 4]],
    ["a.md", "- ```\n  TODO: a\n  ```\nTODO: b", [1, 2, 3]],
    ["a.md", "```never ended\nTODO: a", [1, 2]],
    ["a.md", "```TODO``` within a line\nTODO: b", []],
    ["a.md", "~~~\n```\nTODO: a\n~~~\r\nTODO: b", [1, 2, 3, 4]],
    ["a.txt", "Title\n~~~~~\nTODO: b", []],
    ["a.rst", "Title\n`````\nTODO: b", []],
    ["a.adoc", "----\nTODO: a\n----\nTODO: b", [1, 2, 3]],
    ["a.ts", "```\nTODO: a\n```", []],
  ])("finds the fenced lines of %s, %j", (path, content, lines) => {
    expect([...fencedLines(path, content)]).toEqual(lines);
  });

  it("knows prose by the name of the file", () => {
    const prose = ["a.md", "b/README.MD", "c.mdx", "d.rst", "e.adoc", "f.txt"];
    expect(prose.every(isProseFile)).toBe(true);
    expect(["a.ts", "md", "a.md.ts", "TODO"].some(isProseFile)).toBe(false);
  });
});

describe("names of secrets", () => {
  it.each([
    ".env",
    "app/.env.production",
    "prod.env",
    "id_ed25519",
    "keys/server.PEM",
    "store.p12",
    "credentials.json",
    "credentials-prod.json",
    "client_secret_123.json",
    "secrets.yaml",
    "service-account.json",
    ".npmrc",
  ])("suspects %j", (path) => {
    expect(secretEvidence(path, null)).toBe("name");
  });

  it.each([
    ".env.example",
    "sample.env",
    "id_rsa.pub",
    "environment.ts",
    "credentials.schema.json",
    "secretary.txt",
    "keyboard.ts",
    "src/secrets.ts",
  ])("does not suspect %j", (path) => {
    expect(secretEvidence(path, null)).toBeNull();
  });

  it("believes the first line more than the name", () => {
    expect(secretEvidence("notes.txt", "-----BEGIN OPENSSH PRIVATE KEY-----\n")).toBe("header");
    expect(secretEvidence("a.pem", "-----BEGIN CERTIFICATE-----\n")).toBeNull();
    expect(secretEvidence("a.pem", "-----BEGIN PUBLIC KEY-----\n")).toBeNull();
  });
});
