/** How long a commit takes, by the number of records that are there, and of many at once. */
import { join } from "node:path";
import { openFold } from "@fold/sdk";
import { interleaved, median, ratioLine, times, timesSync } from "./measure.mjs";
import { appender, fillSqlite, openSqlite, sqliteCommit } from "./peers.mjs";
import { accepted, lastLine, nextPatch, WHO } from "./stores.mjs";

const COMMITS = 200;

/** Medians, in milliseconds, of the median of each round. */
export async function measureCommits({ dir, stores, rounds }) {
  const line = lastLine(stores.thousand);
  const raw = appender(join(dir, "bare"));
  const db = openSqlite(join(dir, "peer.sqlite"));
  fillSqlite(db, { records: 1000, body: () => line.toString() });
  const commitToSqlite = sqliteCommit(db);
  const body = line.toString();
  const folds = {};
  for (const [name, store] of Object.entries(stores)) {
    folds[`inPlace.${name}`] = await openFold({ dir: store, mayBlock: true });
    folds[`inThread.${name}`] = await openFold({ dir: store });
  }
  const subjects = {
    bare: () => timesSync(COMMITS, () => raw.inPlace(line)),
    bareInThread: () => times(COMMITS, () => raw.inThread(line)),
    sqlite: () =>
      timesSync(COMMITS, () => {
        const { batch_id, declarations } = nextPatch();
        commitToSqlite(batch_id, declarations[0].id, declarations[0].summary, body);
      }),
  };
  for (const [name, fold] of Object.entries(folds)) {
    subjects[name] = () =>
      times(COMMITS, async () => accepted(await fold.commit(nextPatch(), WHO)));
  }
  const results = await interleaved(rounds, subjects);
  for (const fold of Object.values(folds)) await fold.close();
  db.close();
  return Object.fromEntries(
    Object.entries(results).map(([name, runs]) => [name, median(runs.map(median))]),
  );
}

export async function judge(setting) {
  const found = await measureCommits(setting);
  const { bare, bareInThread, sqlite } = found;
  const lines = [];
  for (const [mode, label, yardstick] of [
    ["inPlace", "waiting in place", ["append + fdatasync", bare]],
    ["inThread", "not blocking the host", ["append + fdatasync in a thread", bareInThread]],
  ]) {
    const thousand = found[`${mode}.thousand`];
    const what = `commit, ${label}, 10³ records`;
    lines.push(ratioLine({ what, figure: thousand, against: yardstick, atMost: 1.5 }));
    const peer = ["SQLite WAL FULL, same read and insert", sqlite];
    lines.push(ratioLine({ what, figure: thousand, against: peer, atMost: 1 }));
    for (const [store, size] of [
      ["hundredThousand", "10⁵"],
      ["million", "10⁶"],
    ]) {
      const against = ["10³ records", thousand];
      const figure = found[`${mode}.${store}`];
      lines.push(ratioLine({ what: `the same, ${size} records`, figure, against, atMost: 1.2 }));
    }
  }
  return lines;
}
