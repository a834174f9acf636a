import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { StateView } from "@fold/contracts";
import { openFold } from "@fold/sdk";
import { afterAll, beforeAll, expect, test } from "vitest";
import { shortView } from "../src/short-view.js";

const NOW = "2026-06-30T12:00:00.000Z";
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "git-desk-short-"));
});

afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

async function viewWith(childCount: number): Promise<StateView> {
  const fold = await openFold({ dir: join(folder, String(childCount)), init: true });
  const fields = { op: "declare", title: "T", tier: "XXS", kind: "info" } as const;
  const children = Array.from({ length: childCount }, (_, index) => ({
    ...fields,
    id: `c${index}`,
    parent: "group",
  }));
  await fold.commit(
    { batch_id: "b", declarations: [{ ...fields, id: "group" }, ...children] },
    { actor: "test", now: NOW },
  );
  const view = await fold.state({ now: NOW });
  await fold.close();
  return view;
}

test("a short child layer is listed", async () => {
  const view = await viewWith(6);
  expect(shortView(view)).toEqual(view);
});

test("a long one is counted, with its units", async () => {
  const view = await viewWith(7);
  expect(shortView(view).root.entries[0]?.layer).toEqual({
    id: "group",
    budget: 64,
    used: 7,
    free: 57,
    entry_count: 7,
    collapsed: true,
  });
});
