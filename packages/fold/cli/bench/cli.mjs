/**
 * How long `fold state` and `fold commit` take as whole processes, beside `node -e 0`.
 *
 * The three are run in turn, round after round, so that whatever else the machine does falls on all
 * of them. Each round starts from a fresh copy of the same store of 100 records; each commit is a new
 * batch that changes an entry. With --check a ratio above the limit ends with exit code 1.
 *
 * Usage: node packages/fold/cli/bench/cli.mjs [--check] [--rounds N] [--runs N]
 */
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const RATIO_MAX = 1.6;
const RECORDS = 100;
const ENTRIES = 30;
const PATCHES = 50;

const bin = fileURLToPath(new URL("../bin/fold.cjs", import.meta.url));
// Where it is set, reading the certificates costs each start of Node 20 more than all of fold.
const { NODE_EXTRA_CA_CERTS: _certificates, ...env } = process.env;

const { values } = parseArgs({
  options: {
    check: { type: "boolean", default: false },
    rounds: { type: "string", default: "11" },
    runs: { type: "string", default: "7" },
  },
});

process.exitCode = main({
  check: values.check,
  rounds: Number(values.rounds),
  runs: Number(values.runs),
});

function main({ check, rounds, runs }) {
  if (!existsSync(fileURLToPath(new URL("../dist/main.cjs", import.meta.url)))) {
    console.error("There is no build yet: npm run build");
    return 1;
  }
  const dir = mkdtempSync(join(tmpdir(), "fold-bench-"));
  try {
    const template = join(dir, "template");
    buildStore(template, dir);
    const times = measure({ dir, template, rounds, runs });
    return report(times, { check, rounds, runs });
  } finally {
    rmSync(dir, { recursive: true });
  }
}

/** A store as one looks after some days of use: entries, changes, annotations. */
function buildStore(store, dir) {
  for (let index = 0; index < RECORDS; index += 1) {
    if (index < ENTRIES + PATCHES) {
      const batch = join(dir, "batch.json");
      writeFileSync(batch, JSON.stringify(batchNumber(index)));
      fold(["commit", "--dir", store, "--init", "--actor", "bench", batch]);
    } else {
      const entry = `entry-${index % ENTRIES}`;
      const text = "Not this week, please; ask again on Monday.";
      fold(["annotate", "--dir", store, "--actor", "person", "--entry", entry, "--text", text]);
    }
  }
}

function batchNumber(index) {
  const declaration =
    index < ENTRIES
      ? {
          op: "declare",
          id: `entry-${index}`,
          title: `Matter ${index} that deserves a little attention`,
          summary: "What is known of it, and what could be done about it next. ".repeat(3),
          kind: "finding",
          tier: "XXS",
          due_at: "P3D",
          sources: [{ id: "s", origin: "git", ref: `refs/heads/matter-${index}` }],
        }
      : { op: "patch", id: `entry-${index % ENTRIES}`, title: `Matter ${index}, seen again` };
  return { batch_id: `batch-${index}`, declarations: [declaration] };
}

function measure({ dir, template, rounds, runs }) {
  const times = { node: [], state: [], commit: [] };
  let serial = 1_000;
  // The first round only warms the disk cache.
  for (let round = 0; round <= rounds; round += 1) {
    const store = join(dir, `round-${round}`);
    cpSync(template, store, { recursive: true });
    for (let run = 0; run < runs; run += 1) {
      const batch = join(dir, "batch.json");
      serial += 1;
      writeFileSync(batch, JSON.stringify(batchNumber(serial)));
      const taken = {
        node: time(["-e", "0"]),
        state: time([bin, "state", "--dir", store]),
        commit: time([bin, "commit", "--dir", store, "--actor", "bench", batch]),
      };
      if (round === 0) continue;
      for (const name of Object.keys(times)) times[name].push(taken[name]);
    }
    rmSync(store, { recursive: true });
  }
  return times;
}

function report(times, { check, rounds, runs }) {
  const base = median(times.node);
  console.log(
    `${rounds} rounds of ${runs} runs, store of ${RECORDS} records, Node ${process.version}`,
  );
  console.log("command        median ms    min ms    x node -e 0");
  let holds = true;
  for (const [name, label] of [
    ["node", "node -e 0"],
    ["state", "fold state"],
    ["commit", "fold commit"],
  ]) {
    const middle = median(times[name]);
    const ratio = middle / base;
    const figures = [middle.toFixed(1), Math.min(...times[name]).toFixed(1), ratio.toFixed(2)];
    console.log(`${label.padEnd(13)}${figures.map((figure) => figure.padStart(10)).join(" ")}`);
    if (ratio > RATIO_MAX) holds = false;
  }
  console.log(`at most ${RATIO_MAX} x node -e 0: ${holds ? "holds" : "DOES NOT HOLD"}`);
  return check && !holds ? 1 : 0;
}

function time(args) {
  const start = process.hrtime.bigint();
  const { status, stderr } = spawnSync(process.execPath, args, { env, maxBuffer: 1 << 28 });
  const ms = Number(process.hrtime.bigint() - start) / 1e6;
  if (status !== 0) throw new Error(`node ${args.join(" ")} ended with ${status}: ${stderr}`);
  return ms;
}

function fold(args) {
  time([bin, ...args]);
}

function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}
