/**
 * The enumeration. As a test it tries a few thousand states; `npm run test:crashes` sets how many it
 * is to try, goes deeper into each, and prints what it did.
 */
import { afterAll, expect, test } from "vitest";
import { bundle } from "./bundle.js";
import { Tally } from "./enumeration.js";
import { Threads } from "./interleaving.js";
import { enumerateFaults, enumerateInterleaved, enumerateSingle, type Plan } from "./plan.js";
import { REAL_PRODUCT } from "./product.js";

const statesWanted = Number(process.env["FOLD_CRASH_STATES"] ?? 0);
const seed = Number(process.env["FOLD_CRASH_SEED"] ?? 1);
const isNightly = statesWanted > 0;

const plan: Omit<Plan, "statesWanted"> = isNightly
  ? {
      product: REAL_PRODUCT,
      seed,
      limits: { cutsMax: 1024, combinationsMax: 200 },
      successorsMax: Number.POSITIVE_INFINITY,
      schedulesMax: 150,
      stopsInFaults: true,
    }
  : {
      product: REAL_PRODUCT,
      seed,
      limits: { cutsMax: 8, combinationsMax: 8 },
      successorsMax: 2,
      schedulesMax: 12,
      stopsInFaults: false,
    };

const total = new Tally();

async function counted(name: string, wanted: number, run: (plan: Plan) => Promise<Tally>) {
  const startMs = performance.now();
  const tally = await run({ ...plan, statesWanted: wanted });
  const seconds = ((performance.now() - startMs) / 1000).toFixed(1);
  total.add(tally);
  if (isNightly) process.stdout.write(`${name}: ${tally}; ${seconds} s, seed ${seed}\n`);
  expect(tally.states).toBeGreaterThanOrEqual(wanted);
  expect(tally.images).toBeGreaterThan(wanted / 100);
}

afterAll(() => {
  if (isNightly) process.stdout.write(`in all: ${total}\n`);
});

test("a process stopped at any file call, and its successor, lose nothing that was told", async () => {
  await counted("one process", isNightly ? statesWanted * 0.5 : 4000, enumerateSingle);
});

test("two processes interleaved at any file call lose nothing that was told", async () => {
  const built = await bundle();
  const threads = new Threads(built.threadPath);
  try {
    await counted("two processes", isNightly ? statesWanted * 0.3 : 12_000, (one) =>
      enumerateInterleaved(one, threads),
    );
  } finally {
    await threads.stop();
    built.remove();
  }
});

test("whichever file call fails, and in whichever way, nothing that was told is lost", async () => {
  await counted("a failing call", isNightly ? statesWanted * 0.2 : 20_000, enumerateFaults);
});
