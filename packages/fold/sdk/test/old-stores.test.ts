/**
 * Stores that earlier versions made are opened for good: their files are kept here as they were
 * written. `store-of-2026-11-30` is by the first version of the store, whose index segments were of
 * version 1; `view.json` is what it said of its state at `AT`.
 */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";
import type { LogRecord, StateView } from "@fold/contracts";
import { openFold, verify } from "@fold/sdk";
import { expect, onTestFinished, test } from "vitest";

const FIXTURES = fileURLToPath(new URL("./fixtures/", import.meta.url));
const AT = "2026-12-01T00:00:00.000Z";

/** The store as it was left; what was compressed is what it was. */
function unpacked(name: string): { readonly dir: string; readonly view: StateView } {
  const dir = mkdtempSync(join(tmpdir(), "fold-old-"));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  const from = join(FIXTURES, name);
  const bytesOf = (file: string): Buffer => gunzipSync(readFileSync(join(from, file)));
  mkdirSync(join(dir, "index"));
  for (const file of readdirSync(from, { recursive: true, encoding: "utf8" })) {
    if (file === "view.json.gz" || !file.endsWith(".gz")) continue;
    writeFileSync(join(dir, file.slice(0, -3)), bytesOf(file));
  }
  const view = JSON.parse(bytesOf("view.json.gz").toString("utf8"));
  return { dir, view };
}

function recordsIn(dir: string): readonly LogRecord[] {
  const text = readFileSync(join(dir, "events.jsonl"), "utf8");
  return text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
}

const STORE = "store-of-2026-11-30";

test("is sound, but for an index of an older version, which is a cache", async () => {
  const { dir } = unpacked(STORE);
  const verified = await verify(dir, { full: true });
  expect(verified).toMatchObject({
    ok: true,
    value: { isSound: true, event_seq: 262, findings: [{ code: "segment_damaged" }] },
  });
});

test.each(["with its caches", "without them"])("says what it said then, %s", async (how) => {
  const { dir, view } = unpacked(STORE);
  if (how === "without them") {
    for (const name of ["index", "snapshot.json", "lock"]) {
      rmSync(join(dir, name), { recursive: true });
    }
  }
  const fold = await openFold({ dir });
  onTestFinished(() => fold.close());
  expect(await fold.state({ now: AT })).toMatchObject(view);
});

test("answers each old request sent again with the receipt of then", async () => {
  const { dir } = unpacked(STORE);
  const records = recordsIn(dir);
  const fold = await openFold({ dir });
  onTestFinished(() => fold.close());
  for (const { type, request, actor, at, receipt, event_seq } of records.slice(0, 20)) {
    const again = await (type === "annotation"
      ? fold.annotate(request as Parameters<typeof fold.annotate>[0], { actor, now: at })
      : fold.commit(request as Parameters<typeof fold.commit>[0], { actor, now: at }));
    expect(again).toMatchObject({ outcome: "accepted", duplicate: true, event_seq, ...receipt });
  }
  expect(recordsIn(dir)).toHaveLength(records.length);
});

test("goes on: the next record follows, and the index is made anew", async () => {
  const { dir } = unpacked(STORE);
  const fold = await openFold({ dir });
  const declaration = { op: "patch", id: "y", title: "By this version" } as const;
  const context = { actor: "builder", now: AT };
  const batch = { batch_id: "now", declarations: [declaration] };
  expect(await fold.commit(batch, context)).toMatchObject({ outcome: "accepted", event_seq: 263 });
  const page = await fold.history({ entry: "release", limit: 10 });
  expect(page.records.map(({ event_seq }) => event_seq)).toContain(1);
  await fold.close();
  expect(await verify(dir, { full: true })).toMatchObject({
    ok: true,
    value: { isSound: true, event_seq: 263 },
  });
});
