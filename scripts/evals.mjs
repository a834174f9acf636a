// `npm run evals -- OPTIONS`: installs and builds what is missing, then lets an agent work on the
// scenarios and measures what it left. `--help` says more. With `self` as the first argument the
// harness measures its own scripted agents and looks whether their scores come in the right order.

import { setup } from "./setup.mjs";

setup();

const [first, ...rest] = process.argv.slice(2);
if (first === "self") {
  const { main } = await import("../evals/dist/self.js");
  process.exitCode = await main(rest);
} else {
  // In this very process, so that Ctrl-C reaches the one that has to end the agents.
  const { main } = await import("../evals/dist/main.js");
  process.exitCode = await main(process.argv.slice(2));
}
