import { inspect } from "node:util";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { converge } from "../src/converge.js";
import type { BranchFacts, Facts, SecretFacts, TodoFacts } from "../src/git/facts.js";
import { wantMatters } from "../src/rules/want-matters.js";
import { createRunLog } from "../src/run-log.js";
import {
  branchesOf,
  branchWith,
  commitOf,
  factsWith,
  NOW,
  QUIET_WORKTREE,
  todoWith,
} from "./rules/facts-builder.js";
import { openTestStore } from "./test-store.js";

const RUNS = Number(process.env["FOLD_PROP_RUNS"] ?? 15);
const DAY_MS = 24 * 3600 * 1000;

const instants = fc
  .integer({ min: -400, max: 400 })
  .map((hours) => new Date(Date.parse(NOW) + hours * 3600_000).toISOString());

/** Few names, so that they return; and some that no id can hold. */
const names = fc.oneof(
  fc.constantFrom("a", "b", "c/d", "a#2", "修复", "e", "f", "g"),
  fc.string({ unit: "binary", minLength: 1, maxLength: 300 }),
);

const branches: fc.Arbitrary<BranchFacts> = fc
  .record({
    name: names,
    tip: names.map(commitOf),
    committedAt: instants,
    isMerged: fc.boolean(),
    isAtDefault: fc.boolean(),
    aheadCount: fc.nat(3),
    behindCount: fc.nat(60),
    unpushedCount: fc.nat(2),
    unpushedAt: instants,
    lineCount: fc.constantFrom(1, 900),
    formerNames: fc.array(names, { maxLength: 2 }),
  })
  .map(({ lineCount, unpushedCount, unpushedAt, ...parts }) =>
    branchWith({
      ...parts,
      change: { fileCount: 1, lineCount },
      unpushed: { count: unpushedCount, isCut: false, oldestAt: unpushedAt, newestAt: null },
    }),
  );

const todos: fc.Arbitrary<TodoFacts> = fc
  .record({
    path: names,
    line: fc.nat(9),
    word: fc.constantFrom("TODO", "HACK"),
    text: names,
    at: fc.option(instants),
  })
  .map(todoWith);

const secrets: fc.Arbitrary<SecretFacts> = fc.record({
  path: names,
  isStaged: fc.boolean(),
  evidence: fc.constantFrom("name", "header"),
  changedAt: fc.option(instants),
});

const facts: fc.Arbitrary<Facts> = fc
  .record({
    isDirty: fc.boolean(),
    changedAt: instants,
    branches: fc.uniqueArray(branches, { selector: ({ name }) => name, maxLength: 8 }),
    todos: fc.array(todos, { maxLength: 90, size: "max" }),
    secrets: fc.uniqueArray(secrets, { selector: ({ path }) => path, maxLength: 8 }),
    gaps: fc.subarray(["branches", "todos", "secrets"] as const, { maxLength: 1 }),
  })
  .map(({ isDirty, changedAt, gaps, ...lists }) =>
    factsWith({
      worktree: {
        ...QUIET_WORKTREE,
        stagedCount: isDirty ? 1 : 0,
        changedFileCount: isDirty ? 1 : 0,
        oldestChangeAt: changedAt,
        newestChangeAt: changedAt,
      },
      branches: branchesOf(lists.branches),
      todos: { items: lists.todos, moreCount: 0 },
      secrets: { items: lists.secrets, moreCount: 0 },
      gaps: gaps.map((area) => ({ area, code: "cut", detail: "more" })),
    }),
  );

const WORDS = ["not now", "mine", "not mine", "now", "hm", "以后再说", "mine, but not now"];

interface Day {
  readonly facts: Facts;
  /** What is said, and about which of the entries that are or were there; the last stands for the whole. */
  readonly words: readonly { readonly text: string; readonly place: number }[];
  readonly days: number;
}

const days: fc.Arbitrary<Day> = fc.record({
  facts,
  words: fc.array(
    fc.record({
      text: fc.constantFrom(...WORDS),
      place: fc.nat(40),
    }),
    { maxLength: 3 },
  ),
  days: fc.nat(9),
});

describe("whatever the repository and the person do", () => {
  const timeout = 30_000 + RUNS * 2000;
  it("meets no refusal but for want of budget, and comes to rest", { timeout }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(days, { minLength: 1, maxLength: 6 }), async (history) => {
        await using store = await openTestStore();
        let ms = Date.parse(NOW);
        const ids = new Set<string>();
        for (const day of history) {
          ms += day.days * DAY_MS;
          const now = new Date(ms).toISOString();
          const port = store.portAt(now);
          const run = async () => {
            const log = createRunLog({ now, onLine: () => undefined });
            const wanted = wantMatters(day.facts, now);
            const fatesOf = async () => new Map();
            const result = await converge({ port, wanted, fatesOf, now, log });
            if (!result.ok) throw new Error(inspect([result.failure, log.lines.slice(-20)]));
            return result.outcome;
          };
          await run();
          expect(await run()).toMatchObject({ batchCount: 1, isChanged: false });
          const view = await port.view();
          if (!view.ok) throw new Error("no view");
          expect(view.value.pending_annotations).toEqual([]);
          for (const { id, layer } of view.value.root.entries) {
            const below = layer !== null && "entries" in layer ? layer.entries : [];
            for (const seen of [id, ...below.map((entry) => entry.id)]) ids.add(seen);
          }
          for (const { text, place } of day.words) {
            await store.annotate([...ids][place] ?? null, text, now);
          }
          await run();
        }
        const codes = new Set(store.violations.map(({ code }) => code));
        codes.delete("budget_exceeded");
        expect([...codes]).toEqual([]);
      }),
      { numRuns: RUNS, endOnFailure: true },
    );
  });
});
