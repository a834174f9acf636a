/** Runs of git-desk against a test store, and short words for the facts that they find. */
import type { EntryView } from "@fold/contracts";
import { converge } from "../src/converge.js";
import type { BranchFacts, Facts, TodoFacts } from "../src/git/facts.js";
import type { Fates } from "../src/git/fates.js";
import { deskOf } from "../src/plan/desk.js";
import { wantMatters } from "../src/rules/want-matters.js";
import { createRunLog } from "../src/run-log.js";
import {
  branchesOf,
  branchWith,
  factsWith,
  NOW,
  QUIET_WORKTREE,
  todoWith,
} from "./rules/facts-builder.js";
import type { TestStore } from "./test-store.js";

const DAY_MS = 24 * 3600 * 1000;

export function later(days: number): string {
  return new Date(Date.parse(NOW) + days * DAY_MS).toISOString();
}

interface Look {
  readonly facts?: Partial<Facts>;
  readonly now?: string;
  readonly fates?: Fates;
}

/** One run of git-desk; answers what it did and how the store looks after it. */
export async function look(store: TestStore, { facts = {}, now = NOW, fates = new Map() }: Look) {
  const log = createRunLog({ now, onLine: () => undefined });
  const port = store.portAt(now);
  const wanted = wantMatters(factsWith(facts), now);
  const result = await converge({ port, wanted, fatesOf: async () => fates, now, log });
  const view = await port.view();
  if (!result.ok || !view.ok) throw new Error(JSON.stringify([result, log.lines]));
  const { entries, pending } = deskOf(view.value);
  return { ...result.outcome, entries, pending, view: view.value, log: log.lines.join("\n") };
}

export async function entry(store: TestStore, id: string, now = NOW) {
  const answer = await store.portAt(now).entry(id);
  if (!answer.ok || answer.value === null) throw new Error(`no entry ${id}`);
  return answer.value;
}

export function ids(entries: readonly EntryView[]): readonly string[] {
  return entries.map(({ id }) => id).sort();
}

export function branches(...list: readonly (Partial<BranchFacts> & { readonly name: string })[]) {
  return { branches: branchesOf(list.map(branchWith)) };
}

export const DIRTY = {
  worktree: { ...QUIET_WORKTREE, stagedCount: 1, changedFileCount: 1, changedLineCount: 3 },
};

export function todos(count: number, parts: Partial<TodoFacts> = {}): Partial<Facts> {
  const items = Array.from({ length: count }, (_, index) =>
    todoWith({ text: `number ${String(index).padStart(3, "0")}`, ...parts }),
  );
  return { todos: { items, moreCount: 0 } };
}
