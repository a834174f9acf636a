/**
 * The enumeration. As a test it tries a few thousand states; `npm run test:crashes` sets how many it
 * is to try, goes deeper into each, and prints what it did.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Bundle, bundle } from "./bundle.js";
import { Tally } from "./enumeration.js";
import { Threads } from "./interleaving.js";
import { enumerateFaults, enumerateInterleaved, enumerateSingle, type Plan } from "./plan.js";

const statesWanted = Number(process.env["FOLD_CRASH_STATES"] ?? 0);
const seed = Number(process.env["FOLD_CRASH_SEED"] ?? 1);
const isNightly = statesWanted > 0;

const depth: Omit<Plan, "product" | "statesWanted" | "seed"> = isNightly
  ? {
      roundsEach: 8,
      groupsMax: 4,
      limits: { cutsMax: 16, combinationsMax: 16 },
      successorsMax: 12,
      schedulesMax: 150,
      stoppedFaultsMax: 16,
    }
  : {
      roundsEach: 1,
      groupsMax: 2,
      limits: { cutsMax: 3, combinationsMax: 2 },
      successorsMax: 1,
      schedulesMax: 8,
      stoppedFaultsMax: 0,
    };

/** With one process there are few stops, so each is tried with every cut of a record. */
const deepLimits = isNightly ? { cutsMax: 1024, combinationsMax: 60 } : depth.limits;

/** All of them, but in the test not those with the longest logs. */
const disksOfOne: Plan["disks"] = isNightly
  ? undefined
  : ["no_directory", "young", "torn", "caches_due"];

/** Far more than it takes; a machine may have much else to do. */
const TIMEOUT_MS = isNightly ? 7_200_000 : 120_000;

let built: Bundle;
let threads: Threads;
const total = new Tally();

/** What is tried is a build like those that have a fault planted in them. */
beforeAll(async () => {
  built = await bundle();
  threads = new Threads(built.threadPath);
});

afterAll(async () => {
  await threads.stop();
  built.remove();
  if (isNightly) process.stdout.write(`in all: ${total}\n`);
});

interface Part {
  readonly name: string;
  /** Of the states that are wanted of the nightly run. */
  readonly share: number;
  /** States that the test wants. */
  readonly few: number;
}

async function counted({ name, share, few }: Part, run: (plan: Plan) => Promise<Tally>) {
  const wanted = isNightly ? statesWanted * share : few;
  const startMs = performance.now();
  const tally = await run({ ...depth, product: built.product, seed, statesWanted: wanted });
  const seconds = ((performance.now() - startMs) / 1000).toFixed(1);
  total.add(tally);
  if (isNightly) process.stdout.write(`${name}: ${tally}; ${seconds} s, seed ${seed}\n`);
  expect(tally.states).toBeGreaterThanOrEqual(wanted);
  expect(tally.images).toBeGreaterThan(100);
}

test(
  "a process stopped at any file call, and its successor, lose nothing that was told",
  async () => {
    await counted({ name: "one process", share: 0.5, few: 2000 }, (plan) =>
      enumerateSingle({ ...plan, deepLimits, disks: disksOfOne }),
    );
  },
  TIMEOUT_MS,
);

test(
  "two processes interleaved at any file call lose nothing that was told",
  async () => {
    await counted({ name: "two processes", share: 0.3, few: 2000 }, (plan) =>
      enumerateInterleaved(plan, threads),
    );
  },
  TIMEOUT_MS,
);

test(
  "whichever file call fails, and in whichever way, nothing that was told is lost",
  async () => {
    await counted({ name: "a failing call", share: 0.2, few: 6000 }, enumerateFaults);
  },
  TIMEOUT_MS,
);
