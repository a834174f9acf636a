/**
 * How long the layout of 10 000 entries over many layers takes, without and with a baseline.
 *
 * Usage: node packages/fold/render-overview/bench/layout.mjs [--check] [--rounds N]
 */
import { parseArgs } from "node:util";
import { layOut } from "../dist/layout/index.js";

const ENTRIES = 10_000;
const MS_MAX = 50;
const BUDGETS = [8, 16, 32, 64, 64, 64, 128, 256, 1024];

const { values } = parseArgs({
  options: {
    check: { type: "boolean", default: false },
    rounds: { type: "string", default: "15" },
  },
});

process.exitCode = main({ check: values.check, rounds: Number(values.rounds) });

function main({ check, rounds }) {
  const layers = makeLayers();
  const entries = layers.reduce((sum, { now }) => sum + now.shares.length, 0);
  const alone = medianMs(rounds, () => layers.map(({ now }) => layOut(now)));
  const compared = medianMs(rounds, () =>
    layers.map(({ now, baseline }) => layOut({ ...now, baseline })),
  );
  console.log(
    `${entries} entries in ${layers.length} layers, ${rounds} rounds, ${process.version}`,
  );
  console.log(
    `without a baseline  ${alone.first.toFixed(1)} ms first, ${alone.ms.toFixed(1)} ms median`,
  );
  console.log(
    `with a baseline     ${compared.first.toFixed(1)} ms first, ${compared.ms.toFixed(1)} ms median`,
  );
  const holds = alone.ms < MS_MAX && compared.ms < MS_MAX;
  console.log(`under ${MS_MAX} ms: ${holds ? "holds" : "DOES NOT HOLD"}`);
  return check && !holds ? 1 : 0;
}

/** The same layers in each run: the numbers come from a small generator of their own. */
function makeLayers() {
  let seed = 1;
  const random = () => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed / 2_147_483_647;
  };
  const layers = [];
  for (let count = 0; count < ENTRIES; ) {
    const budget = BUDGETS[layers.length % BUDGETS.length];
    const now = { budget, shares: fill(budget, random) };
    const then = { budget, shares: fill(budget, random) };
    const was = now.shares.map((_, index) =>
      index < then.shares.length && random() < 0.8 ? index : null,
    );
    layers.push({ now, baseline: { ...then, was } });
    count += now.shares.length;
  }
  return layers;
}

function fill(budget, random) {
  const shares = [];
  for (let left = budget; left > 0 && shares.length < 64; ) {
    const share = Math.min(
      2 ** Math.floor(random() * random() * 7),
      2 ** Math.floor(Math.log2(left)),
    );
    shares.push(share);
    left -= share;
  }
  return shares.sort((a, b) => b - a);
}

function medianMs(rounds, run) {
  const times = Array.from({ length: rounds }, () => {
    const start = process.hrtime.bigint();
    run();
    return Number(process.hrtime.bigint() - start) / 1e6;
  });
  return { first: times[0], ms: [...times].sort((a, b) => a - b)[Math.floor(rounds / 2)] };
}
