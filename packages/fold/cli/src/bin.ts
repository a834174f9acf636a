/** What `bin/fold.cjs` and `bin/foldctl.cjs` start. */
import type { Io, Program } from "./io.js";
import { main } from "./main.js";
import { processIo } from "./process-io.js";

/** For the build, which runs the commands once before it saves what was compiled. */
export { main, processIo };

/**
 * Runs the command line of this process and ends it. By then all output has been taken by its reader,
 * for writing waits until it has; nothing is cut, and what is left in memory need not be tidied.
 */
export function start(program: Program, importModule: Io["importModule"]): void {
  const io = processIo(program, importModule);
  void main(process.argv.slice(2), io).then((code) => process.exit(code));
}
