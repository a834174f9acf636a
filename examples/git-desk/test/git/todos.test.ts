import { describe, expect, it } from "vitest";
import { initRepository } from "./temp-repository.js";

const OLD = "2026-01-01T00:00:00Z";
const RECENT = "2026-06-25T00:00:00Z";

describe("newly added TODO lines", () => {
  it("leaves out the old ones, also where they only moved down", async () => {
    const repository = initRepository();
    repository.write("a.ts", "// TODO: old\n");
    repository.commit("begin", OLD);
    repository.write("a.ts", "const a = 1;\n// TODO: old\n// FIXME: new\n");
    const { todos } = await repository.facts();
    expect(todos.items).toMatchObject([{ path: "a.ts", line: 3, word: "FIXME", text: "new" }]);
  });

  it("dates them by commit, or by file while they are not committed", async () => {
    const repository = initRepository();
    repository.commit("begin", OLD);
    repository.write("a.ts", "// TODO: committed\n");
    repository.commit("add", RECENT);
    repository.write("a.ts", "// TODO: committed\n// TODO: changed\n", "2026-06-29T00:00:00Z");
    repository.write("b.ts", "# TODO untracked\n", "2026-06-28T00:00:00Z");
    const { todos } = await repository.facts();
    expect(todos.items.map(({ text, at }) => [text, at])).toEqual([
      ["untracked", "2026-06-28T00:00:00.000Z"],
      ["committed", "2026-06-25T00:00:00.000Z"],
      ["changed", "2026-06-29T00:00:00.000Z"],
    ]);
  });

  it("forgets those that were removed again", async () => {
    const repository = initRepository();
    repository.commit("begin", OLD);
    repository.write("a.ts", "// TODO: soon gone\n");
    repository.commit("add", RECENT);
    repository.write("a.ts", "done();\n");
    expect((await repository.facts()).todos.items).toEqual([]);
  });

  it("takes an old branch that was not merged for new", async () => {
    const repository = initRepository();
    repository.commit("begin", OLD);
    repository.git("checkout", "--quiet", "-b", "side");
    repository.write("a.ts", "// HACK: on the side\n");
    repository.commit("add", "2026-01-02T00:00:00Z");
    const here = await repository.facts();
    repository.git("checkout", "--quiet", "main");
    const elsewhere = await repository.facts();
    expect(here.todos.items).toMatchObject([{ word: "HACK", branch: null }]);
    expect(elsewhere.todos.items).toMatchObject([{ word: "HACK", branch: "side" }]);
  });

  it("finds them in files with odd names", async () => {
    const repository = initRepository();
    repository.commit("begin", OLD);
    const names = ['q"uote.ts', "new\nline.ts", "tab\there.ts", "sp ace.ts", "ünï 线.ts"];
    for (const name of names) repository.write(name, "// TODO: x\n");
    repository.git("add", "--all");
    const { todos } = await repository.facts();
    expect(todos.items.map(({ path }) => path).sort()).toEqual([...names].sort());
  });

  it("passes over prose and its blocks of code, in the work tree and on other branches", async () => {
    const prose = "TODO in a.txt: prose\n\n```text\nTODO: sample\n```\n\nTODO: real\n";
    const repository = initRepository();
    repository.commit("begin", OLD);
    repository.git("checkout", "--quiet", "-b", "side");
    repository.write("side.md", prose);
    repository.commit("add", RECENT);
    repository.git("checkout", "--quiet", "main");
    repository.write("committed.md", prose);
    repository.commit("add", RECENT);
    repository.write("untracked.md", prose);
    const { todos } = await repository.facts();
    expect(todos.items.map(({ path, line, text }) => [path, line, text])).toEqual([
      ["untracked.md", 7, "real"],
      ["committed.md", 7, "real"],
      ["side.md", 7, "real"],
    ]);
  });

  it("says how many more there are", async () => {
    const repository = initRepository();
    repository.write("a.ts", Array.from({ length: 9 }, (_, i) => `// TODO: ${i}`).join("\n"));
    const facts = await repository.facts({ todosMax: 4 });
    expect(facts.todos).toMatchObject({ moreCount: 5 });
    expect(facts.gaps).toMatchObject([{ area: "todos", code: "cut" }]);
  });

  it("says that a diff was too long to read whole", async () => {
    const repository = initRepository();
    repository.commit("begin", OLD);
    repository.write("a.ts", "x\n".repeat(2000));
    repository.git("add", "--all");
    const facts = await repository.facts({ diffBytesMax: 1000 });
    expect(facts.gaps).toContainEqual(expect.objectContaining({ area: "todos", code: "cut" }));
  });
});
