/** How far a long log has been read, for a person at a terminal. Nowhere else is anything shown. */
import type { Io } from "../io.js";

export interface Progress {
  onProgress(done: number, all: number): void;
  /** Takes the bar away again; before anything else is said. */
  finish(): Promise<void>;
}

/** Shorter logs are read before a bar could be. */
const LONG_BYTES = 4 * 1024 * 1024;
const INTERVAL_MS = 100;
const WIDTH = 24;
const MEGABYTE = 1_000_000;
/** To the start of the line, and all of it empty. */
const ERASE = "\r\u001b[K";

/** A bar on standard error. `label` says what is being done. */
export function progressOn(
  { stderr, env }: Pick<Io, "stderr" | "env">,
  label: string,
  nowMs = (): number => performance.now(),
): Progress {
  // A terminal that cannot move its cursor would get a line for each percent.
  const isShown = stderr.isTerminal() && env["TERM"] !== "dumb";
  let drawnMs = Number.NEGATIVE_INFINITY;
  let written: Promise<unknown> = Promise.resolve();
  const write = (text: string): void => {
    written = written.then(() => stderr.write(text));
  };
  return {
    onProgress(done, all) {
      const ms = nowMs();
      if (!isShown || all < LONG_BYTES || ms - drawnMs < INTERVAL_MS) return;
      drawnMs = ms;
      write(`${ERASE}${barOf(label, Math.min(done, all), all)}`);
    },
    async finish() {
      if (drawnMs !== Number.NEGATIVE_INFINITY) write(ERASE);
      drawnMs = Number.NEGATIVE_INFINITY;
      await written;
    },
  };
}

function barOf(label: string, done: number, all: number): string {
  const filled = Math.floor((done / all) * WIDTH);
  const bar = "#".repeat(filled).padEnd(WIDTH, ".");
  const percent = `${Math.floor((done / all) * 100)}`.padStart(3);
  const megabytes = `${Math.round(done / MEGABYTE)}/${Math.round(all / MEGABYTE)} MB`;
  return `${label} [${bar}] ${percent}%  ${megabytes}`;
}
