import { describe, expect, it } from "vitest";
import { NOW, unpushed } from "./rules/facts-builder.js";
import { branches, DIRTY, entry, ids, later, look, todos } from "./runs.js";
import { openTestStore } from "./test-store.js";

describe("what the person says", () => {
  it("'not now' puts an entry aside for 7 days, and then it is back", async () => {
    await using store = await openTestStore();
    const facts = branches({ name: "side" });
    await look(store, { facts });
    await store.annotate("branch:side", "Not now, please.", NOW);
    const aside = await look(store, { facts });
    expect(aside.entries).toEqual([]);
    expect(aside.pending).toEqual([]);
    const closed = await entry(store, "branch:side");
    expect(closed).toMatchObject({ reason: { code: "deferred", until: later(7) } });
    expect(closed.annotations[0]?.acknowledged?.note).toContain("Put aside until 2026-07-07");
    expect((await look(store, { facts, now: later(6) })).entries).toEqual([]);
    const back = await look(store, { facts, now: later(7) });
    expect(ids(back.entries)).toEqual(["branch:side"]);
    expect(back.view.due_back).toEqual([]);
  });

  it("'not now' about a matter that is over by then leaves nothing due", async () => {
    await using store = await openTestStore();
    await look(store, { facts: DIRTY });
    await store.annotate("worktree:changes", "later", NOW);
    await look(store, { facts: DIRTY });
    const done = await look(store, { now: later(8) });
    expect(done.view.due_back_total).toBe(0);
    expect(done.entries).toEqual([]);
    expect((await look(store, { now: later(9) })).isChanged).toBe(false);
  });

  it("closes all that is due and over in two batches, with one unit of room", async () => {
    await using store = await openTestStore();
    const other = { id: "x", title: "x", kind: "info" } as const;
    await look(store, { facts: todos(15) });
    await store.annotate("todos", "not now", NOW);
    await look(store, { facts: todos(15) });
    const declarations = (["XL", "L", "M", "S", "XS", "XXS"] as const).map((tier) => {
      return { op: "declare", ...other, id: `x-${tier}`, tier } as const;
    });
    await store.commitAs("someone", { batch_id: "b-1", declarations }, NOW);
    const { batchCount, view } = await look(store, { now: later(8) });
    expect(batchCount).toBe(2);
    expect(view.due_back_total).toBe(0);
  });

  it("'not now' about a group puts all of it aside, and what joins it meanwhile", async () => {
    await using store = await openTestStore();
    await look(store, { facts: todos(2) });
    await store.annotate("todos", "先不管", NOW);
    expect((await look(store, { facts: todos(2) })).entries).toEqual([]);
    expect((await look(store, { facts: todos(3), now: later(1) })).entries).toEqual([]);
    const back = await look(store, { facts: todos(3), now: later(8) });
    expect(back.entries).toHaveLength(4);
    expect(back.view.due_back_total).toBe(0);
    expect((await look(store, { facts: todos(3), now: later(8) })).isChanged).toBe(false);
  });

  it("'not now' about one of a group is told in the group's title", async () => {
    await using store = await openTestStore();
    const facts = branches({ name: "a" }, { name: "b" }, { name: "c" }, { name: "d" });
    await look(store, { facts });
    await store.annotate("branch:b", "以后再说", NOW);
    const { view, entries } = await look(store, { facts });
    expect(view.root.entries[0]?.title).toBe("Branches: 4 branches (1 put aside)");
    expect(ids(entries)).not.toContain("branch:b");
    expect((await entry(store, "branch:b")).annotations[0]?.acknowledged?.note).toContain("搁置");
  });

  it("'not now' holds when the branch is renamed afterwards", async () => {
    await using store = await openTestStore();
    await look(store, { facts: branches({ name: "old" }) });
    await store.annotate("branch:old", "not now", NOW);
    const renamed = branches({ name: "new", formerNames: ["old"] });
    expect((await look(store, { facts: renamed })).entries).toEqual([]);
    expect((await look(store, { facts: renamed, now: later(1) })).entries).toEqual([]);
    const back = await look(store, { facts: renamed, now: later(8) });
    expect(ids(back.entries)).toEqual(["branch:new"]);
    expect(back.view.due_back_total).toBe(0);
  });

  it("'mine' keeps the entry, says so, and lowers it by one tier", async () => {
    await using store = await openTestStore();
    const facts = branches({ name: "side", unpushed: unpushed(1, NOW) });
    await look(store, { facts });
    await store.annotate("branch:side", "I'll do it myself", NOW);
    const { entries } = await look(store, { facts });
    expect(entries).toMatchObject([
      { id: "branch:side", title: "Yours: side: 1 commit not pushed", tier: "XS" },
    ]);
    expect(entries[0]?.summary).toMatch(/^You said that this is yours\. /);
    expect(entries[0]?.annotations[0]?.acknowledged?.note).toContain("It is yours");
    expect((await look(store, { facts, now: later(1) })).isChanged).toBe(false);
  });

  it("'mine' stays when the branch is renamed, and 'not mine' takes it back", async () => {
    await using store = await openTestStore();
    await look(store, { facts: branches({ name: "old", unpushed: unpushed(1, NOW) }) });
    await store.annotate("branch:old", "我来", NOW);
    const facts = branches({ name: "new", formerNames: ["old"], unpushed: unpushed(1, NOW) });
    expect((await look(store, { facts })).entries).toMatchObject([
      { id: "branch:new", tier: "XS", title: expect.stringMatching(/^Yours: /) },
    ]);
    await store.annotate("branch:new", "not mine", NOW);
    expect((await look(store, { facts })).entries).toMatchObject([
      { tier: "S", title: "new: 1 commit not pushed" },
    ]);
  });

  it("free text is answered honestly, and so is a word about the whole", async () => {
    await using store = await openTestStore();
    const facts = branches({ name: "side" });
    await look(store, { facts });
    await store.annotate("branch:side", "do not leave this for later", NOW);
    await store.annotate(null, "太多了", NOW);
    const { entries, pending, isChanged } = await look(store, { facts });
    expect(isChanged).toBe(true);
    expect(pending).toEqual([]);
    expect(entries[0]?.annotations[0]?.acknowledged?.note).toContain("cannot read free text");
    expect((await look(store, { facts })).isChanged).toBe(false);
  });

  it("a word about a closed entry is answered, one about another agent's is left to it", async () => {
    await using store = await openTestStore();
    await look(store, { facts: branches({ name: "side" }) });
    await look(store, {});
    await store.annotate("branch:side", "mine", NOW);
    const other = { id: "x", title: "x", tier: "S", kind: "info" } as const;
    const batch = { batch_id: "b-1", declarations: [{ op: "declare", ...other }] } as const;
    await store.commitAs("someone", batch, NOW);
    await store.annotate("x", "not now", NOW);
    const { pending } = await look(store, {});
    expect(pending).toMatchObject([{ entry_id: "x" }]);
    const { annotations } = await entry(store, "branch:side");
    expect(annotations[0]?.acknowledged?.note).toContain("closed already (withdrawn: obsolete)");
  });

  it("a word about a closed entry is answered although another stands for its matter", async () => {
    await using store = await openTestStore();
    for (const count of [100, 10, 64, 80]) await look(store, { facts: todos(count) });
    await store.annotate("more:todos", "mine", NOW);
    const { entries, pending, replies } = await look(store, { facts: todos(80) });
    expect(ids(entries)).toContain("more:todos#2");
    expect(pending).toEqual([]);
    expect(replies[0]?.note).toContain("closed already");
  });

  it("a word about a matter that is over meanwhile is answered with that", async () => {
    await using store = await openTestStore();
    await look(store, { facts: DIRTY });
    await store.annotate("worktree:changes", "not now", NOW);
    await look(store, {});
    const closed = await entry(store, "worktree:changes");
    expect(closed).toMatchObject({ reason: { code: "done" } });
    expect(closed.annotations[0]?.acknowledged?.note).toContain("The matter is over");
  });

  it("'mine' about an entry of the lowest tier does not say that it weighs less", async () => {
    await using store = await openTestStore();
    const facts = branches({ name: "side" }, { name: "other" });
    await look(store, { facts });
    await store.annotate("branch:side", "mine", NOW);
    await store.annotate("branch:other", "我来", NOW);
    const { replies, entries } = await look(store, { facts });
    expect(entries.map(({ tier }) => tier)).toEqual(["XXS", "XXS"]);
    expect(replies.map(({ note }) => note)).toEqual([
      "It is yours: the entry stays and says so. It weighs the least already.",
      "归你了：条目保留并标明由你负责；它已在最低档位。",
    ]);
  });
});

describe("what the person asks back", () => {
  async function asideSide(facts = branches({ name: "side" })) {
    const store = await openTestStore();
    await look(store, { facts });
    await store.annotate("branch:side", "not now", NOW);
    const { replies } = await look(store, { facts });
    expect(replies[0]).toMatchObject({ isPutAside: true });
    expect(replies[0]?.note).toContain('if you say "now"');
    return { store, facts };
  }

  it.each([
    ["now", "It is back; it was put aside until 2026-07-07."],
    ["not mine", "It is back; it was put aside until 2026-07-07."],
    ["mine", "It is back; it was put aside until 2026-07-07. It is yours: "],
    ["现在", "它回来了；此前已搁置到 2026-07-07。"],
  ])("%j restores it, and says so", async (text, note) => {
    const aside = await asideSide();
    await using store = aside.store;
    const { facts } = aside;
    await store.annotate("branch:side", text, NOW);
    const back = await look(store, { facts, now: later(1) });
    expect(ids(back.entries)).toEqual(["branch:side"]);
    expect(back.entries[0]?.title.startsWith("Yours: ")).toBe(text === "mine");
    expect(back.replies[0]?.note.startsWith(note)).toBe(true);
    expect((await look(store, { facts, now: later(1) })).isChanged).toBe(false);
  });

  it("what is over stays put aside, and the answer says until when", async () => {
    const { store: opened } = await asideSide();
    await using store = opened;
    await store.annotate("branch:side", "now", NOW);
    const { replies, entries } = await look(store, {});
    expect(entries).toEqual([]);
    expect(replies[0]?.note).toContain("did not find the matter");
    expect(replies[0]?.note).toContain("put aside until 2026-07-07");
  });

  it("another word leaves it aside, and the answer says how to have it back", async () => {
    const aside = await asideSide();
    await using store = aside.store;
    const { facts } = aside;
    await store.annotate("branch:side", "now", NOW);
    await store.annotate("branch:side", "no, not now", NOW);
    const { replies, entries } = await look(store, { facts });
    expect(entries).toEqual([]);
    expect(replies.at(-1)?.note).toContain('put aside until 2026-07-07 already; say "now"');
  });

  it("it comes back under the name that its branch has by then", async () => {
    const { store: opened } = await asideSide();
    await using store = opened;
    await store.annotate("branch:side", "mine", NOW);
    const facts = branches({ name: "new", formerNames: ["side"] });
    const { entries, replies } = await look(store, { facts });
    const title = expect.stringMatching(/^Yours: /);
    expect(entries).toMatchObject([{ id: "branch:new", title }]);
    expect(replies[0]?.note).toContain("It is back");
    expect((await look(store, { facts })).isChanged).toBe(false);
  });

  it("a group comes back with what went along, and not with what went before", async () => {
    await using store = await openTestStore();
    const facts = branches({ name: "a" }, { name: "b" }, { name: "c" }, { name: "d" });
    await look(store, { facts });
    await store.annotate("branch:b", "not now", NOW);
    await look(store, { facts });
    await store.annotate("branches", "not now", NOW);
    expect((await look(store, { facts })).entries).toEqual([]);
    await store.annotate("branches", "now", NOW);
    const { entries } = await look(store, { facts });
    expect(ids(entries)).toEqual(["branch:a", "branch:c", "branch:d", "branches"]);
    expect((await look(store, { facts })).isChanged).toBe(false);
  });

  it("one of a group comes back alone, in the group", async () => {
    await using store = await openTestStore();
    const facts = branches({ name: "a" }, { name: "b" }, { name: "c" }, { name: "d" });
    await look(store, { facts });
    await store.annotate("branches", "not now", NOW);
    await look(store, { facts });
    await store.annotate("branch:b", "now", NOW);
    const { entries, view } = await look(store, { facts });
    expect(ids(entries)).toEqual(["branch:b", "branches"]);
    expect(view.root.entries[0]?.title).toBe("Branches: 4 branches (3 put aside)");
    expect((await look(store, { facts })).isChanged).toBe(false);
  });

  it("an entry that several share comes back too", async () => {
    await using store = await openTestStore();
    await look(store, { facts: todos(100) });
    await store.annotate("more:todos", "not now", NOW);
    expect(ids((await look(store, { facts: todos(100) })).entries)).not.toContain("more:todos");
    await store.annotate("more:todos", "now", NOW);
    const { entries, replies } = await look(store, { facts: todos(100) });
    expect(ids(entries).some((id) => id.startsWith("more:todos"))).toBe(true);
    expect(replies[0]?.note).toContain("It is back");
    expect((await look(store, { facts: todos(100) })).isChanged).toBe(false);
  });

  it("'now' about an entry that is there changes nothing, and says so", async () => {
    await using store = await openTestStore();
    const facts = branches({ name: "side" });
    await look(store, { facts });
    await store.annotate("branch:side", "now", NOW);
    const { entries, replies } = await look(store, { facts });
    expect(ids(entries)).toEqual(["branch:side"]);
    expect(replies[0]?.note).toBe("It is not put aside: the entry stays as it is.");
  });
});
