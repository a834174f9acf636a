/** The laws of the kernel, numbered as in docs/reference/kernel.md, over generated histories. */
import { test } from "@fast-check/vitest";
import type {
  Batch,
  Command,
  Entry,
  Instant,
  LayerView,
  LogRecord,
  State,
  StateView,
} from "@fold/contracts";
import { instantFromMs, LIMITS, msOf, shareOf } from "@fold/contracts/values";
import * as fc from "fast-check";
import { describe, expect } from "vitest";
import { kernel } from "../src/index.js";
import {
  ACTOR,
  commandOf,
  gatherFacts,
  histories,
  moves,
  play,
  remarkedHistories,
} from "../src/testing/index.js";
import { deepFreeze } from "./deep-freeze.js";
import { replayDiff } from "./replay-diff.js";

const numRuns = Number(process.env["FOLD_PROP_RUNS"] ?? 40);
const options = { numRuns, verbose: 1 as const };

const json = (state: State): unknown => kernel.toSnapshot(state);

function viewOf(records: readonly LogRecord[], state: State, now: Instant, depth = 6): StateView {
  const query = { now, depth };
  const facts = gatherFacts(records, state, { command: "state", request: query });
  const answer = kernel.view(state, facts, query);
  if (!answer.ok || answer.view.schema !== "fold.state/1") throw new Error("expected a state");
  return answer.view;
}

function* layersOf(layer: LayerView): Generator<LayerView> {
  yield layer;
  for (const entry of layer.entries) {
    if (entry.layer !== null && "entries" in entry.layer) yield* layersOf(entry.layer);
  }
}

const NOW = instantFromMs(Date.parse("2026-06-01T00:00:00.000Z")) as Instant;

describe("the laws", () => {
  test.prop([remarkedHistories()], { ...options, numRuns: Math.ceil(numRuns / 4) })(
    "2, 3 and 8 with more pending annotations than are held: the oldest ones are held, both ways",
    (history) => {
      const { log } = play(history);
      log.records.forEach((record, index) => {
        const before = log.states[index] ?? kernel.initial;
        const after = log.states[index + 1] ?? kernel.initial;
        expect(json(kernel.apply(before, record))).toEqual(json(after));
        const previousAt = log.records[index - 1]?.at ?? null;
        expect(json(kernel.undo(after, record, previousAt))).toEqual(json(before));
        expect(after.pending.map((annotation) => annotation.annotation_id)).toEqual(
          oldestPending(log.records.slice(0, index + 1)),
        );
      });
      expect(log.state().annotations_total).toBeGreaterThan(LIMITS.pendingAnnotations);
    },
  );

  test.prop([histories()], options)(
    "1: every reachable state keeps the budgets, has no orphan, no circle, and keeps the limits",
    (history) => {
      const { log } = play(history);
      for (const state of log.states) expectLawful(state);
    },
  );

  test.prop([histories()], options)(
    "2: applying a decided record gives the decided state",
    (history) => {
      const { log, steps } = play(history);
      let state = kernel.initial;
      for (const { decision } of steps) {
        if (!decision.ok) continue;
        state = kernel.apply(deepFreeze(state), deepFreeze(decision.record));
        expect(json(state)).toEqual(json(decision.state));
      }
      expect(json(state)).toEqual(json(log.state()));
    },
  );

  test.prop([histories()], options)(
    "3: folding the log gives the live state, and undoing records every earlier one",
    (history) => {
      const { log } = play(history);
      const stored = JSON.parse(JSON.stringify(log.records)) as readonly LogRecord[];
      const folded = stored.reduce(kernel.apply, kernel.initial);
      expect(json(folded)).toEqual(json(log.state()));
      let state = folded;
      for (let index = stored.length - 1; index >= 0; index -= 1) {
        const record = stored[index];
        if (record === undefined) continue;
        state = kernel.undo(deepFreeze(state), record, stored[index - 1]?.at ?? null);
        expect(json(state)).toEqual(json(log.states[index] ?? kernel.initial));
      }
      const revived = kernel.fromSnapshot(JSON.parse(JSON.stringify(json(folded))));
      expect(json(revived)).toEqual(json(folded));
    },
  );

  test.prop([histories(), fc.nat()], options)(
    "3: applying records together is applying each in turn, and touches nothing that was given",
    (history, pick) => {
      const { log } = play(history);
      const records = deepFreeze(JSON.parse(JSON.stringify(log.records)) as LogRecord[]);
      const middle = pick % (records.length + 1);
      const half = kernel.applyAll(deepFreeze(kernel.initial), records.slice(0, middle));
      expect(json(half)).toEqual(json(log.states[middle] ?? kernel.initial));
      const whole = kernel.applyAll(deepFreeze(half), records.slice(middle));
      expect(json(whole)).toEqual(json(log.state()));
      expect(json(kernel.applyAll(whole, []))).toEqual(json(whole));
    },
  );

  test.prop([histories(), fc.infiniteStream(fc.nat())], options)(
    "4: the order of declarations and acknowledgements carries no meaning",
    (history, random) => {
      const { log, steps } = play(history);
      let position = 0;
      for (const { command, now, decision } of steps) {
        const state = log.states[position] ?? kernel.initial;
        const records = log.records.slice(0, position);
        if (decision.ok) position += 1;
        if (command.command !== "commit") continue;
        const shuffled = shuffledBatch(command.request, random);
        const facts = gatherFacts(records, state, shuffled);
        const again = kernel.decide(state, shuffled, facts, { actor: ACTOR, now });
        expect(again.ok).toBe(decision.ok);
        if (again.ok && decision.ok) {
          expect(json(again.state)).toEqual(json(decision.state));
          expect(again.record.changes).toEqual(decision.record.changes);
        }
        if (!again.ok && !decision.ok) {
          const codes = (list: readonly { code: string }[]) => list.map(({ code }) => code).sort();
          expect(codes(again.violations)).toEqual(codes(decision.violations));
        }
      }
    },
  );

  test.prop([histories()], options)(
    "5 and 6: deciding changes nothing it was given, and the receipt is that of the record",
    (history) => {
      const { log, steps } = play(history);
      let position = 0;
      for (const { command, now, decision } of steps) {
        const state = deepFreeze(log.states[position] ?? kernel.initial);
        const facts = gatherFacts(log.records.slice(0, position), state, command);
        const before = JSON.stringify(json(state));
        const again = kernel.decide(state, deepFreeze(command), facts, { actor: ACTOR, now });
        expect(JSON.stringify(json(state))).toBe(before);
        expect(again.ok).toBe(decision.ok);
        if (!decision.ok) continue;
        position += 1;
        const stored = JSON.parse(JSON.stringify(decision.record)) as LogRecord;
        expect(kernel.receipt(stored)).toEqual(kernel.receipt(decision.record));
      }
    },
  );

  test.prop([histories()], options)(
    "5: what a state has come from changes no verdict and no view, down to the order in them",
    (history) => {
      const { log, steps } = play(history);
      let position = 0;
      for (const { command, now, decision } of steps) {
        const state = log.states[position] ?? kernel.initial;
        const records = log.records.slice(0, position);
        const revived = kernel.fromSnapshot(JSON.parse(JSON.stringify(json(state))));
        const facts = gatherFacts(records, revived, command);
        const again = kernel.decide(revived, command, facts, { actor: ACTOR, now });
        expect(JSON.stringify({ ...again, state: null })).toBe(
          JSON.stringify({ ...decision, state: null }),
        );
        const shown = JSON.stringify(viewOf(records, state, now));
        expect(JSON.stringify(viewOf(records, revived, now))).toBe(shown);
        if (decision.ok) position += 1;
      }
    },
  );

  test.prop([histories(), moves], options)(
    "7: ranks run from 1 to n, and no change elsewhere moves them",
    (history, move) => {
      const { log } = play(history);
      const before = log.state();
      const command = commandOf(log, move, history.length);
      const was = ranksByLayer(viewOf(log.records, before, NOW).root);
      log.run(command, { actor: ACTOR, now: NOW });
      for (const layer of layersOf(viewOf(log.records, log.state(), NOW).root)) {
        expect(layer.entries.map((entry) => entry.rank)).toEqual(
          layer.entries.map((_, index) => index + 1),
        );
        const untouched = membersOf(log.state(), layer.id);
        if (JSON.stringify(untouched) !== JSON.stringify(membersOf(before, layer.id))) continue;
        expect(layer.entries.map((entry) => entry.id)).toEqual(was.get(layer.id) ?? []);
      }
    },
  );

  test.prop([histories()], options)(
    "8: every annotation ever saved is reachable from the view or through a lineage",
    (history) => {
      const { log } = play(history);
      const state = log.state();
      for (const { annotation } of log.records) {
        if (annotation === undefined) continue;
        expectReachable(log.records, state, annotation.annotation_id, annotation.entry_id);
      }
      let pending = 0;
      for (const entry of state.entries.values()) pending += entry.annotations.pending;
      expect(pending).toBeLessThanOrEqual(state.pending_total);
      expect(state.pending).toHaveLength(Math.min(state.pending_total, LIMITS.pendingAnnotations));
    },
  );

  test.prop([histories(), fc.nat()], options)(
    "9: a diff is empty just when nothing differs, and replaying it gives the current state",
    (history, pick) => {
      const { log } = play(history);
      const from = pick % log.states.length;
      const base = log.states[from] ?? kernel.initial;
      const current = log.state();
      const between = kernel.between(log.records.slice(from));
      const difference = kernel.diff(deepFreeze(base), deepFreeze(current), between);
      const replayed = replayDiff(base, difference);
      expect(replayed).toEqual({
        entries: kernel.toSnapshot(current).entries,
        root_budget: current.root_budget,
        annotations_total: current.annotations_total,
        pending_total: current.pending_total,
      });
      const isEmpty =
        difference.opened.length + difference.closed.length + difference.changed.length === 0 &&
        difference.root_budget === null &&
        difference.annotations.saved.length + difference.annotations.acknowledged.length === 0;
      expect(isEmpty).toBe(isEqualForReaders(base, current));
      const closed = new Set(difference.closed.map(({ id }) => id));
      for (const { id } of difference.opened) expect(closed.has(id)).toBe(false);
    },
  );

  test.prop([histories(), fc.nat({ max: 400 * 86_400_000 })], options)(
    "10: a later now changes durations, flags and what is due back, and nothing else",
    (history, laterMs) => {
      const { log } = play(history);
      const later = instantFromMs(msOf(NOW) + laterMs) as Instant;
      const one = withoutTimes(viewOf(log.records, log.state(), NOW));
      const other = withoutTimes(viewOf(log.records, log.state(), later));
      expect(other).toEqual(one);
    },
  );

  test.prop([histories(), fc.integer({ min: -400 * 86_400_000, max: 86_400_000 })], options)(
    "10: due back is what was put off until a time before now, whatever now is asked for",
    (history, shiftMs) => {
      const { log } = play(history);
      const now = instantFromMs(msOf(NOW) + shiftMs) as Instant;
      const { due_back, due_back_total } = viewOf(log.records, log.state(), now);
      const due = kernel
        .toSnapshot(log.state())
        .deferred.filter(({ until }) => msOf(until) < msOf(now))
        .sort((left, right) => msOf(left.until) - msOf(right.until))
        .map(({ id }) => id);
      expect(due_back_total).toBe(due.length);
      expect(due_back.map(({ id }) => id)).toEqual(due.slice(0, LIMITS.dueBack));
    },
  );
});

/** By going through the whole log: what the state must hold without doing so. */
function oldestPending(records: readonly LogRecord[]): readonly string[] {
  const acknowledged = new Set(
    records.flatMap((record) =>
      (record.acknowledged ?? []).map(({ annotation }) => annotation.annotation_id),
    ),
  );
  return records
    .flatMap(({ annotation }) => annotation?.annotation_id ?? [])
    .filter((id) => !acknowledged.has(id))
    .slice(0, LIMITS.pendingAnnotations);
}

function expectLawful(state: State): void {
  const used = new Map<string | null, number>();
  for (const entry of state.entries.values()) {
    used.set(entry.parent, (used.get(entry.parent) ?? 0) + shareOf(entry.tier));
    const depth = depthOf(state, entry);
    expect(depth).toBeLessThanOrEqual(LIMITS.layerDepth);
    if (entry.child_budget !== null) expect(depth).toBeLessThan(LIMITS.layerDepth);
  }
  for (const [layer, units] of used) {
    const budget = layer === null ? state.root_budget : state.entries.get(layer)?.child_budget;
    expect(budget).toBeTypeOf("number");
    expect(units).toBeLessThanOrEqual(budget ?? 0);
  }
  expect(state.entries.size).toBeLessThanOrEqual(LIMITS.activeEntries);
}

/** Fails for an orphan, and for a circle, which has no way up to the root. */
function depthOf(state: State, entry: Entry): number {
  let depth = 1;
  for (let parent = entry.parent; parent !== null; depth += 1) {
    expect(depth).toBeLessThan(100);
    const above: Entry | undefined = state.entries.get(parent);
    expect(above).toBeDefined();
    parent = above?.parent ?? null;
  }
  return depth;
}

function shuffledBatch(request: Batch, random: fc.Stream<number>): Command {
  const shuffle = <Item>(items: readonly Item[]): readonly Item[] =>
    items
      .map((item) => ({ item, key: random.next().value as number }))
      .sort((left, right) => left.key - right.key)
      .map(({ item }) => item);
  return {
    command: "commit",
    request: {
      ...request,
      declarations: shuffle(request.declarations ?? []),
      acknowledges: shuffle(request.acknowledges ?? []),
    },
  };
}

function ranksByLayer(root: LayerView): ReadonlyMap<string | null, readonly string[]> {
  return new Map(
    [...layersOf(root)].map((layer) => [layer.id, layer.entries.map((entry) => entry.id)]),
  );
}

function membersOf(state: State, layer: string | null) {
  return [...state.entries.values()]
    .filter((entry) => entry.parent === layer)
    .map(({ id, tier, due_at, declared_seq }) => ({ id, tier, due_at, declared_seq }))
    .sort((left, right) => (left.id < right.id ? -1 : 1));
}

function expectReachable(
  records: readonly LogRecord[],
  state: State,
  annotationId: string,
  entryId: string | null,
): void {
  const isPending = state.pending.some(({ annotation_id }) => annotation_id === annotationId);
  if (isPending || entryId === null) return;
  const asked = { command: "history" as const, request: { lineage: entryId } };
  const ids = kernel.lineage(entryId, gatherFacts(records, state, asked));
  const last = ids.find((id) => state.entries.has(id)) ?? entryId;
  // From the entry that is left, the lineage leads back to the record that saved the annotation.
  const back = { command: "history" as const, request: { lineage: last } };
  const lineage = kernel.lineage(last, gatherFacts(records, state, back));
  const touched = records.filter((record) =>
    kernel.factKeys(record).some((key) => lineage.some((id) => key === `touched:${id}`)),
  );
  expect(touched.map(({ batch_id }) => batch_id)).toContain(annotationId);
}

function isEqualForReaders(base: State, current: State): boolean {
  const part = (state: State): string => {
    const { entries, root_budget, annotations_total, pending_total } = kernel.toSnapshot(state);
    return JSON.stringify({ entries, root_budget, annotations_total, pending_total });
  };
  return part(base) === part(current);
}

const TIMES = new Set([
  "now",
  "since_checked",
  "since_declared",
  "since_updated",
  "until_due",
  "overdue",
  "until_stale",
  "stale",
  "due_back",
  "due_back_total",
]);

function withoutTimes(view: StateView): unknown {
  return JSON.parse(JSON.stringify(view), (key, value: unknown) =>
    TIMES.has(key) ? undefined : value,
  );
}
