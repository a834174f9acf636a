// Runs the conformance cases; `--help` says how. Build first: `npm run build` in the workspace.
import { main } from "./dist/main.js";

process.exitCode = await main(process.argv.slice(2), (text) => process.stdout.write(text));
