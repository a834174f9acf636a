/**
 * The processes of a run. Signals go to a process and to what it started itself, which is why each
 * is the first of a group of its own; none is sent once a process is known to have ended.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { EventEmitter, once } from "node:events";
import { createInterface } from "node:readline";
import type { Role } from "../history/lines.js";
import type { Said, WorkerSettings } from "../worker/settings.js";

export interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** The end of what it wrote to its standard error. */
  readonly stderr: string;
}

export class RunningProcess {
  readonly name: string;
  readonly role: Role;
  /** Which of the places it fills; another life of it fills the same. */
  readonly slot: number;
  readonly exit: Promise<Exit>;
  /** Emits each word that it says. */
  readonly said = new EventEmitter();
  /** Somebody is about to disturb it. */
  isTaken = false;
  isReady = false;
  hasEnded = false;
  /** It was sent a signal that ends it. */
  isCondemned = false;
  readonly #child: ChildProcess;

  constructor(workerPath: string, settings: WorkerSettings, slot: number) {
    this.name = settings.process;
    this.role = settings.role;
    this.slot = slot;
    const child = spawn(process.execPath, [workerPath, JSON.stringify(settings)], {
      stdio: ["pipe", "pipe", "pipe"],
      detached: true,
    });
    this.#child = child;
    child.stdin.on("error", () => undefined);
    let stderr = "";
    child.stderr.on("data", (chunk) => {
      stderr = (stderr + String(chunk)).slice(-2000);
    });
    const lines = createInterface({ input: child.stdout });
    lines.on("line", (word: Said) => {
      if (word === "ready") this.isReady = true;
      this.said.emit(word);
    });
    this.exit = this.#watch(child).then(({ code, signal }) => ({ code, signal, stderr }));
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  get isFree(): boolean {
    return this.isReady && !this.isTaken && !this.hasEnded;
  }

  send(signal: NodeJS.Signals): void {
    const { pid } = this.#child;
    if (pid === undefined || this.hasEnded) return;
    try {
      process.kill(-pid, signal);
    } catch (error) {
      // It ended a moment ago, and nobody has told us yet.
      if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
    }
  }

  async #watch(child: ChildProcess): Promise<Omit<Exit, "stderr">> {
    const closed = once(child, "close");
    const ended = once(child, "exit").then(([code, signal]) => {
      this.hasEnded = true;
      return { code, signal };
    });
    const exit = await ended;
    // A command that it had started may hold its streams for a moment longer.
    await closed;
    return exit;
  }
}
