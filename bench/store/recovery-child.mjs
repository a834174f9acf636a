/** One recovery in a process of its own: prints its milliseconds and the most memory it had. */
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { openFold } from "@fold/sdk";
import { openSqlite } from "./peers.mjs";
import { NOW } from "./stores.mjs";

const [what, path, log] = process.argv.slice(2);
const run = { fold: recoverFold, sqlite: readSqlite }[what];
const startMs = performance.now();
const records = await run();
const ms = performance.now() - startMs;
const megabytes = process.resourceUsage().maxRSS / 1024;
console.log(JSON.stringify({ records, ms, megabytes }));

async function recoverFold() {
  const fold = await openFold({ dir: path });
  const { event_seq } = await fold.state({ now: NOW });
  await fold.close();
  return event_seq;
}

/** Selects and parses all rows, and hashes the file that they came from. */
async function readSqlite() {
  const db = openSqlite(path);
  let count = 0;
  for (const { body } of db.prepare("select body from records order by seq").iterate()) {
    if (JSON.parse(body).v === 1) count += 1;
  }
  db.close();
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(log, { highWaterMark: 1 << 20 })) hash.update(chunk);
  hash.digest("hex");
  return count;
}
