/** One run: its processes, its store, its clock. What disturbs it does so through here. */
import { setTimeout as wait } from "node:timers/promises";
import type { Finding } from "../checker/findings.js";
import { readHistory } from "../checker/read-history.js";
import type { Disturbance } from "../history/disturbances.js";
import { readJournals } from "../history/journal.js";
import { type Ask, idOf, type Role } from "../history/lines.js";
import { nowUs } from "../monotonic.js";
import { createRandom, type Random } from "../random.js";
import type { WorkerSettings } from "../worker/settings.js";
import type { Disk } from "./disk.js";
import type { SoakOptions } from "./options.js";
import { type Exit, RunningProcess } from "./processes.js";

/** That of the command, and the default of the SDK. */
export const LOCK_TIMEOUT_MS = 10_000;
export const IMPATIENT_TIMEOUT_MS = 800;

export interface SceneOptions extends SoakOptions {
  readonly workerPath: string;
  readonly journals: string;
  readonly disk: Disk;
  /** Ends the run before its time. */
  readonly abort: AbortSignal;
}

export class Scene {
  readonly options: SceneOptions;
  readonly disturbances: Disturbance[] = [];
  readonly findings: Finding[] = [];
  readonly untilUs: number;
  readonly #running: (RunningProcess | undefined)[] = [];
  readonly #lives: number[] = [];

  constructor(options: SceneOptions) {
    this.options = options;
    this.untilUs = nowUs() + options.seconds * 1_000_000;
  }

  /** Chance of its own for each purpose, so that one does not move the other. */
  random(purpose: number): Random {
    return createRandom(this.options.seed, purpose);
  }

  get processes(): readonly RunningProcess[] {
    return this.#running.filter((running) => running !== undefined);
  }

  free(role?: Role): readonly RunningProcess[] {
    return this.processes.filter(
      (running) => running.isFree && (role === undefined || running.role === role),
    );
  }

  get startedCount(): number {
    return this.#lives.reduce((sum, life) => sum + life, 0);
  }

  /** Waits; false when the run is over. */
  async pause(ms: number): Promise<boolean> {
    const leftMs = (this.untilUs - nowUs()) / 1000;
    const { abort } = this.options;
    await wait(Math.max(0, Math.min(ms, leftMs)), null, { signal: abort }).catch(() => undefined);
    return !abort.aborted && nowUs() < this.untilUs;
  }

  /** Starts another life of a slot, which first asks what is given. */
  start(slot: number, first: readonly Ask[] = []): RunningProcess {
    const life = (this.#lives[slot] ?? 0) + 1;
    this.#lives[slot] = life;
    const running = new RunningProcess(
      this.options.workerPath,
      this.#settings(slot, life, first),
      slot,
    );
    this.#running[slot] = running;
    void running.exit.then((exit) => this.#note(running, exit));
    return running;
  }

  /** What a process that ended may have to ask again: its last request, and all without answer. */
  openAsks(name: string): readonly Ask[] {
    const [journal] = readJournals(this.options.journals, name);
    if (journal === undefined) return [];
    const { calls } = readHistory(journal, []);
    const requests = calls.filter(({ ask }) => idOf(ask) !== null);
    return requests
      .filter((call) => call.answer === null || call === requests.at(-1))
      .map(({ ask }) => ask);
  }

  #settings(slot: number, life: number, first: readonly Ask[]): WorkerSettings {
    const { disk, journals, seed, disturbances, breaksIn } = this.options;
    const role = roleOf(slot);
    return {
      dir: disk.dir,
      journals,
      process: `p${slot}-${life}`,
      actor: `actor-${slot}`,
      role,
      seed: seed + slot * 1000 + life,
      untilUs: this.untilUs,
      lockTimeoutMs: role === "impatient" ? IMPATIENT_TIMEOUT_MS : LOCK_TIMEOUT_MS,
      first,
      paceMs: 20,
      hasSteppingClock: disturbances.includes("clock"),
      breaksIn,
    };
  }

  #note({ name, isCondemned }: RunningProcess, { code, signal, stderr }: Exit): void {
    if (code === 0 || isCondemned || this.options.abort.aborted) return;
    const how = `${signal ?? `exit code ${code}`} ${stderr}`.trim();
    this.findings.push({ code: "process_failed", process: name, how });
  }
}

/** Among many there are several of each kind. */
function roleOf(slot: number): Role {
  const roles = { 1: "holder", 2: "impatient", 3: "command" } as const;
  const place = slot % 16;
  return place === 1 || place === 2 || place === 3 ? roles[place] : "plain";
}
