/**
 * Two processes on one disk, interleaved at each file call.
 *
 * The calls of the file port are synchronous: within one thread a process cannot be held between two
 * of them. So each process is a thread of its own, which stands still in every call until this
 * thread answers it (`Atomics.wait`). Only one of them runs at any time, and which one goes on after
 * each call is what a schedule says: any interleaving can be played, and is the same each time. The
 * price is that a sync and a wait for the lock also stop the thread, so calls at once on one handle
 * are tried by `traceOf`, with one process, whose syncs take turns of the event loop.
 *
 * All schedules of two processes are too many. Tried are all with one switch, a sample of those with
 * two, and all in which one process dies at a call and the other goes on; who waits for the lock or
 * has ended gives way.
 */
import { MessageChannel, type MessagePort, Worker } from "node:worker_threads";
import { Disk } from "./disk.js";
import { Ledger } from "./ledger.js";
import { Locks } from "./locks.js";
import { ModelProcess } from "./model-process.js";
import { randomFrom } from "./random.js";
import { STORE_DIR } from "./recovery-check.js";
import type { Ask, Reply, RunOrder } from "./thread-messages.js";
import type { Start, Stop, Trace } from "./trace.js";
import { Violation } from "./violation.js";
import type { Action } from "./workload.js";

export interface Schedule {
  readonly first: 0 | 1;
  /** After so many calls of the one that runs, the other does; after the last, to the end. */
  readonly switches: readonly number[];
  /** The first process dies instead of its last call before the last switch. */
  readonly isKilled: boolean;
}

export interface Interleaved {
  readonly start: Start;
  readonly actions: readonly [readonly Action[], readonly Action[]];
  readonly schedule: Schedule;
}

export interface InterleavedTrace extends Trace {
  /** File calls that each of the two made. */
  readonly calls: readonly [number, number];
}

/** A thread that stands for a process. It is used for many runs, one after the other. */
class Thread {
  readonly #worker: Worker;
  readonly #port: MessagePort;
  readonly #flag = new Int32Array(new SharedArrayBuffer(4));
  readonly #asked: Ask[] = [];
  #onAsk: ((ask: Ask) => void) | null = null;

  constructor(path: string) {
    const { port1, port2 } = new MessageChannel();
    this.#port = port1;
    const workerData = { port: port2, flag: this.#flag };
    this.#worker = new Worker(path, { workerData, transferList: [port2] });
    port1.on("message", (ask: Ask) => {
      const onAsk = this.#onAsk;
      this.#onAsk = null;
      if (onAsk === null) this.#asked.push(ask);
      else onAsk(ask);
    });
  }

  order(order: RunOrder): void {
    this.#port.postMessage(order);
  }

  next(): Promise<Ask> {
    const asked = this.#asked.shift();
    if (asked !== undefined) return Promise.resolve(asked);
    return new Promise((resolve) => {
      this.#onAsk = resolve;
    });
  }

  reply(reply: Reply): void {
    this.#port.postMessage(reply);
    Atomics.store(this.#flag, 0, 1);
    Atomics.notify(this.#flag, 0);
  }

  async stop(): Promise<void> {
    this.#port.close();
    await this.#worker.terminate();
  }
}

export class Threads {
  readonly #threads: readonly [Thread, Thread];

  constructor(path: string) {
    this.#threads = [new Thread(path), new Thread(path)];
  }

  async stop(): Promise<void> {
    await Promise.all(this.#threads.map((thread) => thread.stop()));
  }

  /** Throws a `Violation` after both have come to their end. */
  async run({ start, actions, schedule }: Interleaved): Promise<InterleavedTrace> {
    const disk = new Disk(start.disk);
    const stops: Stop[] = [start];
    const stop = (): void => {
      stops.push({ disk: disk.state, facts: ledger.facts });
    };
    const ledger = new Ledger(start.facts, { onChange: stop });
    const world = { disk, locks: new Locks() };
    const watcher = { before: () => undefined, after: stop };
    const players = await Promise.all(
      this.#threads.map(async (thread, at): Promise<Player> => {
        thread.order({ dir: STORE_DIR, actions: actions[at] ?? [] });
        const process = new ModelProcess(world, watcher);
        return new Player({ thread, process, ledger, ask: await thread.next() });
      }),
    );
    await play(players as [Player, Player], schedule);
    const [a, b] = players as [Player, Player];
    const violation = a.violation ?? b.violation;
    if (violation !== null) throw violation;
    return { stops, end: { disk: disk.state, facts: ledger.facts }, calls: [a.calls, b.calls] };
  }
}

async function play(players: readonly [Player, Player], schedule: Schedule): Promise<void> {
  const { first, switches, isKilled } = schedule;
  let turn: 0 | 1 = first;
  let played = 0;
  let madeThisTurn = 0;
  for (;;) {
    const other: 0 | 1 = turn === 0 ? 1 : 0;
    if (players[turn].state !== "ready") {
      if (players[other].state === "ready") {
        turn = other;
        continue;
      }
      const waiting = players.find(({ state }) => state === "waiting");
      if (waiting === undefined) return;
      waiting.fail(new Violation("cannot_go_on", "waits for a lock that nobody lets go"));
      continue;
    }
    const isLastSwitch = played === switches.length - 1;
    const isDue = madeThisTurn + 1 === switches[played];
    if (isKilled && isLastSwitch && isDue && turn === first && players[turn].isAtCall) {
      players[turn].kill();
    }
    madeThisTurn += await players[turn].step();
    if (madeThisTurn !== switches[played]) continue;
    played += 1;
    madeThisTurn = 0;
    if (players[other].state === "ready") turn = other;
  }
}

interface PlayerOptions {
  readonly thread: Thread;
  readonly process: ModelProcess;
  readonly ledger: Ledger;
  readonly ask: Ask;
}

class Player {
  calls = 0;
  state: "ready" | "waiting" | "ended" = "ready";
  violation: Error | null = null;
  #ask: Ask;
  readonly #thread: Thread;
  readonly #process: ModelProcess;
  readonly #ledger: Ledger;
  /** What came of a wait for the lock. */
  #granted: Reply | null = null;

  constructor({ thread, process, ledger, ask }: PlayerOptions) {
    this.#thread = thread;
    this.#process = process;
    this.#ledger = ledger;
    this.#ask = ask;
  }

  get isAtCall(): boolean {
    return this.#ask.ask === "call";
  }

  kill(): void {
    this.#process.kill();
  }

  fail(violation: Error): void {
    this.violation ??= violation;
    this.kill();
    this.#granted = DEAD;
    this.state = "ready";
  }

  /** Goes on to the next question; returns how many file calls were made, 0 or 1. */
  async step(): Promise<number> {
    const ask = this.#ask;
    if (ask.ask === "ended") {
      this.state = "ended";
      if (ask.error !== null && this.#process.isAlive) {
        this.violation ??= new Violation("unexpected", ask.error);
      }
      return 0;
    }
    const isCall = ask.ask === "call" && this.#granted === null;
    if (isCall) this.calls += 1;
    const reply = this.#granted ?? (await this.#replyTo(ask));
    this.#granted = null;
    if (reply !== null) {
      this.#thread.reply(reply);
      this.#ask = await this.#thread.next();
    }
    return isCall ? 1 : 0;
  }

  /** Null where the process has to wait for a lock. */
  async #replyTo(ask: Exclude<Ask, { ask: "ended" }>): Promise<Reply | null> {
    try {
      switch (ask.ask) {
        case "began":
          return { ok: true, value: this.#process.isAlive ? this.#ledger.began(ask.action) : 0 };
        case "answered":
          if (this.#process.isAlive) this.#ledger.answered(ask.id, ask.answer);
          return { ok: true, value: null };
        case "call":
          if (ask.name === "waitForLock") return await this.#wait(ask.args);
          return { ok: true, value: await this.#call(ask.name, ask.args) };
        default:
          return ask satisfies never;
      }
    } catch (error) {
      if (error instanceof Violation) {
        this.violation ??= error;
        this.kill();
      }
      const code = error instanceof Error && "code" in error ? String(error.code) : "EIO";
      return { ok: false, code, message: String(error) };
    }
  }

  async #wait(args: readonly unknown[]): Promise<Reply | null> {
    const { waitForLock } = this.#process.lock;
    this.state = "waiting";
    const granted = waitForLock(...(args as Parameters<typeof waitForLock>)).then(() => {
      this.#granted = { ok: true, value: null };
      this.state = "ready";
    });
    granted.catch(() => undefined);
    // Long enough for a lock that is free.
    await new Promise((resolve) => setImmediate(resolve));
    const now = this.#granted;
    this.#granted = null;
    return now;
  }

  async #call(name: string, args: readonly unknown[]): Promise<unknown> {
    const { fs, lock } = this.#process;
    if (name === "read") {
      const [fd, length, position] = args as [number, number, number];
      const target = Buffer.alloc(length);
      return target.subarray(0, fs.read(fd, target, position));
    }
    const functions = { ...fs, ...lock } as unknown as Readonly<
      Record<string, (...args: readonly unknown[]) => unknown>
    >;
    return await functions[name]?.(...args);
  }
}

const DEAD: Reply = { ok: false, code: "EIO", message: "this process is dead" };

export interface ScheduleOptions {
  readonly calls: readonly [number, number];
  /** How many of the schedules with two switches. */
  readonly samples: number;
  readonly seed: number;
}

/** See the head of this module. */
export function schedulesFor({ calls, samples, seed }: ScheduleOptions): readonly Schedule[] {
  const all: Schedule[] = [];
  for (const first of [0, 1] as const) {
    for (let at = 1; at <= calls[first]; at += 1) {
      all.push({ first, switches: [at], isKilled: false });
      all.push({ first, switches: [at], isKilled: true });
    }
  }
  const random = randomFrom(seed);
  for (let at = 0; at < samples; at += 1) {
    const first = random.below(2) === 0 ? 0 : 1;
    const own = 1 + random.below(calls[first]);
    const others = 1 + random.below(calls[first === 0 ? 1 : 0]);
    const back = 1 + random.below(calls[first]);
    const isKilled = random.below(2) === 0;
    all.push({ first, switches: isKilled ? [own, others, back] : [own, others], isKilled });
  }
  return all;
}
