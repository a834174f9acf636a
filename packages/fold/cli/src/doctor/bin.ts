/** What `bin/fold-doctor.cjs` starts. */
import type { Io, Program } from "../io.js";
import { processIo } from "../process-io.js";
import { doctor } from "./doctor.js";

/** Runs the command line of this process and ends it, as the other commands do. */
export function start(program: Program, importModule: Io["importModule"]): void {
  const io = processIo(program, importModule);
  void doctor(process.argv.slice(2), io).then((code) => process.exit(code));
}
