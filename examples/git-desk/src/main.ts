/** The program: gives a run the world it is in. */
import { homedir } from "node:os";
import { run } from "./run.js";

// Whoever reads may stop reading; that is no failure of ours.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
});

process.exitCode = await run(process.argv.slice(2), {
  cwd: process.cwd(),
  home: homedir(),
  environment: process.env,
  clock: () => new Date().toISOString(),
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
});
