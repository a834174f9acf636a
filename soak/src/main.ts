/** The command line. */
import { randomInt } from "node:crypto";
import { fileURLToPath } from "node:url";
import { HELP, parseOptions } from "./driver/options.js";
import { report } from "./driver/report.js";
import { soak } from "./driver/soak.js";

/** Ends with 0 if nothing was found, 1 if something was, 2 for nonsense, 130 after Ctrl-C. */
export async function main(argv: readonly string[]): Promise<number> {
  const parsed = parseOptions(argv, randomInt(2 ** 31));
  if (!parsed.ok) {
    process.stderr.write(`${parsed.message}\n\n${HELP}`);
    return 2;
  }
  const { options } = parsed;
  if (options === "help") {
    process.stdout.write(HELP);
    return 0;
  }
  if (process.platform === "win32") {
    process.stderr.write("Windows can neither stop nor continue a process: use another system.\n");
    return 2;
  }
  process.stderr.write(`${options.processes} processes for ${options.seconds} s …\n`);
  const abort = new AbortController();
  const interrupt = (): void => abort.abort();
  process.on("SIGINT", interrupt).on("SIGTERM", interrupt);
  const workerPath = fileURLToPath(new URL("worker/worker.js", import.meta.url));
  const soaked = await soak(options, { workerPath, abort: abort.signal });
  process.off("SIGINT", interrupt).off("SIGTERM", interrupt);
  if (soaked === null) return 130;
  process.stdout.write(report(soaked));
  return soaked.findings.length === 0 ? 0 : 1;
}
