import { spawn } from "node:child_process";

/** A process that says a line when it is ready, and a line when it is done. */
export function startWorker(args) {
  const child = spawn(process.execPath, args, { stdio: ["pipe", "pipe", "inherit"] });
  let text = "";
  let wake = () => undefined;
  child.stdout.on("data", (chunk) => {
    text += chunk;
    wake();
  });
  child.on("exit", () => wake());
  const next = async () => {
    while (!text.includes("\n")) {
      if (child.exitCode !== null) throw new Error(`a worker ended with ${child.exitCode}`);
      await new Promise((resolve) => {
        wake = resolve;
      });
    }
    const at = text.indexOf("\n");
    const line = text.slice(0, at);
    text = text.slice(at + 1);
    return line;
  };
  return { child, next };
}
