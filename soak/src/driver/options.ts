/** What the command line can ask for. */
import { tmpdir } from "node:os";
import { resolve } from "node:path";
import { parseArgs } from "node:util";

export const DISTURBANCES = ["kill", "stop", "clock", "disk-full", "caches"] as const;
export type DisturbanceName = (typeof DISTURBANCES)[number];

export interface SoakOptions {
  readonly processes: number;
  readonly seconds: number;
  readonly seed: number;
  /** Where the directory of the run is made. */
  readonly parent: string;
  readonly disturbances: readonly DisturbanceName[];
  /** Whether a small file system may be mounted, to be filled up. */
  readonly mayMount: boolean;
  /** Whether the processes let themselves in while others hold the store. */
  readonly breaksIn: boolean;
}

export const HELP = `Lets many processes loose on one store, disturbs them, and checks what they saw.

  npm run soak -- --processes 8 --seconds 60

  --processes N   how many at once, 1 to 64; 8 unless given
  --seconds N     for how long they ask, 1 to 3600; 60 unless given
  --seed N        repeats the requests and the disturbances of another run, though not the
                  moments at which the machine lets each process run; by chance unless given
  --dir D         where the directory of the run is made; that of temporary files unless given
  --with LIST     what is done to them: ${DISTURBANCES.join(",")}; all unless given,
                  none for nothing
  --no-mount      fill up no file system of our own, even where root could mount one
  --break-in      the processes ignore each other's lock: shows that the checker notices
  --help          this text

Ends with 0 if nothing was found, with 1 if something was, with 2 for a command line that makes no
sense, with 130 after Ctrl-C. What was found is kept with all journals, and the place is told.
`;

export type ParsedOptions =
  | { readonly ok: true; readonly options: SoakOptions | "help" }
  | { readonly ok: false; readonly message: string };

const FLAGS = {
  processes: { type: "string", default: "8" },
  seconds: { type: "string", default: "60" },
  seed: { type: "string" },
  dir: { type: "string" },
  with: { type: "string", default: DISTURBANCES.join() },
  "no-mount": { type: "boolean", default: false },
  "break-in": { type: "boolean", default: false },
  help: { type: "boolean", default: false },
} as const;

const SEED_MAX = 2 ** 31 - 1;

export function parseOptions(argv: readonly string[], chosenSeed: number): ParsedOptions {
  let values: ReturnType<typeof parseArgs<{ options: typeof FLAGS }>>["values"];
  try {
    ({ values } = parseArgs({ args: [...argv], options: FLAGS }));
  } catch (error) {
    return { ok: false, message: error instanceof Error ? error.message : String(error) };
  }
  if (values.help) return { ok: true, options: "help" };
  const processes = wholeNumber(values.processes, { from: 1, to: 64 });
  const seconds = wholeNumber(values.seconds, { from: 1, to: 3600 });
  const seed = wholeNumber(values.seed ?? String(chosenSeed), { from: 0, to: SEED_MAX });
  if (processes === null) return refuse("--processes: a whole number from 1 to 64");
  if (seconds === null) return refuse("--seconds: a whole number from 1 to 3600");
  if (seed === null) return refuse(`--seed: a whole number from 0 to ${SEED_MAX}`);
  const names = values.with === "none" ? [] : values.with.split(",");
  const unknown = names.find((name) => !DISTURBANCES.some((known) => known === name));
  if (unknown !== undefined) {
    return refuse(`--with: there is no ${unknown}, only ${DISTURBANCES.join(", ")}`);
  }
  const disturbances = DISTURBANCES.filter((name) => names.includes(name));
  const { "no-mount": noMount, "break-in": breaksIn } = values;
  const parent = resolve(values.dir ?? tmpdir());
  const rest = { disturbances, mayMount: !noMount, breaksIn };
  return { ok: true, options: { processes, seconds, seed, parent, ...rest } };
}

function refuse(message: string): ParsedOptions {
  return { ok: false, message };
}

interface Bounds {
  readonly from: number;
  readonly to: number;
}

function wholeNumber(text: string, { from, to }: Bounds): number | null {
  if (!/^\d{1,12}$/.test(text)) return null;
  const value = Number(text);
  return value >= from && value <= to ? value : null;
}
