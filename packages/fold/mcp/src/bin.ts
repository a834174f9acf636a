/** What `bin/fold-mcp.cjs` starts. */
import { EXIT, main } from "./main.js";

/** Standard output belongs to the protocol: whatever a library wants to print goes beside it. */
function keepOutputClean(): void {
  for (const method of ["log", "info", "debug"] as const) console[method] = console.error;
}

/** Runs this process as the server, and ends it. */
export function start(): void {
  keepOutputClean();
  const { stdin, stdout, stderr } = process;
  const world = {
    stdin,
    stdout,
    stderr,
    cwd: process.cwd(),
    environment: process.env,
    now: () => new Date().toISOString(),
    onStop: (stop: () => void) => {
      for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, stop);
    },
  };
  // A client that has gone away reads nothing more; that is no fault of ours.
  stderr.on("error", () => undefined);
  void main(process.argv.slice(2), world)
    .catch((error: unknown) => {
      stderr.write(`fold-mcp: ${error instanceof Error ? error.stack : String(error)}\n`);
      return EXIT.bug;
    })
    .then((code) => stdout.write("", () => process.exit(code)));
}
