/** How long, and in how much memory, a log without any cache is read and checked. */
import { execFileSync } from "node:child_process";
import { cpSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { interleaved, limitLine, median, msText, ratioLine } from "./measure.mjs";
import { fillSqlite, openSqlite } from "./peers.mjs";
import { logPath } from "./stores.mjs";

const child = fileURLToPath(new URL("./recovery-child.mjs", import.meta.url));

export async function measureRecovery({ dir, stores, rounds }) {
  const sqlite = join(dir, "rows.sqlite");
  const db = openSqlite(sqlite);
  const lines = readFileSync(logPath(stores.hundredThousand)).toString("utf8").split("\n");
  fillSqlite(db, { records: lines.length - 1, body: (at) => lines[at] });
  db.close();
  const bare = join(dir, "bare-log");
  const log = logPath(stores.hundredThousand);
  const results = await interleaved(rounds, {
    fold: () => run("fold", bareCopy(log, bare)),
    sqlite: () => run("sqlite", sqlite, log),
  });
  const million = run("fold", bareCopy(logPath(stores.million), bare));
  rmSync(bare, { recursive: true, force: true });
  return {
    foldMs: median(results.fold.map(({ ms }) => ms)),
    sqliteMs: median(results.sqlite.map(({ ms }) => ms)),
    million,
  };
}

function bareCopy(log, to) {
  rmSync(to, { recursive: true, force: true });
  cpSync(log, join(to, "events.jsonl"));
  return to;
}

function run(...args) {
  return JSON.parse(execFileSync(process.execPath, [child, ...args], { encoding: "utf8" }));
}

export async function judge(setting) {
  const { foldMs, sqliteMs, million } = await measureRecovery(setting);
  const against = ["SQLite select and parse + SHA-256 of the file", sqliteMs];
  const show = (megabytes) => `${megabytes.toFixed(0)} MB`;
  return [
    ratioLine({ what: "recovery without caches, 10⁵", figure: foldMs, against, atMost: 1.5 }),
    { what: "the same, 10⁶ records", figure: msText(million.ms) },
    limitLine({ what: "memory for 10⁶ records", figure: million.megabytes, atMost: 250, show }),
  ];
}
