/** Several processes that commit without pause. */
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { openFold } from "@fold/sdk";
import { interleaved, limitLine, median, ratioLine } from "./measure.mjs";
import { openSqlite } from "./peers.mjs";
import { startWorker } from "./start-worker.mjs";
import { makeStore, NOW } from "./stores.mjs";

const PROCESSES = 8;
const COMMITS = 300;
const worker = fileURLToPath(new URL("./contention-worker.mjs", import.meta.url));

export async function measureContention({ dir, rounds }) {
  const results = await interleaved(rounds, {
    fold: async (round) => {
      const store = join(dir, `contended-${round}`);
      await makeStore(store, 100);
      const result = await race("fold", store);
      const fold = await openFold({ dir: store });
      const { event_seq } = await fold.state({ now: NOW });
      await fold.close();
      rmSync(store, { recursive: true });
      return { ...result, lost: 100 + PROCESSES * COMMITS - event_seq };
    },
    sqlite: async (round) => {
      const home = join(dir, `contended-sqlite-${round}`);
      mkdirSync(home);
      const path = join(home, "peer.sqlite");
      openSqlite(path).close();
      const result = await race("sqlite", path);
      const db = openSqlite(path);
      const { count } = db.prepare("select count(*) as count from records").get();
      db.close();
      rmSync(home, { recursive: true });
      return { ...result, lost: PROCESSES * COMMITS - count };
    },
  });
  const summary = (runs) => ({
    perSecond: median(runs.map(({ perSecond }) => perSecond)),
    worstMs: median(runs.map(({ worstMs }) => worstMs)),
    lost: runs.reduce((sum, { lost }) => sum + lost, 0),
  });
  return { fold: summary(results.fold), sqlite: summary(results.sqlite) };
}

/** Starts the workers, lets them go together, and waits for all. */
async function race(what, path) {
  const workers = Array.from({ length: PROCESSES }, (_, at) =>
    startWorker([worker, what, path, String(at), String(COMMITS)]),
  );
  await Promise.all(workers.map(({ next }) => next()));
  const startMs = performance.now();
  for (const { child } of workers) child.stdin.write("go\n");
  const worsts = await Promise.all(workers.map(async ({ next }) => Number(await next())));
  const seconds = (performance.now() - startMs) / 1000;
  for (const { child } of workers) child.stdin.end();
  return { perSecond: (PROCESSES * COMMITS) / seconds, worstMs: Math.max(...worsts) };
}

export async function judge(setting) {
  const { fold, sqlite } = await measureContention(setting);
  const what = "8 processes that commit without pause";
  const show = (perSecond) => `${perSecond.toFixed(0)}/s`;
  const rates = ["SQLite WAL FULL", sqlite.perSecond];
  const waits = ["SQLite WAL FULL", sqlite.worstMs];
  return [
    ratioLine({ what, figure: fold.perSecond, against: rates, atLeast: 0.9, show }),
    ratioLine({ what: "the same, worst wait", figure: fold.worstMs, against: waits, atMost: 0.25 }),
    limitLine({ what: "the same, lost", figure: fold.lost, atMost: 0, show: String }),
  ];
}
