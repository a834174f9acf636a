/**
 * Several processes that commit without pause: a short race, in which our code is hardly compiled,
 * and one that is long enough for it. SQLite runs exactly as many commits.
 */
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { openFold } from "@fold/sdk";
import { interleaved, limitLine, median, msText, ratioLine } from "./measure.mjs";
import { openSqlite } from "./peers.mjs";
import { startWorker } from "./start-worker.mjs";
import { makeStore, NOW } from "./stores.mjs";

const PROCESSES = 8;
const COMMITS = 300;
const COMMITS_LONG = 1500;
/** A long race takes many seconds; a few of them have to do. */
const ROUNDS_LONG_MAX = 3;
const worker = fileURLToPath(new URL("./contention-worker.mjs", import.meta.url));

export async function measureContention({ dir, rounds, commits = COMMITS }) {
  const results = await interleaved(rounds, {
    fold: async (round) => {
      const store = join(dir, `contended-${round}`);
      await makeStore(store, 100);
      const result = await race("fold", store, commits);
      const fold = await openFold({ dir: store });
      const { event_seq } = await fold.state({ now: NOW });
      await fold.close();
      rmSync(store, { recursive: true });
      return { ...result, lost: 100 + PROCESSES * commits - event_seq };
    },
    sqlite: async (round) => {
      const home = join(dir, `contended-sqlite-${round}`);
      mkdirSync(home);
      const path = join(home, "peer.sqlite");
      openSqlite(path).close();
      const result = await race("sqlite", path, commits);
      const db = openSqlite(path);
      const { count } = db.prepare("select count(*) as count from records").get();
      db.close();
      rmSync(home, { recursive: true });
      return { ...result, lost: PROCESSES * commits - count };
    },
  });
  const summary = (runs) => ({
    perSecond: median(runs.map(({ perSecond }) => perSecond)),
    worstMs: median(runs.map(({ worstMs }) => worstMs)),
    cpuMs: median(runs.map(({ cpuMs }) => cpuMs)),
    lost: runs.reduce((sum, { lost }) => sum + lost, 0),
  });
  return { fold: summary(results.fold), sqlite: summary(results.sqlite) };
}

/** Starts the workers, lets them go together, and waits for all. */
async function race(what, path, commits) {
  const workers = Array.from({ length: PROCESSES }, (_, at) =>
    startWorker([worker, what, path, String(at), String(commits)]),
  );
  await Promise.all(workers.map(({ next }) => next()));
  const startMs = performance.now();
  for (const { child } of workers) child.stdin.write("go\n");
  const told = await Promise.all(workers.map(async ({ next }) => JSON.parse(await next())));
  const seconds = (performance.now() - startMs) / 1000;
  for (const { child } of workers) child.stdin.end();
  return {
    perSecond: (PROCESSES * commits) / seconds,
    worstMs: Math.max(...told.map(({ worstMs }) => worstMs)),
    cpuMs: told.reduce((sum, { cpuMs }) => sum + cpuMs, 0) / (PROCESSES * commits),
  };
}

export async function judge(setting) {
  const short = await measureContention(setting);
  const rounds = Math.min(setting.rounds, ROUNDS_LONG_MAX);
  const long = await measureContention({ ...setting, rounds, commits: COMMITS_LONG });
  const what = "8 processes that commit without pause";
  return [
    ...linesOf(`${what}, ${COMMITS} each`, short),
    ...linesOf(`the same, ${COMMITS_LONG} each`, long),
  ];
}

function linesOf(what, { fold, sqlite }) {
  const show = (perSecond) => `${perSecond.toFixed(0)}/s`;
  const rates = ["SQLite WAL FULL", sqlite.perSecond];
  const waits = ["SQLite WAL FULL", sqlite.worstMs];
  return [
    ratioLine({ what, figure: fold.perSecond, against: rates, atLeast: 0.9, show }),
    ratioLine({ what: "the same, worst wait", figure: fold.worstMs, against: waits, atMost: 0.25 }),
    limitLine({ what: "the same, lost", figure: fold.lost, atMost: 0, show: String }),
    {
      what: "the same, processor time of a commit",
      figure: msText(fold.cpuMs),
      against: `SQLite WAL FULL ${msText(sqlite.cpuMs)}`,
    },
  ];
}
