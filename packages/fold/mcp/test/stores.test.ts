import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { findStore } from "../src/store/find-store.js";
import { batch, connected, declare, temporary } from "./support.js";

describe("a store that cannot be used", () => {
  test("is not there: each call says so, and works once it is", async () => {
    const { call, dir } = await connected(onTestFinished, { init: false });
    const answer = await call("state");
    expect(answer).toMatchObject({ isError: true, value: { outcome: "no_store" } });
    expect(answer.value.hint).toContain("--init");
    expect((await call("commit", batch("b-1"))).value.outcome).toBe("no_store");

    const other = await connected(onTestFinished, { dir });
    await other.call("commit", batch("b-1", declare("one")));
    expect((await call("state")).value.root.entries).toHaveLength(1);
  });

  test("is made by the first write where that is allowed, and by no question", async () => {
    const { call, logText } = await connected(onTestFinished);
    expect((await call("state")).value).toMatchObject({ outcome: "no_store" });
    const first = ["b-1", "b-2", "b-3"].map((id) => call("commit", batch(id)));
    const outcomes = (await Promise.all(first)).map(({ value }) => value.outcome);
    expect(outcomes).toEqual(["accepted", "accepted", "accepted"]);
    expect(logText().trimEnd().split("\n")).toHaveLength(3);
  });

  test("is corrupt: each call says where, and works once it is repaired", async () => {
    const made = await connected(onTestFinished);
    await made.call("commit", batch("b-1", declare("one")));
    await made.store.close();
    const log = join(made.dir, "events.jsonl");
    const sound = readFileSync(log, "utf8");
    writeFileSync(log, sound.replace("Title", "Tjtle"));

    const { call, client } = await connected(onTestFinished, { dir: made.dir });
    for (const tool of ["state", "history"]) {
      expect(await call(tool)).toMatchObject({
        isError: true,
        value: { outcome: "corrupt", reason: "hash_mismatch", line: 1 },
      });
    }
    expect((await call("commit", batch("b-2"))).value.outcome).toBe("corrupt");
    const reading = client.readResource({ uri: "fold://brief" });
    await expect(reading).rejects.toMatchObject({ code: -32603, data: { outcome: "corrupt" } });

    writeFileSync(log, sound);
    expect((await call("state")).isError).toBe(false);
    expect((await call("commit", batch("b-2"))).value.outcome).toBe("accepted");
  });

  test("refuses further work: the next call opens it anew, and subscribers stay", async () => {
    const { call, client, store } = await connected(onTestFinished);
    await call("commit", batch("b-1", declare("one")));
    const updated: string[] = [];
    client.setNotificationHandler("notifications/resources/updated", ({ params }) => {
      updated.push(params.uri);
    });
    await client.subscribeResource({ uri: "fold://brief" });
    await (await store.current())?.close();
    expect((await call("state")).value).toMatchObject({ outcome: "unavailable", reason: "closed" });
    expect((await call("commit", batch("b-2"))).value.outcome).toBe("accepted");
    await vi.waitFor(() => expect(updated).toEqual(["fold://brief"]), { timeout: 10_000 });
  });

  test("was taken away under the server, and given back", async () => {
    const { call, dir } = await connected(onTestFinished);
    await call("commit", batch("b-1", declare("one")));
    renameSync(dir, `${dir}-away`);
    expect((await call("state")).isError).toBe(true);
    rmSync(dir, { recursive: true, force: true });
    renameSync(`${dir}-away`, dir);
    expect((await call("state")).value.root.entries).toHaveLength(1);
  });
});

describe("which store", () => {
  const place = { dir: undefined, environmentDir: undefined, init: false };

  test("is what --dir names, else FOLD_DIR, else the nearest .fold upwards", () => {
    const cwd = temporary(onTestFinished);
    const deep = join(cwd, "a", "b");
    mkdirSync(deep, { recursive: true });
    mkdirSync(join(cwd, ".fold"));
    expect(findStore({ ...place, cwd: deep, dir: "x", environmentDir: "y" })).toEqual({
      ok: true,
      dir: join(deep, "x"),
    });
    expect(findStore({ ...place, cwd: deep, environmentDir: "y" })).toEqual({
      ok: true,
      dir: join(deep, "y"),
    });
    const nearest = { ok: true, dir: join(cwd, ".fold") };
    expect(findStore({ ...place, cwd: deep })).toEqual(nearest);
    expect(findStore({ ...place, cwd: deep, environmentDir: "" })).toEqual(nearest);
  });

  test("is a new one here with --init, and else none, with how to start", () => {
    const cwd = temporary(onTestFinished);
    expect(findStore({ ...place, cwd, init: true })).toEqual({ ok: true, dir: join(cwd, ".fold") });
    expect(findStore({ ...place, cwd })).toMatchObject({
      ok: false,
      failure: { outcome: "no_store", hint: expect.stringContaining("--init") },
    });
  });
});
