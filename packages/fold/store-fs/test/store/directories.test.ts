import {
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join, relative } from "node:path";
import { nodeFs, openStore } from "@fold/store-fs";
import { expect, test } from "vitest";
import { fakeKernel } from "../fakes/fake-kernel.mjs";
import { hookedFs, systemError } from "../fakes/faulty-fs.js";
import {
  accepted,
  CONTEXT,
  declare,
  fill,
  fullCheck,
  logOf,
  open,
  patch,
  seqOf,
  temporaryDir,
} from "../support/store.js";

test("C7 through symbolic links the same store is reported", async () => {
  const root = temporaryDir();
  mkdirSync(join(root, "real", "store"), { recursive: true });
  symlinkSync(join(root, "real"), join(root, "parent-link"));
  symlinkSync(join(root, "real", "store"), join(root, "link"));
  const direct = await open(join(root, "real", "store"));
  await fill(direct, 2);
  const paths = [
    join(root, "parent-link", "store"),
    join(root, "link"),
    join(root, "real", ".", "store", "..", "store"),
    relative(process.cwd(), join(root, "link")),
  ];
  for (const path of paths) {
    const store = await open(path, { init: false });
    expect(store.dir).toBe(realpathSync(join(root, "real", "store")));
    expect(await seqOf(store)).toBe(2);
  }
  const receipts = await Promise.all(
    paths.map(async (path, at) =>
      (await open(path)).commit(patch(`p${at}`, "e", `t${at}`), CONTEXT),
    ),
  );
  expect(new Set(receipts.map((receipt) => accepted(receipt).event_seq)).size).toBe(4);
  await fullCheck(direct.dir);
});

test("C13 C14 other files in the directory are never read or written, and are told by verify", async () => {
  const dir = temporaryDir();
  const store = await open(dir);
  await fill(store, 3);
  const others = {
    "events (conflicted copy 2026-11-30).jsonl": logOf(dir),
    "events.sync-conflict-20261130-090000-ABCDEFG.jsonl": logOf(dir),
    "events.jsonl.orig": logOf(dir),
    "another.jsonl": Buffer.from("{}\n"),
  };
  for (const [name, bytes] of Object.entries(others)) writeFileSync(join(dir, name), bytes);
  const touched = new Set<string>();
  const fs = hookedFs(nodeFs, ({ name, args, proceed }) => {
    if (name === "open" || name === "rename" || name === "unlink") touched.add(String(args[0]));
    return proceed();
  });
  const again = await open(dir, { fs });
  for (let at = 0; at < 256; at += 1)
    accepted(await again.commit(patch(`p${at}`, "e", `t${at}`), CONTEXT));
  for (const [name, bytes] of Object.entries(others)) {
    expect(touched).not.toContain(join(dir, name));
    expect(readFileSync(join(dir, name))).toEqual(bytes);
  }
  const findings = await fullCheck(dir);
  expect(findings.map(({ code, file }) => `${code} ${file}`).sort()).toEqual([
    "copy_of_log events (conflicted copy 2026-11-30).jsonl",
    "copy_of_log events.jsonl.orig",
    "copy_of_log events.sync-conflict-20261130-090000-ABCDEFG.jsonl",
    "foreign_file another.jsonl",
  ]);
});

test("D12 reads change no byte of a store that is up to date", async () => {
  const dir = temporaryDir();
  const store = await open(dir);
  await fill(store, 300);
  await store.close();
  const contents = (): unknown =>
    readdirSync(dir, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => [entry.name, readFileSync(join(entry.parentPath, entry.name), "latin1")]);
  const before = contents();
  const reader = await open(dir);
  expect(await seqOf(reader)).toBe(300);
  await reader.history({ entry: "e" });
  await reader.diff(10);
  expect(contents()).toEqual(before);
});

test("B15 directories of a store whose making was stopped are on the disk before its first record", async () => {
  const root = temporaryDir();
  const dir = join(root, "above", "store");
  let isStopped = false;
  const stopping = hookedFs(nodeFs, ({ name, path, proceed }) => {
    isStopped ||= name === "syncDirectory" && path === join(root, "above");
    if (isStopped) throw systemError("EIO");
    return proceed();
  });
  const stopped = await openStore({ dir, kernel: fakeKernel, init: true, fs: stopping });
  expect(stopped.ok).toBe(false);
  // `store` is there, and its name is not on the disk.
  expect(readdirSync(join(root, "above"))).toEqual(["store"]);

  const synced: string[] = [];
  const fs = hookedFs(nodeFs, ({ name, path, proceed }) => {
    if (name === "syncDirectory") synced.push(relative(root, path));
    return proceed();
  });
  accepted(await (await open(dir, { fs })).commit(declare("e"), CONTEXT));
  expect(synced).toContain("above");
  await fullCheck(dir);
});

test("B15 a store can be made below a directory that this user may not list", async () => {
  const root = temporaryDir();
  const dir = join(root, "mine");
  mkdirSync(dir);
  const fs = hookedFs(nodeFs, ({ name, path, proceed }) => {
    if (name === "syncDirectory" && path === root) throw systemError("EACCES");
    return proceed();
  });
  accepted(await (await open(dir, { fs })).commit(declare("e"), CONTEXT));
  await fullCheck(dir);
});

test("a path that cannot be a directory is refused as data", async () => {
  const file = join(temporaryDir(), "file");
  writeFileSync(file, "");
  const opened = await openStore({ dir: join(file, "below"), kernel: fakeKernel, init: true });
  expect(opened).toMatchObject({ ok: false, failure: { outcome: "unavailable", reason: "io" } });
});

test("a store whose directory went away is refused, not made anew", async () => {
  const dir = join(temporaryDir(), "store");
  const store = await open(dir);
  await fill(store, 1);
  const { rmSync } = await import("node:fs");
  rmSync(dir, { recursive: true });
  expect(await store.commit(declare("x"), CONTEXT)).toMatchObject({ outcome: "unavailable" });
  expect(await store.view({ now: CONTEXT.now })).toMatchObject({
    failure: { outcome: "no_store" },
  });
});

test.runIf(process.platform === "linux")(
  "a directory that can neither be found nor be made is told at once",
  async () => {
    const opened = await openStore({ dir: "/proc/none/x", kernel: fakeKernel, init: true });
    expect(opened).toMatchObject({ ok: false, failure: { outcome: "unavailable" } });
  },
);
