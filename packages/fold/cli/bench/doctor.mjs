/**
 * How long `fold-doctor` takes for a long log, and how much memory, beside the bare operations in the
 * same run: reading the file, SHA-256 over each line, and `JSON.parse` of it.
 *
 * Usage: node packages/fold/cli/bench/doctor.mjs [--records N] [--rounds N] [--dir DIR] [--full]
 *
 * With --dir the store is one that `packages/fold/sdk/bench/make-log.mjs` made before.
 */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { createReadStream, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const maker = fileURLToPath(new URL("../../sdk/bench/make-log.mjs", import.meta.url));
const bin = fileURLToPath(new URL("../bin/fold-doctor.cjs", import.meta.url));
const { NODE_EXTRA_CA_CERTS: _certificates, ...env } = process.env;

const { values } = parseArgs({
  options: {
    records: { type: "string", default: "100000" },
    rounds: { type: "string", default: "5" },
    dir: { type: "string" },
    full: { type: "boolean", default: false },
    bare: { type: "string" },
  },
});

if (values.bare === undefined) main(values);
else await readBare(values.bare);

function main({ records, rounds, dir, full }) {
  const folder = mkdtempSync(join(tmpdir(), "fold-bench-"));
  const store = dir ?? join(folder, "store");
  try {
    if (dir === undefined) run([maker, store, records]);
    report(store, measure(store, Number(rounds), full ? ["--full"] : []));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** In turn, so that whatever else the machine does falls on both. */
function measure(store, rounds, options) {
  const taken = { bare: [], doctor: [] };
  for (let round = 0; round < rounds; round += 1) {
    taken.bare.push(run([fileURLToPath(import.meta.url), "--bare", store]));
    taken.doctor.push(run([bin, store, ...options]));
  }
  return taken;
}

function report(store, taken) {
  const { size } = statSync(join(store, "events.jsonl"));
  const bare = median(taken.bare.map(({ seconds }) => seconds));
  console.log(`${(size / 1e6).toFixed(0)} MB of log, Node ${process.version}`);
  console.log("what            median s      MB/s   x bare   peak MB");
  for (const [name, runs] of Object.entries(taken)) {
    const seconds = median(runs.map((one) => one.seconds));
    const peak = Math.max(...runs.map((one) => one.peakMb));
    const figures = [seconds, size / 1e6 / seconds, seconds / bare, peak];
    const columns = figures.map((figure) => figure.toFixed(2).padStart(9)).join(" ");
    console.log(`${name.padEnd(12)}${columns}`);
  }
}

/** Each run says how much memory it had at most, as its last act. */
function run(args) {
  const last = 'process.on("exit",()=>console.error(process.resourceUsage().maxRSS))';
  const preload = `data:text/javascript,${encodeURIComponent(last)}`;
  const start = process.hrtime.bigint();
  const { status, stderr } = spawnSync(process.execPath, ["--import", preload, ...args], { env });
  const seconds = Number(process.hrtime.bigint() - start) / 1e9;
  if (status !== 0) throw new Error(`node ${args.join(" ")} ended with ${status}: ${stderr}`);
  return { seconds, peakMb: Number(String(stderr).trim().split("\n").at(-1)) / 1024 };
}

async function readBare(store) {
  const lines = createInterface({
    input: createReadStream(join(store, "events.jsonl"), { highWaterMark: 1 << 20 }),
  });
  let count = 0;
  for await (const line of lines) {
    createHash("sha256").update(line).digest("hex");
    if (JSON.parse(line).v === 1) count += 1;
  }
  if (count === 0) throw new Error("no record was read");
}

function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}
