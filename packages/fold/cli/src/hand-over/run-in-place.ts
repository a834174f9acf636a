import { spawn } from "node:child_process";

const FORWARDED = ["SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT"] as const;

/**
 * Runs a program with our streams and passes on the signals that reach us. A program that a signal
 * ends, ends us by the same signal, as if it had taken our place.
 */
export async function runInPlace(
  path: string,
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Promise<number> {
  // Imported, it would be loaded at the start of every command.
  const { constants } = process.getBuiltinModule("node:os");
  return new Promise((resolve, reject) => {
    const forward = (signal: NodeJS.Signals): void => {
      child.kill(signal);
    };
    // First of all: a signal that comes while the program starts is for it as well.
    for (const signal of FORWARDED) process.on(signal, forward);
    const child = spawn(path, args, { stdio: "inherit", env: { ...env } });
    child.once("error", reject);
    child.once("exit", (code, signal) => {
      for (const name of FORWARDED) process.removeListener(name, forward);
      if (signal !== null) process.kill(process.pid, signal);
      resolve(code ?? 128 + (signal === null ? 0 : constants.signals[signal]));
    });
  });
}
