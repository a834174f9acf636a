/** One agent: a command line in a process group of its own, ended as a whole. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";

export interface AgentCall {
  readonly command: string;
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  readonly stdinPath: string;
  readonly stdoutPath: string;
  readonly stderrPath: string;
  readonly timeoutMs: number;
  /** Between SIGTERM and SIGKILL. */
  readonly graceMs: number;
  readonly abort: AbortSignal;
}

export type AgentEnd =
  | { readonly how: "exited"; readonly exitCode: number }
  | { readonly how: "signalled"; readonly signal: string }
  | { readonly how: "timed_out" }
  | { readonly how: "aborted" };

/** Never rejects for what the agent does. */
export async function runAgent(call: AgentCall): Promise<AgentEnd> {
  if (call.abort.aborted) return { how: "aborted" };
  const files = [
    openSync(call.stdinPath, "r"),
    openSync(call.stdoutPath, "w"),
    openSync(call.stderrPath, "w"),
  ];
  const { command, cwd, env } = call;
  const child = spawn("sh", ["-c", command], { cwd, env, stdio: files, detached: true });
  for (const file of files) closeSync(file);
  const exit = once(child, "exit").then(([code, signal]) => ({ code, signal }));
  const done = new AbortController();
  const timeout = pause(call.timeoutMs, "timed_out" as const, { signal: done.signal });
  // It is ended by the exit of the agent, which is no error.
  timeout.catch(() => undefined);
  const aborted = once(call.abort, "abort", { signal: done.signal }).then(() => "aborted" as const);
  aborted.catch(() => undefined);
  const first = await Promise.race([exit, timeout, aborted]);
  try {
    if (typeof first !== "string") return endOf(first);
    signalGroup(child.pid, "SIGTERM");
    const grace = pause(call.graceMs, undefined, { signal: done.signal });
    grace.catch(() => undefined);
    await Promise.race([exit, grace]);
    return { how: first };
  } finally {
    done.abort();
    // Whoever it left behind, or whoever did not heed SIGTERM, ends with it.
    signalGroup(child.pid, "SIGKILL");
    await exit;
  }
}

interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

function endOf({ code, signal }: Exit): AgentEnd {
  return signal === null ? { how: "exited", exitCode: code ?? 1 } : { how: "signalled", signal };
}

function signalGroup(pid: number | undefined, signal: NodeJS.Signals): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, signal);
  } catch (error) {
    // Nobody of the group is left.
    if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
  }
}
