/**
 * What one run of the enumeration does, until it has so many states: single processes with calls at
 * once on their handle, and whoever comes after them when they are killed; two processes; a file
 * call that fails. Everything follows from a seed.
 */
import { BASE_NAMES, type BaseName, baseOf } from "./bases.js";
import { type Enumeration, enumerate, Tally } from "./enumeration.js";
import type { FateLimits } from "./fates.js";
import { FAULTS, traceWithFault } from "./faults.js";
import { generatedWorkload } from "./generated-workload.js";
import { schedulesFor, type Threads } from "./interleaving.js";
import { type Product, REAL_PRODUCT } from "./product.js";
import { type Random, randomFrom } from "./random.js";
import { type Start, type Stop, type Trace, traceOf } from "./trace.js";
import { Violation } from "./violation.js";
import { type Action, patches } from "./workload.js";

export interface Plan {
  readonly product: Product;
  readonly seed: number;
  readonly statesWanted: number;
  /** Workloads on each disk at least, if each takes its share. */
  readonly roundsEach: number;
  /** Only these; each part has its own choice unless given. */
  readonly disks?: readonly BaseName[] | undefined;
  /** Calls of a workload that are made one after the other. */
  readonly groupsMax: number;
  readonly limits: Omit<FateLimits, "seed">;
  /** For the first process of `enumerateSingle`; `limits` unless given. */
  readonly deepLimits?: Omit<FateLimits, "seed">;
  /** Of each trace, after so many of its stops, taken by chance, another process goes on. */
  readonly successorsMax: number;
  /** Schedules of each pair of workloads. */
  readonly schedulesMax: number;
  /** Traces with a failed sync, and with another failing call, that are stopped everywhere, and not at their end only. */
  readonly stoppedFaultsMax: number;
}

const bases = new Map<BaseName, Promise<Start>>();

/** Made by the real code, whatever is put to the test, and only once. */
function knownBase(name: BaseName): Promise<Start> {
  const made = bases.get(name) ?? baseOf(REAL_PRODUCT, name);
  bases.set(name, made);
  return made;
}

interface Round {
  /** Whether this round has its share. */
  readonly isEnough: () => boolean;
  readonly name: BaseName;
  readonly start: Start;
  readonly seed: number;
  readonly enumeration: Enumeration;
  readonly random: Random;
}

/**
 * Rounds on one disk after the other, each with a seed of its own, until there are enough states and
 * every disk had its turn. No round takes much more than its share.
 */
async function inRounds(
  plan: Plan,
  usual: readonly BaseName[],
  run: (round: Round) => Promise<void>,
): Promise<Tally> {
  const tally = new Tally();
  const names = plan.disks ?? usual;
  for (let round = 0; round < names.length || tally.states < plan.statesWanted; round += 1) {
    const roundMax = tally.states + plan.statesWanted / (plan.roundsEach * names.length);
    const isEnough = (): boolean => tally.states >= roundMax;
    const name = names[round % names.length] ?? "young";
    const seed = plan.seed + round;
    const start = await knownBase(name);
    const limits = { ...plan.limits, seed };
    const enumeration = { product: plan.product, limits, tally, seen: new Set<string>() };
    try {
      await run({ isEnough, name, start, seed, enumeration, random: randomFrom(seed) });
    } catch (error) {
      if (error instanceof Violation) error.message += ` (disk ${name}, seed ${seed})`;
      throw error;
    }
  }
  return tally;
}

/** To open a long log takes long, and where its last record is cut makes no difference to that. */
function cutsOn(name: BaseName, cutsMax: number): number {
  return name === "caches_due" || name === "caches_old" ? Math.min(cutsMax, 32) : cutsMax;
}

const hasEntry = (name: BaseName): boolean => name !== "no_directory" && name !== "empty_store";

export function enumerateSingle(plan: Plan): Promise<Tally> {
  const { product, groupsMax } = plan;
  return inRounds(plan, BASE_NAMES, async ({ name, start, seed, enumeration, random }) => {
    const actions = generatedWorkload({ groupsMax, seed, prefix: "w", hasEntry: hasEntry(name) });
    const trace = await traceOf(product, { start, actions });
    for (const stop of someOf(differing(trace), plan.successorsMax, random)) {
      const next = { start: stop, actions: successorOf(stop, hasEntry(name)) };
      await enumerate(enumeration, await traceOf(product, next));
    }
    const { cutsMax, combinationsMax } = plan.deepLimits ?? plan.limits;
    const limits = { seed, combinationsMax, cutsMax: cutsOn(name, cutsMax) };
    await enumerate({ ...enumeration, limits }, trace);
  });
}

/** The process that comes after: it looks, sends again what may not have been answered, goes on. */
function successorOf({ facts }: Stop, mayPatch: boolean): readonly Action[] {
  const last = [...facts.sent].filter(([id]) => !facts.accepted.has(id)).map(([, sent]) => sent);
  const again = last.slice(-2);
  return [{ do: "history" }, ...again, mayPatch ? patches("next", "e") : { do: "view" }];
}

/** One stop of each row of stops that leave the same. */
function differing({ stops }: Trace): readonly Stop[] {
  return stops.filter((stop, at) => stop.disk !== stops[at - 1]?.disk);
}

export function enumerateInterleaved(plan: Plan, threads: Threads): Promise<Tally> {
  const names = ["young", "caches_due", "torn", "no_directory"] as const;
  return inRounds(plan, names, async ({ isEnough, name, start, seed, enumeration, random }) => {
    const isThere = hasEntry(name);
    const actions = [
      generatedWorkload({ groupsMax: plan.groupsMax, seed, prefix: "a", hasEntry: isThere }),
      isThere
        ? generatedWorkload({
            groupsMax: plan.groupsMax,
            seed: seed + 1_000_000,
            prefix: "b",
            hasEntry: true,
          })
        : [{ do: "history" } as const],
    ] as const;
    const whole = { first: 0, switches: [], isKilled: false } as const;
    const probe = await threads.run({ start, actions, schedule: whole });
    const all = schedulesFor({ calls: probe.calls, samples: plan.schedulesMax, seed });
    for (const schedule of someOf(all, plan.schedulesMax, random)) {
      if (isEnough()) return;
      const trace = await threads.run({ start, actions, schedule });
      await enumerate(enumeration, trace);
    }
  });
}

/** Every fault at every call, stopped at the end; then some of them stopped everywhere. */
export function enumerateFaults(plan: Plan): Promise<Tally> {
  const { product, groupsMax } = plan;
  const names = ["young", "caches_due", "no_directory", "torn"] as const;
  return inRounds(plan, names, async ({ name, start, seed, enumeration, random }) => {
    const actions = generatedWorkload({ groupsMax, seed, prefix: "f", hasEntry: hasEntry(name) });
    const failing = { start, actions, fault: "EIO", at: 0 } as const;
    const { calls } = await traceWithFault(product, failing);
    const hits: Trace[] = [];
    const failedSyncs: Trace[] = [];
    for (let at = 1; at <= calls; at += 1) {
      for (const fault of FAULTS) {
        const trace = await traceWithFault(product, { ...failing, fault, at });
        if (!trace.isHit) continue;
        (fault === "sync_given_up" ? failedSyncs : hits).push(trace);
        await enumerate(enumeration, { ...trace, stops: [trace.end] });
      }
    }
    const some = [hits, failedSyncs].flatMap((all) => someOf(all, plan.stoppedFaultsMax, random));
    for (const trace of some) {
      await enumerate(enumeration, trace);
    }
  });
}

function someOf<Value>(all: readonly Value[], max: number, random: Random): readonly Value[] {
  if (all.length <= max) return all;
  return Array.from({ length: max }, () => all[random.below(all.length)] as Value);
}
