/**
 * A process of its own on a store: `node child.mjs DIR COMMAND …`. It writes one JSON text per line.
 * `commit PREFIX COUNT` commits; `read COUNT` reads; `hold` takes the lock and says so, then waits.
 */
import { writeSync } from "node:fs";
import { join } from "node:path";
import { nativeLock, nodeFs, openStore } from "@fold/store-fs";
import { fakeKernel } from "../fakes/fake-kernel.mjs";

const [dir, command, ...rest] = process.argv.slice(2);
const now = "2026-11-30T09:00:00.000Z";
const say = (value) => writeSync(1, `${JSON.stringify(value)}\n`);

if (command === "hold") {
  const fd = nodeFs.open(join(dir, "lock"), "create");
  if (!nativeLock().tryLock(fd, "exclusive")) throw new Error("the lock is taken");
  say({ held: true });
  setInterval(() => undefined, 1000);
} else {
  const opened = await openStore({ dir, kernel: fakeKernel, init: true, lockTimeoutMs: 60_000 });
  if (!opened.ok) throw new Error(JSON.stringify(opened.failure));
  if (command === "commit") await commit(opened.store, rest[0], Number(rest[1]));
  if (command === "read") await read(opened.store, Number(rest[0]));
  await opened.store.close();
}

async function commit(store, prefix, count) {
  for (let at = 0; at < count; at += 1) {
    const id = `${prefix}-${at}`;
    const entry = { op: "declare", id, title: id, tier: "XS", kind: "info" };
    const batch = { batch_id: `batch-${id}`, declarations: [entry] };
    say(await store.commit(batch, { actor: prefix, now }));
  }
}

async function read(store, count) {
  for (let at = 0; at < count; at += 1) {
    const answer = await store.view({ now });
    say(answer.ok ? { ok: true, event_seq: answer.value.event_seq } : answer);
  }
}
