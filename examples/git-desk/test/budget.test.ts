import { describe, expect, it } from "vitest";
import { converge } from "../src/converge.js";
import { wantMatters } from "../src/rules/want-matters.js";
import { createRunLog } from "../src/run-log.js";
import { factsWith, NOW } from "./rules/facts-builder.js";
import { branches, DIRTY, ids, later, look, todos } from "./runs.js";
import { openTestStore } from "./test-store.js";

describe("when it does not fit", () => {
  it("folds the smallest of a layer into one entry, and says with what numbers", async () => {
    await using store = await openTestStore();
    const first = await look(store, { facts: todos(100) });
    expect(first.log).toContain("refused: layer todos: budget 64, declared 100, over by 36");
    expect(first.log).toContain("decided again: folded 37 matters of layer todos into one");
    expect(first.entries.find(({ id }) => id === "more:todos")).toMatchObject({
      title: "And 37 smaller matters",
      tier: "XXS",
      parent: "todos",
    });
    const second = await look(store, { facts: todos(100) });
    expect(second).toMatchObject({ batchCount: 1, isChanged: false });
  });

  it("merges entries that were shown before, and unfolds when there is room again", async () => {
    await using store = await openTestStore();
    await look(store, { facts: todos(60) });
    await look(store, { facts: todos(80) });
    const folded = await look(store, { facts: todos(80) });
    expect(folded.isChanged).toBe(false);
    expect(folded.entries.filter(({ parent }) => parent === "todos")).toHaveLength(64);
    const unfolded = await look(store, { facts: todos(60) });
    expect(unfolded.entries).toHaveLength(61);
    expect(ids(unfolded.entries)).not.toContain("more:todos");
    expect((await look(store, { facts: todos(60) })).isChanged).toBe(false);
  });

  it("lowers the least important first, by one tier each", async () => {
    await using store = await openTestStore();
    const staged = ["a.pem", "b.pem"].map((path) => {
      return { path, isStaged: true, evidence: "name", changedAt: null } as const;
    });
    const facts = { ...DIRTY, ...todos(1), secrets: { items: staged, moreCount: 0 } };
    const { log, entries } = await look(store, { facts });
    expect(log).toContain("refused: layer root: budget 64, declared 69, over by 5");
    const tiers = Object.fromEntries(entries.map(({ id, tier }) => [id, tier]));
    expect(tiers).toMatchObject({
      "secret:a.pem": "XL",
      "secret:b.pem": "L",
      "worktree:changes": "XS",
      todos: "XXS",
    });
    expect((await look(store, { facts })).isChanged).toBe(false);
  });

  it("lets what it could not look at give way first", async () => {
    await using store = await openTestStore();
    await look(store, { facts: todos(60, { path: "unseen.ts", word: "HACK", text: "x" }) });
    const gaps = [{ area: "todos", code: "cut", detail: "more" }] as const;
    const facts = { ...todos(10, { word: "HACK" }), gaps };
    const { entries } = await look(store, { facts });
    const found = entries.filter(({ title }) => title.startsWith("HACK in src/a.ts"));
    expect(found.map(({ tier }) => tier)).toEqual(Array(10).fill("XS"));
    expect((await look(store, { facts })).isChanged).toBe(false);
  });

  it("gives up with the numbers if the layer is full of what others declared", async () => {
    await using store = await openTestStore();
    const other = { id: "x", title: "x", tier: "XXL", kind: "info" } as const;
    const batch = { batch_id: "b-1", declarations: [{ op: "declare", ...other }] } as const;
    await store.commitAs("someone", batch, NOW);
    const log = createRunLog({ now: NOW, onLine: () => undefined });
    const wanted = wantMatters(factsWith(branches({ name: "side" })), NOW);
    const port = store.portAt(NOW);
    const result = await converge({ port, wanted, fatesOf: async () => new Map(), now: NOW, log });
    expect(result).toEqual({
      ok: false,
      failure: {
        code: "refused",
        reasons: ["layer root: budget 64, declared 65, over by 1"],
      },
    });
  });

  it("lowers a tier that is larger than a whole layer", async () => {
    await using store = await openTestStore();
    const budget = { op: "budget", layer: null, budget: 8 } as const;
    await store.commitAs("someone", { batch_id: "b-1", declarations: [budget] }, NOW);
    const operations = [{ operation: "merge", startedAt: null, branch: null }] as const;
    const secret = { path: ".env", isStaged: true, evidence: "name", changedAt: null } as const;
    const facts = { operations, secrets: { items: [secret], moreCount: 0 } };
    const { entries } = await look(store, { facts });
    expect(entries.map(({ share }) => share)).toEqual([4, 4]);
  });

  it("splits what is more than one batch holds", async () => {
    await using store = await openTestStore();
    const budgets = { op: "patch", id: "todos", child_budget: 1024 } as const;
    await look(store, { facts: todos(1) });
    await store.commitAs("someone", { batch_id: "b-1", declarations: [budgets] }, NOW);
    const { batchCount, entries } = await look(store, { facts: todos(400) });
    expect(batchCount).toBe(2);
    expect(entries).toHaveLength(401);
  });

  it("does not show what would share an entry that was put aside", async () => {
    await using store = await openTestStore();
    await look(store, { facts: todos(100) });
    await store.annotate("more:todos", "not now", NOW);
    const aside = await look(store, { facts: todos(100) });
    expect(ids(aside.entries)).not.toContain("more:todos");
    const grown = await look(store, { facts: todos(110) });
    expect(ids(grown.entries)).not.toContain("more:todos");
    expect((await look(store, { facts: todos(110) })).isChanged).toBe(false);
    const back = await look(store, { facts: todos(110), now: later(8) });
    expect(ids(back.entries)).toContain("more:todos");
  });
});
