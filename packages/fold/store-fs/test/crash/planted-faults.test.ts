/** The enumeration bites: each fault that is planted in the source is found, and by its right name. */
import { expect, onTestFinished, test } from "vitest";
import { type Bundle, bundle } from "./bundle.js";
import { Threads } from "./interleaving.js";
import { enumerateFaults, enumerateInterleaved, enumerateSingle, type Plan } from "./plan.js";
import { PLANTED_FAULTS, type Search } from "./planted-faults.js";
import { checkReplacedLog } from "./replaced-log.js";
import { Violation } from "./violation.js";

/** Small enough for a test, and yet general: nothing in it knows of the faults. */
const LIMITS = { cutsMax: 6, combinationsMax: 8 };

/** Where a fault is planted it is found long before. */
const STATES_WANTED = 60_000;

async function search(
  { product, threadPath }: Bundle,
  what: Search,
  statesWanted: number,
): Promise<void> {
  const plan: Plan = {
    product,
    seed: 1,
    statesWanted,
    limits: LIMITS,
    successorsMax: 4,
    schedulesMax: 20,
    stopsInFaults: false,
  };
  switch (what) {
    case "one_process":
      await enumerateSingle(plan);
      return;
    case "failing_call":
      await enumerateFaults(plan);
      return;
    case "replaced_log":
      await checkReplacedLog(product);
      return;
    case "two_processes": {
      const threads = new Threads(threadPath);
      try {
        await enumerateInterleaved(plan, threads);
      } finally {
        await threads.stop();
      }
      return;
    }
    default:
      what satisfies never;
  }
}

async function foundIn(
  built: Bundle,
  what: Search,
  statesWanted = STATES_WANTED,
): Promise<Violation | null> {
  try {
    await search(built, what, statesWanted);
    return null;
  } catch (error) {
    if (error instanceof Violation) return error;
    throw error;
  }
}

test.each(PLANTED_FAULTS.map((fault) => [fault.name, fault] as const))(
  "found: %s",
  async (_name, { edits, search: what, found }) => {
    const built = await bundle(edits);
    onTestFinished(() => built.remove());
    const violation = await foundIn(built, what);
    expect(found).toContain(violation?.kind);
  },
);

test("nothing is found where nothing is planted", async () => {
  const built = await bundle();
  onTestFinished(() => built.remove());
  expect(await foundIn(built, "replaced_log")).toBeNull();
  expect(await foundIn(built, "one_process", 3000)).toBeNull();
});

test("a fault that can no longer be planted fails the build", async () => {
  const gone = { file: "log/log-file.ts", find: "no such piece", replace: "" };
  await expect(bundle([gone])).rejects.toThrow("0 times");
  const twice = { file: "log/log-file.ts", find: "this.#fs", replace: "" };
  await expect(bundle([twice])).rejects.toThrow("times");
  await expect(bundle([{ ...gone, file: "no-such-file.ts" }])).rejects.toThrow("not planted");
});
