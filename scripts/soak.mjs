// `npm run soak -- OPTIONS`: installs and builds what is missing, then lets many processes loose on
// one store and checks what they saw. `--help` says more.

import { setup } from "./setup.mjs";

setup();

// In this very process, so that Ctrl-C reaches the one that has to clean up.
const { main } = await import("../soak/dist/main.js");
process.exitCode = await main(process.argv.slice(2));
