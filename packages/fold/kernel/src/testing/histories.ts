/**
 * Generated histories. A history is a list of moves; playing one makes requests that fit the state
 * of the moment often enough to go deep, and miss it often enough to be refused.
 */
import type { Batch, Command, Decision, Declaration, Instant, State, Tier } from "@fold/contracts";
import { instantFromMs, TIERS } from "@fold/contracts/values";
import * as fc from "fast-check";
import { createMemoryLog, type MemoryLog } from "./memory-log.js";

const OPS = [
  "declare",
  "patch",
  "move",
  "supersede",
  "merge",
  "withdraw",
  "restore",
  "budget",
] as const;

/** One declaration in the making: numbers that pick from whatever the state then offers. */
export interface DeclarationSeed {
  readonly op: (typeof OPS)[number];
  readonly pick: readonly [number, number, number];
  readonly tier: Tier;
  readonly flags: readonly [boolean, boolean, boolean];
}

export type Move =
  | {
      readonly move: "commit";
      readonly declarations: readonly DeclarationSeed[];
      readonly acknowledges: readonly number[];
      readonly elapsedMs: number;
    }
  | {
      readonly move: "annotate";
      readonly pick: number;
      readonly whole: boolean;
      readonly elapsedMs: number;
    };

const pick = fc.nat({ max: 9999 });

/** Small tiers are likelier, so that layers hold many entries before they are full. */
const tier: fc.Arbitrary<Tier> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom<Tier>("XXS", "XS", "S") },
  { weight: 1, arbitrary: fc.constantFrom<Tier>(...TIERS) },
);

const declarationSeed: fc.Arbitrary<DeclarationSeed> = fc.record({
  op: fc.oneof(
    { weight: 4, arbitrary: fc.constant<DeclarationSeed["op"]>("declare") },
    { weight: 8, arbitrary: fc.constantFrom(...OPS) },
  ),
  pick: fc.tuple(pick, pick, pick),
  tier,
  flags: fc.tuple(fc.boolean(), fc.boolean(), fc.boolean()),
});

/** Time mostly goes on, and now and then steps back. */
const elapsedMs = fc.oneof(
  { weight: 9, arbitrary: fc.nat({ max: 3 * 86_400_000 }) },
  { weight: 1, arbitrary: fc.integer({ min: -86_400_000, max: 0 }) },
);

const commitMove: fc.Arbitrary<Move> = fc.record({
  move: fc.constant("commit" as const),
  declarations: fc.array(declarationSeed, { maxLength: 4 }),
  acknowledges: fc.array(pick, { maxLength: 3 }),
  elapsedMs,
});

const annotateMove: fc.Arbitrary<Move> = fc.record({
  move: fc.constant("annotate" as const),
  pick,
  whole: fc.boolean(),
  elapsedMs,
});

export const moves: fc.Arbitrary<Move> = fc.oneof(
  { weight: 3, arbitrary: commitMove },
  { weight: 1, arbitrary: annotateMove },
);

interface HistoryOptions {
  readonly minSteps?: number;
  readonly maxSteps?: number;
}

/** Histories of at least `minSteps` moves. */
export function histories({
  minSteps = 50,
  maxSteps = 80,
}: HistoryOptions = {}): fc.Arbitrary<readonly Move[]> {
  return fc.array(moves, { minLength: minSteps, maxLength: maxSteps, size: "max" });
}

/** Histories with more pending annotations than the working set holds in full. */
export function remarkedHistories(): fc.Arbitrary<readonly Move[]> {
  const remarks = fc.array(annotateMove, { minLength: 70, maxLength: 90, size: "max" });
  return fc
    .tuple(histories({ minSteps: 10, maxSteps: 20 }), remarks, histories())
    .map(([before, many, after]) => [...before, ...many, ...after]);
}

export interface Step {
  readonly command: Command;
  readonly now: Instant;
  readonly decision: Decision;
}

export interface Played {
  readonly log: MemoryLog;
  readonly steps: readonly Step[];
}

export const ACTOR = "agent";
const START_MS = Date.parse("2026-01-01T00:00:00.000Z");

/** Plays a history from the empty state; refused requests stay among the steps. */
export function play(history: readonly Move[]): Played {
  const log = createMemoryLog();
  const steps: Step[] = [];
  let ms = START_MS;
  history.forEach((move, index) => {
    ms += move.elapsedMs;
    const now = instantFromMs(ms);
    if (now === null) return;
    const command = commandOf(log, move, index);
    steps.push({ command, now, decision: log.run(command, { actor: ACTOR, now }) });
  });
  return { log, steps };
}

/** The request that a move comes to in the state that the log has reached. */
export function commandOf(log: MemoryLog, move: Move, index: number): Command {
  const ids = [...log.state().entries.keys()].sort();
  const closed = closedIds(log);
  if (move.move === "annotate") {
    const entry_id = move.whole ? null : (at([...ids, ...closed], move.pick) ?? null);
    return {
      command: "annotate",
      request: { annotation_id: `note-${index}`, entry_id, text: `remark ${index}` },
    };
  }
  const saved = log.records.flatMap(({ annotation }) => annotation?.annotation_id ?? []);
  const acknowledges = [...new Set(move.acknowledges.flatMap((n) => at(saved, n) ?? []))];
  const request: Batch = {
    batch_id: `batch-${index}`,
    declarations: move.declarations.map((seed, place) =>
      declarationOf(seed, { state: log.state(), ids, closed, name: `e${index}-${place}` }),
    ),
    acknowledges: acknowledges.map((annotation_id) => ({ annotation_id })),
  };
  return { command: "commit", request };
}

function closedIds(log: MemoryLog): readonly string[] {
  const ids = log.records.flatMap((record) =>
    record.changes.flatMap((change) => (change.change === "closed" ? [change.id] : [])),
  );
  return [...new Set(ids)].filter((id) => !log.state().entries.has(id)).sort();
}

function at<Item>(items: readonly Item[], n: number): Item | undefined {
  return items[n % Math.max(1, items.length)];
}

interface Offer {
  readonly state: State;
  readonly ids: readonly string[];
  readonly closed: readonly string[];
  readonly name: string;
}

function declarationOf(seed: DeclarationSeed, offer: Offer): Declaration {
  const [a, b, c] = seed.pick;
  const [first, second, third] = seed.flags;
  const { ids, closed, name } = offer;
  const id = at(ids, a) ?? name;
  const other = at(ids, b) ?? name;
  const parent = first ? null : other;
  const fields = { title: `title ${a}`, tier: seed.tier, kind: "info" };
  switch (seed.op) {
    case "declare":
      return {
        op: "declare",
        id: name,
        ...fields,
        parent,
        ...(second ? { due_at: `P${b % 9}D` as const } : {}),
        ...(third ? { stale_after: `PT${c % 99}H` as const } : {}),
      };
    case "patch":
      return {
        op: "patch",
        id,
        ...(first ? { tier: seed.tier } : {}),
        ...(second ? { summary: c % 3 === 0 ? null : `summary ${c % 3}` } : {}),
        ...(third ? { child_budget: c % 2 === 0 ? 8 << (c % 8) : null } : {}),
      };
    case "move":
      return { op: "patch", id, parent };
    case "supersede":
      return {
        op: "supersede",
        id: name,
        replaces: second ? [id] : [...new Set([id, other])],
        ...fields,
        ...(third ? { parent } : {}),
      };
    case "merge":
      return { op: "merge", into: second ? name : other, from: [id], ...(second ? fields : {}) };
    case "withdraw":
      return {
        op: "withdraw",
        id,
        reason: first ? { code: "deferred", until: `P${b % 5}D` } : { code: "done" },
        subtree: second,
      };
    case "restore":
      return {
        op: "restore",
        id: at(closed, a) ?? id,
        subtree: first,
        ...(second ? { parent: null } : {}),
      };
    case "budget":
      return { op: "budget", layer: first ? null : id, budget: 8 << (c % 8) };
  }
}
