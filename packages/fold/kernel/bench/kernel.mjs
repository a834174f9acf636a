/**
 * How long the calls of the kernel take that every commit and every read makes, beside turning the
 * same record or the same state into JSON and back, which the store does as well.
 *
 * All of them run in turn, round after round, so that whatever else the machine does falls on all.
 * Requests are judged one after the other, each on the state that the one before has led to: what
 * could be kept from one call to the next helps here as much as it does in a store, not more. With
 * --check a figure above its limit ends with exit code 1.
 *
 * Usage: node packages/fold/kernel/bench/kernel.mjs [--check] [--rounds N] [--ms N]
 */
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { cases } from "./cases.mjs";

const { values } = parseArgs({
  options: {
    check: { type: "boolean", default: false },
    rounds: { type: "string", default: "9" },
    ms: { type: "string", default: "12" },
  },
});

process.exitCode = await main({
  check: values.check,
  rounds: Number(values.rounds),
  roundMs: Number(values.ms),
});

async function main({ check, rounds, roundMs }) {
  if (!existsSync(fileURLToPath(new URL("../dist/index.js", import.meta.url)))) {
    console.error("There is no build yet: npm run build");
    return 1;
  }
  const { kernel } = await import("../dist/index.js");
  const measured = measure(cases(kernel), { rounds, roundMs });
  return report(measured, { check, rounds });
}

/** Microseconds of each case and of its yardstick, one of each a round. */
function measure(all, { rounds, roundMs }) {
  const measured = all.map((one) => ({ ...one, times: [], bareTimes: [] }));
  // The first rounds only let the code become warm.
  for (let round = -3; round < rounds; round += 1) {
    for (const one of measured) {
      const taken = time(one.run, roundMs);
      const bare = time(one.bare, roundMs / 3);
      if (round < 0) continue;
      one.times.push(taken / (one.records ?? 1));
      one.bareTimes.push(bare);
    }
  }
  return measured;
}

/** The middle of samples of a few calls each: a pause of the machine falls into one of them. */
function time(run, roundMs) {
  const begin = performance.now();
  for (let call = 0; call < 8; call += 1) run();
  const calls = Math.max(1, Math.round(0.2 / ((performance.now() - begin) / 8)));
  const samples = [];
  const end = performance.now() + roundMs;
  while (samples.length < 3 || performance.now() < end) {
    const start = process.hrtime.bigint();
    for (let call = 0; call < calls; call += 1) run();
    samples.push(Number(process.hrtime.bigint() - start) / 1e3 / calls);
  }
  return median(samples);
}

function report(measured, { check, rounds }) {
  console.log(`medians over ${rounds} rounds, in µs, Node ${process.version}`);
  console.log(row("", "median", "min", "JSON", "ratio", "limit"));
  let holds = true;
  for (const { name, times, bareTimes, limit } of measured) {
    const middle = median(times);
    const bare = median(bareTimes);
    const isWithin = limit === undefined || middle <= limit;
    if (!isWithin) holds = false;
    const figures = [middle, Math.min(...times), bare, middle / bare].map((n) => n.toFixed(2));
    const bound = limit === undefined ? "" : `${limit}${isWithin ? "" : " !"}`;
    console.log(row(name, ...figures, bound));
  }
  console.log(`every limit: ${holds ? "holds" : "DOES NOT HOLD"}`);
  return check && !holds ? 1 : 0;
}

function row(name, ...figures) {
  return name.padEnd(46) + figures.map((figure) => figure.padStart(10)).join("");
}

function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}
