/** Whole commands: beside `node -e 0`, and beside a tool on npm that keeps tasks. */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { interleaved, median, ratioLine } from "./measure.mjs";
import { nextPatch } from "./stores.mjs";

const RUNS = 5;
const PEER_ITEMS = 671;
const require = createRequire(import.meta.url);
const fold = fileURLToPath(new URL("../../packages/fold/cli/bin/fold.cjs", import.meta.url));
// Where it is set, reading the certificates costs each start of Node 20 more than all of fold.
const { NODE_EXTRA_CA_CERTS: _certificates, ...env } = process.env;

export async function measureCommands({ dir, stores, rounds }) {
  const commitTo = (store) => () => {
    const batch = join(dir, "batch.json");
    writeFileSync(batch, JSON.stringify(nextPatch()));
    return node([fold, "commit", "--dir", store, "--actor", "agent:bench", batch]);
  };
  const stateOf = (store) => () => node([fold, "state", "--dir", store]);
  const each = (run) => () => Array.from({ length: RUNS }, run);
  const results = await interleaved(rounds, {
    node: each(() => node(["-e", "0"])),
    stateThousand: each(stateOf(stores.thousand)),
    stateMillion: each(stateOf(stores.million)),
    commitThousand: each(commitTo(stores.thousand)),
    commitMillion: each(commitTo(stores.million)),
  });
  const own = Object.fromEntries(
    Object.entries(results).map(([name, runs]) => [name, median(runs.map(median))]),
  );
  return { ...own, ...measurePeer(dir) };
}

/** `backlog.md` with as many tasks as the store has entries and more. */
function measurePeer(dir) {
  const home = mkdtempSync(join(dir, "backlog-"));
  const cli = join(dirname(require.resolve("backlog.md/package.json")), "cli.js");
  const options = { cwd: home };
  spawnSync("git", ["init", "-q"], options);
  node([cli, "init", "bench", "--integration-mode", "none", "--no-git", "--defaults"], options);
  writeTasks(join(home, "backlog", "tasks"));
  const list = () => node([cli, "task", "list", "--plain"], options);
  const create = () => node([cli, "task", "create", "One more matter", "--plain"], options);
  list();
  return {
    peerList: median(Array.from({ length: 3 }, list)),
    peerCreate: median(Array.from({ length: 3 }, create)),
  };
}

function writeTasks(dir) {
  mkdirSync(dir, { recursive: true });
  for (let at = 1; at <= PEER_ITEMS; at += 1) {
    const text = `---
id: task-${at}
title: Matter ${at} that deserves a little attention
status: To Do
assignee: []
created_date: '2026-11-30'
labels: []
dependencies: []
---

## Description

${"What is known of it, and what could be done about it next. ".repeat(3)}
`;
    writeFileSync(join(dir, `task-${at} - Matter-${at}.md`), text);
  }
}

function node(args, options = {}) {
  const startMs = performance.now();
  const { status, stderr } = spawnSync(process.execPath, args, {
    env,
    maxBuffer: 1 << 28,
    ...options,
  });
  const ms = performance.now() - startMs;
  if (status !== 0) throw new Error(`node ${args.join(" ")} ended with ${status}: ${stderr}`);
  return ms;
}

export async function judge(setting) {
  const found = await measureCommands(setting);
  const beside = (what, figure) =>
    ratioLine({ what, figure, against: ["node -e 0", found.node], atMost: 1.6 });
  const faster = (what, figure, peer) =>
    ratioLine({ what, figure: peer, against: [what, figure], atLeast: 10 });
  return [
    beside("fold state, 10³ records", found.stateThousand),
    beside("fold state, 10⁶ records", found.stateMillion),
    beside("fold commit, 10³ records", found.commitThousand),
    beside("fold commit, 10⁶ records", found.commitMillion),
    { ...faster("fold state", found.stateMillion, found.peerList), what: "backlog task list" },
    {
      ...faster("fold commit", found.commitMillion, found.peerCreate),
      what: "backlog task create",
    },
  ];
}
