import { describe, expect, it } from "vitest";
import type { Fates } from "../src/git/fates.js";
import { commitOf, factsWith, NOW, unpushed } from "./rules/facts-builder.js";
import { branches, DIRTY, entry, ids, look, todos } from "./runs.js";
import { openTestStore } from "./test-store.js";

describe("run after run", () => {
  it("declares what it finds, and then only notes that nothing changed", async () => {
    await using store = await openTestStore();
    const first = await look(store, { facts: { ...DIRTY, ...branches({ name: "side" }) } });
    const second = await look(store, { facts: { ...DIRTY, ...branches({ name: "side" }) } });
    expect(ids(first.entries)).toEqual(["branch:side", "worktree:changes"]);
    expect(first).toMatchObject({ batchCount: 1, isChanged: true });
    expect(second).toMatchObject({ batchCount: 1, isChanged: false });
    expect(second.view.last_checked_at).toBe(NOW);
    expect(second.view.revision).toBe(first.view.revision);
  });

  it("notes that there is nothing at all", async () => {
    await using store = await openTestStore();
    expect(await look(store, {})).toMatchObject({ batchCount: 1, isChanged: false });
  });

  it("changes only what changed", async () => {
    await using store = await openTestStore();
    await look(store, { facts: { ...DIRTY, ...branches({ name: "side" }) } });
    const { log } = await look(store, {
      facts: { ...DIRTY, ...branches({ name: "side", aheadCount: 2 }) },
    });
    expect(log).toContain("commit: 1 change,");
  });

  it("withdraws what is over as done, and restores it when it returns", async () => {
    await using store = await openTestStore();
    await look(store, { facts: DIRTY });
    const quiet = await look(store, {});
    expect(quiet.entries).toEqual([]);
    expect(await entry(store, "worktree:changes")).toMatchObject({
      status: "withdrawn",
      reason: { code: "done" },
    });
    const again = await look(store, { facts: DIRTY });
    expect(ids(again.entries)).toEqual(["worktree:changes"]);
  });

  it("keeps what it could not look at", async () => {
    await using store = await openTestStore();
    await look(store, { facts: { ...DIRTY, ...todos(1), ...branches({ name: "side" }) } });
    const gaps = (["worktree", "todos", "branches"] as const).map((area) => {
      return { area, code: "unreadable", detail: "x" } as const;
    });
    const blind = { ...factsWith().branches, allNames: [] };
    const { entries } = await look(store, { facts: { gaps, branches: blind, worktree: null } });
    expect(ids(entries)).toEqual(
      expect.arrayContaining(["branch:side", "todos", "worktree:changes"]),
    );
  });

  it("does not take for done what is not known to be pushed", async () => {
    await using store = await openTestStore();
    const main = { name: "main", isDefault: true, aheadCount: 0 };
    await look(store, { facts: branches({ ...main, unpushed: unpushed(1, NOW) }) });
    const gaps = [{ area: "branches", code: "push_unknown", detail: "x" }] as const;
    const facts = { ...branches({ ...main, unpushed: null }), gaps };
    expect(ids((await look(store, { facts })).entries)).toEqual(["desk:gaps"]);
    expect(await entry(store, "branch:main")).toMatchObject({ reason: { code: "obsolete" } });
  });

  it("moves branches into a layer of their own and back", async () => {
    await using store = await openTestStore();
    const list = ["a", "b", "c", "d"].map((name) => ({ name }));
    const many = await look(store, { facts: branches(...list) });
    expect(many.view.root.entries.map(({ id }) => id)).toEqual(["branches"]);
    const few = await look(store, { facts: branches(...list.slice(1)) });
    expect(few.view.root.entries.map(({ id }) => id)).toEqual(["branch:b", "branch:c", "branch:d"]);
    expect((await look(store, { facts: branches(...list) })).view.root.entries).toHaveLength(1);
  });

  it("leaves entries of others alone", async () => {
    await using store = await openTestStore();
    const other = { id: "branch:side", title: "mine", tier: "S", kind: "info" } as const;
    const batch = { batch_id: "b-1", declarations: [{ op: "declare", ...other }] } as const;
    await store.commitAs("someone", batch, NOW);
    const { entries } = await look(store, { facts: branches({ name: "side" }) });
    expect(ids(entries)).toEqual(["branch:side", "branch:side#2"]);
    expect(ids((await look(store, {})).entries)).toEqual(["branch:side"]);
  });
});

describe("a branch that goes on under another name", () => {
  it("is superseded when the reflog says that it was renamed", async () => {
    await using store = await openTestStore();
    await look(store, { facts: branches({ name: "old" }) });
    const facts = branches({ name: "new", formerNames: ["old"], tip: commitOf("another tip") });
    const { entries, isChanged } = await look(store, { facts });
    expect(isChanged).toBe(true);
    expect(ids(entries)).toEqual(["branch:new"]);
    expect(await entry(store, "branch:old")).toMatchObject({
      status: "superseded",
      successor: "branch:new",
    });
  });

  it("is superseded when a new name has its tip and the old one is gone", async () => {
    await using store = await openTestStore();
    await look(store, { facts: branches({ name: "old" }) });
    await look(store, { facts: branches({ name: "new", tip: commitOf("old") }) });
    expect(await entry(store, "branch:old")).toMatchObject({ successor: "branch:new" });
  });

  it("is not taken for renamed while two names could be it", async () => {
    await using store = await openTestStore();
    await look(store, { facts: branches({ name: "old" }) });
    const tip = commitOf("old");
    await look(store, { facts: branches({ name: "new", tip }, { name: "newer", tip }) });
    expect(await entry(store, "branch:old")).toMatchObject({ status: "withdrawn" });
  });

  it("is superseded once, though two branches had its name one after the other", async () => {
    await using store = await openTestStore();
    await look(store, { facts: branches({ name: "g" }) });
    const facts = branches({ name: "x", formerNames: ["g"] }, { name: "y", formerNames: ["g"] });
    expect(ids((await look(store, { facts })).entries)).toEqual(["branch:x", "branch:y"]);
    expect(await entry(store, "branch:g")).toMatchObject({ successor: "branch:x" });
  });

  it("gets a new id when a name that was superseded returns", async () => {
    await using store = await openTestStore();
    await look(store, { facts: branches({ name: "old" }) });
    await look(store, { facts: branches({ name: "new", formerNames: ["old"] }) });
    const facts = branches({ name: "new", formerNames: ["old"] }, { name: "old", aheadCount: 5 });
    expect(ids((await look(store, { facts })).entries)).toEqual(["branch:new", "branch:old#2"]);
    expect((await look(store, { facts })).isChanged).toBe(false);
  });
});

describe("a branch that is done", () => {
  it("is superseded by a finding when it is merged, which ends with the branch", async () => {
    await using store = await openTestStore();
    await look(store, { facts: branches({ name: "side" }) });
    const facts = branches({ name: "side", isMerged: true, isAtDefault: true });
    expect(ids((await look(store, { facts })).entries)).toEqual(["merged:side"]);
    expect((await look(store, { facts })).isChanged).toBe(false);
    expect(await entry(store, "branch:side")).toMatchObject({ successor: "merged:side" });
    await look(store, {});
    expect(await entry(store, "merged:side")).toMatchObject({ reason: { code: "done" } });
  });

  it("is no matter if it never had a commit of its own", async () => {
    await using store = await openTestStore();
    const facts = branches({ name: "fresh", isMerged: true, isAtDefault: true });
    expect((await look(store, { facts })).entries).toEqual([]);
  });

  it("is withdrawn as done if it was merged and deleted, as obsolete if only deleted", async () => {
    await using store = await openTestStore();
    await look(store, { facts: branches({ name: "good" }, { name: "bad" }) });
    const fates: Fates = new Map([
      [commitOf("good"), "merged"],
      [commitOf("bad"), "unmerged"],
    ]);
    await look(store, { fates });
    expect(await entry(store, "branch:good")).toMatchObject({ reason: { code: "done" } });
    expect(await entry(store, "branch:bad")).toMatchObject({ reason: { code: "obsolete" } });
  });

  it("comes back under a new id when a merged branch gets new commits", async () => {
    await using store = await openTestStore();
    const open = { facts: branches({ name: "side" }) };
    await look(store, open);
    await look(store, { facts: branches({ name: "side", isMerged: true }) });
    expect(ids((await look(store, open)).entries)).toEqual(["branch:side#2"]);
    await look(store, { facts: branches({ name: "side", isMerged: true }) });
    expect(await entry(store, "branch:side#2")).toMatchObject({ successor: "merged:side#2" });
  });
});
