/** The enumeration bites: each fault that is planted in the source is found, and by its right name. */
import { expect, onTestFinished, test } from "vitest";
import { type Bundle, bundle } from "./bundle.js";
import { Threads } from "./interleaving.js";
import { enumerateFaults, enumerateInterleaved, enumerateSingle, type Plan } from "./plan.js";
import { PLANTED_FAULTS, type PlantedFault } from "./planted-faults.js";
import { checkReplacedLog } from "./replaced-log.js";
import { Violation } from "./violation.js";

/** Small enough for a test, and yet general: nothing in it knows of the faults. */
const LIMITS = { cutsMax: 2, combinationsMax: 4 };

/** Where a fault is planted it is found long before. */
const STATES_WANTED = 60_000;

async function search(
  { product, threadPath }: Bundle,
  { search: what, disks }: Pick<PlantedFault, "search" | "disks">,
): Promise<void> {
  const plan: Plan = {
    product,
    // With this one two processes soon write at once; with any other it only takes longer.
    seed: 2,
    disks,
    statesWanted: STATES_WANTED,
    roundsEach: 1,
    groupsMax: 2,
    limits: LIMITS,
    successorsMax: 2,
    schedulesMax: 30,
    stoppedFaultsMax: 0,
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
  fault: Pick<PlantedFault, "search" | "disks">,
): Promise<Violation | null> {
  try {
    await search(built, fault);
    return null;
  } catch (error) {
    if (error instanceof Violation) return error;
    throw error;
  }
}

test.each(PLANTED_FAULTS.map((fault) => [fault.name, fault] as const))(
  "found: %s",
  async (_name, fault) => {
    const built = await bundle(fault.edits);
    onTestFinished(() => built.remove());
    const violation = await foundIn(built, fault);
    expect(fault.found).toContain(violation?.kind);
  },
);

// That all other searches find nothing in such a build is what `crash.test.ts` says.
test("nothing is found where nothing is planted", async () => {
  const built = await bundle();
  onTestFinished(() => built.remove());
  expect(await foundIn(built, { search: "replaced_log" })).toBeNull();
});

test("a fault that can no longer be planted fails the build", async () => {
  const gone = { file: "log/log-file.ts", find: "no such piece", replace: "" };
  await expect(bundle([gone])).rejects.toThrow("0 times");
  const twice = { file: "log/log-file.ts", find: "this.#fs", replace: "" };
  await expect(bundle([twice])).rejects.toThrow("times");
  await expect(bundle([{ ...gone, file: "no-such-file.ts" }])).rejects.toThrow("not planted");
});
