/** What is done to the processes and their store, each in a loop of its own until the run is over. */
import { once } from "node:events";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { nowUs } from "../monotonic.js";
import type { DisturbanceName } from "./options.js";
import type { RunningProcess } from "./processes.js";
import { IMPATIENT_TIMEOUT_MS, LOCK_TIMEOUT_MS, type Scene } from "./scene.js";

type Loop = (scene: Scene) => Promise<void>;

const LOOPS: Readonly<Record<DisturbanceName, readonly Loop[]>> = {
  kill: [killSome],
  stop: [stopSome, stopHolders],
  // Each process has its own clock, and steps it itself.
  clock: [],
  "disk-full": [fillDisk],
  caches: [deleteCaches],
};

export async function disturb(scene: Scene): Promise<void> {
  const loops = scene.options.disturbances.flatMap((name) => LOOPS[name]);
  await Promise.all(loops.map((loop) => loop(scene)));
}

const SIGNALS = ["SIGKILL", "SIGTERM", "SIGINT"] as const;

/** Beyond the lock timeout, a process that was asked to end has had its time. */
const END_TIMEOUT_MS = LOCK_TIMEOUT_MS + 5_000;

async function killSome(scene: Scene): Promise<void> {
  const random = scene.random(1);
  while (await scene.pause(random.between(150, 900))) {
    const victim = random.one(scene.free());
    const signal = random.one(SIGNALS);
    if (victim === undefined || signal === undefined) continue;
    victim.isTaken = true;
    victim.isCondemned = true;
    scene.disturbances.push({ kind: "kill", process: victim.name, signal, at: nowUs() });
    victim.send(signal);
    await ended(scene, victim);
    if (!scene.options.abort.aborted) scene.start(victim.slot, scene.openAsks(victim.name));
  }
}

/** Waits for the end of a process; one that does not come to it is a finding. */
export async function ended(scene: Scene, running: RunningProcess): Promise<void> {
  const timeout = new AbortController();
  const isLate = await Promise.race([
    running.exit.then(() => false),
    wait(END_TIMEOUT_MS, true, { signal: timeout.signal }).catch(() => false),
  ]);
  timeout.abort();
  if (!isLate) return;
  scene.findings.push({ code: "process_failed", process: running.name, how: "it did not end" });
  running.isCondemned = true;
  running.send("SIGKILL");
  await running.exit;
}

/** Short of the lock timeout by far: everyone else only waits. */
async function stopSome(scene: Scene): Promise<void> {
  const random = scene.random(2);
  while (await scene.pause(random.between(100, 900))) {
    const stopped = random.some(scene.free(), random.between(1, 2));
    const forMs = random.between(20, 500);
    await Promise.all(stopped.map((one) => stop(scene, one, { forMs, isLong: false })));
  }
}

interface Stop {
  readonly forMs: number;
  readonly isLong: boolean;
}

async function stop(scene: Scene, one: RunningProcess, { forMs, isLong }: Stop): Promise<void> {
  one.isTaken = true;
  const from = nowUs();
  one.send("SIGSTOP");
  await wait(forMs, null, { signal: scene.options.abort }).catch(() => undefined);
  one.send("SIGCONT");
  scene.disturbances.push({ kind: "stop", process: one.name, from, to: nowUs(), isLong });
  one.isTaken = false;
}

/** For longer than the impatient wait, and while it surely holds the store. */
async function stopHolders(scene: Scene): Promise<void> {
  const random = scene.random(3);
  const firstMs = 500;
  let pauseMs = firstMs;
  while (await scene.pause(pauseMs)) {
    pauseMs = 100;
    const holder = random.one(scene.free("holder"));
    const others = scene.free("impatient");
    if (holder === undefined || others.length === 0) continue;
    for (const taken of [holder, ...others]) taken.isTaken = true;
    if (await stopWhileHolding(scene, holder)) pauseMs = random.between(4000, 9000);
    for (const taken of [holder, ...others]) taken.isTaken = false;
  }
}

/** Whether it could be stopped before it went on. */
async function stopWhileHolding(scene: Scene, holder: RunningProcess): Promise<boolean> {
  const leftMs = Math.max(1, Math.ceil((scene.untilUs - nowUs()) / 1000));
  const signal = AbortSignal.any([scene.options.abort, AbortSignal.timeout(leftMs)]);
  const isHolding = await Promise.race([
    once(holder.said, "enter", { signal }).then(
      () => true,
      () => false,
    ),
    holder.exit.then(() => false),
  ]);
  if (!isHolding) return false;
  let hasLeft = false;
  holder.said.once("leave", () => {
    hasLeft = true;
  });
  await stop(scene, holder, { forMs: IMPATIENT_TIMEOUT_MS * 2.5, isLong: true });
  return !hasLeft;
}

async function fillDisk(scene: Scene): Promise<void> {
  const { disk } = scene.options;
  if (disk.how === "none") return;
  const random = scene.random(4);
  const longestMs = Math.min(4000, scene.options.seconds * 300);
  let isFull = true;
  while (await scene.pause(isFull ? random.between(500, Math.max(500, longestMs)) : 200)) {
    const pids = scene.processes.flatMap(({ pid, hasEnded }) =>
      pid === undefined || hasEnded ? [] : [pid],
    );
    const from = nowUs();
    try {
      isFull = await disk.fill(pids);
      if (isFull) await scene.pause(random.between(200, 900));
    } finally {
      await disk.free(pids);
    }
    if (!isFull) continue;
    scene.disturbances.push({ kind: "disk_full", from, to: nowUs() });
  }
}

async function deleteCaches(scene: Scene): Promise<void> {
  const random = scene.random(5);
  while (await scene.pause(random.between(200, 1200))) {
    const names = random.some(["snapshot.json", "index"], random.between(1, 2));
    for (const name of names) removeCache(join(scene.options.disk.dir, name));
    scene.disturbances.push({ kind: "caches_deleted", at: nowUs() });
  }
}

function removeCache(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true });
  } catch (error) {
    // Somebody put a new file there in the meantime.
    if (!(error instanceof Error && "code" in error && error.code === "ENOTEMPTY")) throw error;
  }
}
