/**
 * The parts of one commit that waits in place: what stands between it and the bare file.
 *
 * The same commits are timed in three ways, in turn: with the sync, with a pause of about its length
 * instead, and with no wait at all. The processor forgets while it waits, so whatever is done after a
 * wait takes longer than the same done again and again; the last two columns tell how much of a part
 * is work and how much is that.
 */
import { fdatasyncSync } from "node:fs";
import { join } from "node:path";
import { plainBatch, plainContext } from "@fold/contracts/values";
import { kernel } from "@fold/kernel";
import { nativeLock, nodeFs, openStore } from "@fold/store-fs";
import { interleaved, median, timesSync } from "./measure.mjs";
import { appender } from "./peers.mjs";
import { accepted, lastLine, nextPatch, WHO } from "./stores.mjs";

const COMMITS = 200;
/** Until then much of the code is still being compiled. */
const COMMITS_BEFORE = 6000;
const PAUSE_MS = 0.1;

const WAITS = { sync: fdatasyncSync, pause: pauseInstead, none: () => undefined };

/** Which calls of the ports are which part. */
const FILE_PARTS = {
  stat: "file: where the names lead",
  read: "file: the note, the last hash",
  append: "file: append",
  write: "file: the note",
};
const LOCK_PARTS = { tryLock: "lock: get", unlock: "lock: let go" };
const KERNEL_PARTS = {
  lookup: "kernel: lookup",
  decide: "kernel: decide",
  receipt: "kernel: receipt",
  factKeys: "kernel: factKeys",
};
const REQUEST = "request: is it sound";
const REST = "store: digest, line, index, queue";
const PARTS = [REQUEST, FILE_PARTS, LOCK_PARTS, KERNEL_PARTS].flatMap((part) =>
  typeof part === "string" ? [part] : Object.values(part),
);

/** Rows of a table: a part, and its median in microseconds in each of the three ways. */
export async function profile({ dir, stores, rounds }) {
  const meter = new Meter();
  let wait = WAITS.none;
  const fs = {
    ...metered(meter, nodeFs, FILE_PARTS),
    datasync: async (fd) => meter.leaveOut(() => wait(fd)),
  };
  const lock = metered(meter, nativeLock(), LOCK_PARTS);
  const opened = await openStore({
    dir: stores.thousand,
    kernel: metered(meter, kernel, KERNEL_PARTS),
    fs,
    lock,
  });
  if (!opened.ok) throw new Error(JSON.stringify(opened.failure));
  const { store } = opened;
  const commit = async () => {
    const batch = nextPatch();
    meter.begin();
    const request = meter.timed(REQUEST, () => plainBatch(batch));
    const context = meter.timed(REQUEST, () => plainContext(WHO));
    accepted(await store.commit(request, context));
    return meter.end();
  };
  for (let at = 0; at < COMMITS_BEFORE; at += 1) await commit();
  const line = lastLine(stores.thousand);
  const bare = appender(join(dir, "bare-profile"));
  const subjects = { bare: () => timesSync(COMMITS, () => bare.inPlace(line)) };
  for (const name of Object.keys(WAITS)) {
    subjects[name] = async () => {
      wait = WAITS[name];
      const taken = [];
      for (let at = 0; at < COMMITS; at += 1) taken.push(await commit());
      return taken;
    };
  }
  const results = await interleaved(rounds, subjects);
  await store.close();
  return rowsOf(results);
}

function rowsOf({ bare, ...results }) {
  const ways = Object.values(results).map((runs) => runs.flat());
  const row = (part, msOf) => [part, ...ways.map((taken) => microseconds(taken.map(msOf)))];
  return [
    ["part", "after the sync", "after a pause", "without a wait"],
    ["---", "---", "---", "---"],
    ...PARTS.map((part) => row(part, ({ parts }) => parts.get(part) ?? 0)),
    row(REST, ({ rest }) => rest),
    row("all but the wait", ({ own }) => own),
    row("the wait", ({ wait }) => wait),
    ["bare append + fdatasync", microseconds(bare.flat()), "", ""],
  ];
}

function microseconds(times) {
  return `${(median(times) * 1000).toFixed(1)} µs`;
}

/** An object of functions, of which those that are named are timed as parts. */
function metered(meter, functions, parts) {
  const wrapped = { ...functions };
  for (const [name, part] of Object.entries(parts)) {
    wrapped[name] = (...given) => meter.timed(part, () => functions[name](...given));
  }
  return wrapped;
}

/** Times of the parts of one commit, in milliseconds. */
class Meter {
  #startMs = 0;
  #waitMs = 0;
  #parts = new Map();

  begin() {
    this.#parts = new Map();
    this.#waitMs = 0;
    this.#startMs = performance.now();
  }

  timed(part, run) {
    const startMs = performance.now();
    try {
      return run();
    } finally {
      this.#parts.set(part, (this.#parts.get(part) ?? 0) + performance.now() - startMs);
    }
  }

  leaveOut(run) {
    const startMs = performance.now();
    run();
    this.#waitMs += performance.now() - startMs;
  }

  end() {
    const own = performance.now() - this.#startMs - this.#waitMs;
    const counted = [...this.#parts.values()].reduce((sum, ms) => sum + ms, 0);
    return { parts: this.#parts, own, rest: own - counted, wait: this.#waitMs };
  }
}

function pauseInstead() {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);
}
