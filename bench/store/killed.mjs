/** The next commit after the process that held the store was killed. */
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { openFold } from "@fold/sdk";
import { limitLine, median } from "./measure.mjs";
import { startWorker } from "./start-worker.mjs";
import { accepted, makeStore, nextPatch, WHO } from "./stores.mjs";

const holder = fileURLToPath(new URL("./holder.mjs", import.meta.url));

/** Kills a process in the middle of its commit while another waits. */
export async function measureAfterKill({ dir, rounds }) {
  const store = join(dir, "killed");
  await makeStore(store, 100);
  const fold = await openFold({ dir: store });
  const taken = [];
  for (let round = 0; round <= rounds; round += 1) {
    const { child, next } = startWorker([holder, store, String(round)]);
    await next();
    const waiting = fold.commit(nextPatch(), WHO);
    // Long enough for the call to be waiting for the lock.
    await pause(50);
    const startMs = performance.now();
    child.kill("SIGKILL");
    accepted(await waiting);
    if (round > 0) taken.push(performance.now() - startMs);
  }
  await fold.close();
  return { medianMs: median(taken), worstMs: Math.max(...taken) };
}

export async function judge(setting) {
  const { medianMs, worstMs } = await measureAfterKill(setting);
  return [
    limitLine({ what: "next commit after kill -9 of the holder", figure: medianMs, atMost: 50 }),
    limitLine({ what: "the same, worst", figure: worstMs, atMost: 50 }),
  ];
}
