/** Commits so many times without pause; prints the longest time that one took, and the CPU's. */
import { once } from "node:events";
import { openFold } from "@fold/sdk";
import { openSqlite, sqliteCommit } from "./peers.mjs";
import { accepted, NOW, patchNumber } from "./stores.mjs";

const [what, path, name, count] = process.argv.slice(2);
const { commit, close } = await { fold: withFold, sqlite: withSqlite }[what]();
process.stdout.write("ready\n");
await once(process.stdin, "data");
const cpuBefore = process.cpuUsage();
let worstMs = 0;
for (let at = 0; at < Number(count); at += 1) {
  const { declarations } = patchNumber(at);
  const startMs = performance.now();
  await commit({ batch_id: `${name}-${at}`, declarations });
  worstMs = Math.max(worstMs, performance.now() - startMs);
}
const { user, system } = process.cpuUsage(cpuBefore);
process.stdout.write(`${JSON.stringify({ worstMs, cpuMs: (user + system) / 1000 })}\n`);
await close();
process.stdin.destroy();

async function withFold() {
  const fold = await openFold({ dir: path, mayBlock: true });
  await fold.state({ now: NOW });
  const who = { actor: `agent:${name}`, now: NOW };
  return {
    commit: async (batch) => accepted(await fold.commit(batch, who)),
    close: () => fold.close(),
  };
}

async function withSqlite() {
  const db = openSqlite(path, { timeoutMs: 60_000 });
  const commit = sqliteCommit(db);
  // A record of Fold for the same batch is about so long.
  const body = JSON.stringify({ v: 1, text: "x".repeat(940) });
  return {
    commit: async ({ batch_id, declarations: [{ id, summary }] }) =>
      commit(batch_id, id, summary, body),
    close: async () => db.close(),
  };
}
