/** The rules alone: what a commit costs before anything is read or written. */
import { kernel } from "@fold/kernel";
import { cases } from "../../packages/fold/kernel/bench/cases.mjs";
import { limitLine, median, timesSync } from "./measure.mjs";

const NAME = "decide, a patch, 8 layers of 64";
const RUNS = 2000;

export async function judge({ rounds }) {
  const { run, name } = cases(kernel).find((one) => one.name === NAME);
  const runs = Array.from({ length: rounds + 1 }, () => median(timesSync(RUNS, run)));
  return [limitLine({ what: `kernel: ${name}`, figure: median(runs.slice(1)), atMost: 0.1 })];
}
