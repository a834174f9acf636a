/** What the store is measured against: the bare file, and SQLite where it is as careful. */
import { fdatasync, fdatasyncSync, openSync, writeSync } from "node:fs";
import { createRequire } from "node:module";
import { promisify } from "node:util";

const require = createRequire(import.meta.url);
const syncLater = promisify(fdatasync);

/** Appends a line and waits for the disk: nothing that keeps a promise can be quicker. */
export function appender(path) {
  const fd = openSync(path, "a");
  return {
    inPlace(line) {
      writeSync(fd, line);
      fdatasyncSync(fd);
    },
    async inThread(line) {
      writeSync(fd, line);
      await syncLater(fd);
    },
  };
}

/**
 * SQLite, in the mode in which it waits for the disk before it says that it committed. Its lock has
 * no queue: of many that commit without pause one may wait longer than Fold ever lets a call wait.
 */
export function openSqlite(path, { timeoutMs = 10_000 } = {}) {
  const Database = require("better-sqlite3");
  const db = new Database(path, { timeout: timeoutMs });
  db.pragma("journal_mode = WAL");
  db.pragma("synchronous = FULL");
  db.exec(`create table if not exists records (
    seq integer primary key, batch_id text not null unique, body text not null);
    create table if not exists entries (id text primary key, units integer, body text not null)`);
  return db;
}

/**
 * The same job as a commit: was the id used, what does the entry say, does the layer have room; then
 * the record and the entry are written. `body` is the record, of as many bytes as ours.
 */
export function sqliteCommit(db) {
  const used = db.prepare("select seq from records where batch_id = ?");
  const units = db.prepare("select sum(units) as used from entries");
  const read = db.prepare("select body from entries where id = ?");
  const insert = db.prepare("insert into records (batch_id, body) values (?, ?)");
  const update = db.prepare(
    "insert into entries values (?, 1, ?) on conflict do update set body = excluded.body",
  );
  const commit = db.transaction((id, entry, summary, body) => {
    if (used.get(id) !== undefined) throw new Error(`${id} was used`);
    if (units.get().used > 1e9) throw new Error("full");
    const before = JSON.parse(read.get(entry)?.body ?? "{}");
    insert.run(id, body);
    update.run(entry, JSON.stringify({ ...before, id: entry, summary }));
  });
  return commit.immediate;
}

/** Fills the table up to so many records. */
export function fillSqlite(db, { records, body }) {
  const insert = db.prepare("insert into records (batch_id, body) values (?, ?)");
  db.transaction(() => {
    for (let at = 0; at < records; at += 1) insert.run(`fill-${at}`, body(at));
  })();
}
