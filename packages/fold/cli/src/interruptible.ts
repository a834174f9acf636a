/** Work that a signal calls off in good order, instead of ending the process in the middle of it. */

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/**
 * Runs work that is called off by the first signal that asks this process to end. Once the work has
 * ended, so does the process, by that signal, and whoever waits for it sees that. A second signal does
 * not wait.
 */
export async function interruptible<Value>(
  work: (signal: AbortSignal) => Promise<Value>,
): Promise<Value> {
  const controller = new AbortController();
  let caught: NodeJS.Signals | null = null;
  const callOff = (signal: NodeJS.Signals): void => {
    caught = signal;
    stopListening();
    controller.abort(new Error(signal));
  };
  const stopListening = (): void => {
    for (const signal of SIGNALS) process.removeListener(signal, callOff);
  };
  for (const signal of SIGNALS) process.on(signal, callOff);
  try {
    return await work(controller.signal);
  } finally {
    stopListening();
    if (caught !== null) endBy(caught);
  }
}

/** First what others do as a process exits, such as ending a browser; a signal alone would skip it. */
function endBy(signal: NodeJS.Signals): never {
  process.once("exit", () => process.kill(process.pid, signal));
  // On a system without signals of that kind the number is what a shell would show.
  const { constants } = process.getBuiltinModule("node:os");
  process.exit(128 + constants.signals[signal]);
}
