/** A whole run: start, disturb, let end, look at what remains. */
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { kernel } from "@fold/kernel";
import { openFold, verify } from "@fold/sdk";
import { type Checked, check } from "../checker/check.js";
import type { Finding } from "../checker/findings.js";
import type { Disturbance } from "../history/disturbances.js";
import { readJournals } from "../history/journal.js";
import { createDisk, type Disk } from "./disk.js";
import { disturb, ended } from "./disturb.js";
import type { SoakOptions } from "./options.js";
import { Scene } from "./scene.js";

export interface Soaked {
  readonly options: SoakOptions;
  readonly checked: Checked;
  readonly findings: readonly Finding[];
  readonly disturbances: readonly Disturbance[];
  readonly startedCount: number;
  readonly disk: Pick<Disk, "how" | "description">;
  /** Where all of it was kept; null when there was nothing to keep it for. */
  readonly keptIn: string | null;
}

export interface SoakHost {
  /** The built program of a process. */
  readonly workerPath: string;
  readonly abort: AbortSignal;
}

/** Runs and checks. Returns null if it was aborted; then nothing is kept. */
export async function soak(options: SoakOptions, host: SoakHost): Promise<Soaked | null> {
  mkdirSync(options.parent, { recursive: true });
  const folder = mkdtempSync(join(options.parent, "fold-soak-"));
  const { disturbances: wanted, mayMount, seconds } = options;
  const disk = await createDisk({
    folder,
    isWanted: wanted.includes("disk-full"),
    mayMount,
    seconds,
  });
  let isKept = true;
  try {
    const soaked = await runOn(disk, { options, host, folder });
    isKept = soaked !== null && soaked.findings.length > 0;
    if (isKept && disk.how === "mount") {
      cpSync(disk.dir, join(folder, "store"), { recursive: true });
    }
    return soaked === null ? null : { ...soaked, keptIn: isKept ? folder : null };
  } catch (error) {
    throw new Error(`the soak itself failed; what there is was kept in ${folder}`, {
      cause: error,
    });
  } finally {
    await disk.release();
    if (!isKept) rmSync(folder, { recursive: true, force: true });
  }
}

interface Run {
  readonly options: SoakOptions;
  readonly host: SoakHost;
  readonly folder: string;
}

async function runOn(disk: Disk, { options, host, folder }: Run): Promise<Soaked | null> {
  const journals = join(folder, "journals");
  mkdirSync(journals);
  // The store is there before anyone asks: that a process may have to make it is tried elsewhere.
  const made = await openFold({ dir: disk.dir, init: true });
  await made.close();
  const scene = new Scene({ ...options, ...host, journals, disk });
  try {
    for (let slot = 0; slot < options.processes; slot += 1) scene.start(slot);
    await disturb(scene);
    await scene.pause(Infinity);
    if (host.abort.aborted) return null;
    await Promise.all(scene.processes.map((running) => ended(scene, running)));
    await lookOnceMore(scene);
  } finally {
    await endAll(scene);
  }
  if (host.abort.aborted) return null;
  const { disturbances } = scene;
  const path = join(disk.dir, "events.jsonl");
  // Where no process could even start there is no log, and their ends are the finding.
  const log = existsSync(path) ? readFileSync(path) : Buffer.alloc(0);
  const checked = check({ kernel, journals: readJournals(journals), disturbances, log });
  const findings = [...scene.findings, ...(await unsound(disk.dir)), ...checked.findings];
  const { startedCount } = scene;
  return { options, checked, findings, disturbances, startedCount, disk, keptIn: null };
}

/** A new process, without any cache, writes once more and reads: what is left is checked by it. */
async function lookOnceMore(scene: Scene): Promise<void> {
  const { dir } = scene.options.disk;
  for (const name of ["snapshot.json", "index"]) {
    rmSync(join(dir, name), { recursive: true, force: true });
  }
  const slot = scene.options.processes;
  const request = { batch_id: "last", declarations: [] };
  const last = scene.start(slot, [{ ask: "commit", actor: `actor-${slot}`, request }]);
  await ended(scene, last);
}

async function endAll(scene: Scene): Promise<void> {
  for (const running of scene.processes) {
    if (running.hasEnded) continue;
    running.isCondemned = true;
    running.send("SIGKILL");
  }
  await Promise.all(scene.processes.map(({ exit }) => exit));
}

async function unsound(dir: string): Promise<readonly Finding[]> {
  const verified = await verify(dir);
  if (!verified.ok) return [{ code: "store_unsound", reason: verified.failure.message }];
  const { isSound, failure } = verified.value;
  if (isSound) return [];
  return [{ code: "store_unsound", reason: failure?.message ?? "it does not say why" }];
}
