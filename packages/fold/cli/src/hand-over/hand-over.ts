/**
 * POSIX has a `fold` that wraps lines, and scripts count on it. Where a command line is meant for
 * that one, it gets it unchanged; `foldctl` never hands over.
 */
import { delimiter, join, resolve } from "node:path";
import type { Io } from "../io.js";
import { misuse, type Reply } from "../reply.js";

/**
 * Whether a command line is for the POSIX command: it begins with `-` or with an existing file, or
 * is empty while something other than a terminal waits on standard input. A folder does not count:
 * there is nothing in it to wrap.
 */
export function isMeantForPosixFold(argv: readonly string[], io: Io): boolean {
  if (io.program.name === "foldctl") return false;
  const [first] = argv;
  if (first === undefined) return !io.stdin.isTerminal();
  if (first === "--help" || first === "--version") return false;
  if (first.startsWith("-")) return true;
  return first !== "" && io.kindOf(resolve(io.cwd, first), { link: false }) === "other";
}

/**
 * Names programs that have stepped aside already. A `fold` on the PATH may be a script that starts
 * this program again; with its name in this list it is not tried twice.
 */
const PASSED = "FOLD_HANDED_OVER";

/** Runs the next `fold` on the PATH in our place and returns its exit code. */
export async function handOver(argv: readonly string[], io: Io): Promise<number | Reply> {
  const passed = new Set((io.env[PASSED] ?? "").split(delimiter));
  passed.add(io.program.path);
  // An empty member of PATH is the current directory.
  const folders = (io.env["PATH"] ?? "").split(delimiter);
  for (const folder of folders) {
    const path = resolve(io.cwd, join(folder, "fold"));
    const real = io.programs.executable(path);
    if (real === null || passed.has(real) || passed.has(path)) continue;
    const names = [...passed, path].filter((name) => name !== "").join(delimiter);
    return io.programs.runInPlace(path, argv, { ...io.env, [PASSED]: names });
  }
  return misuse(
    "This command line is meant for the POSIX fold, but there is no other fold on the PATH.",
    "For the commands of this program see: foldctl --help",
  );
}
