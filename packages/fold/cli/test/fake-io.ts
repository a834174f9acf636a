/** A world made of variables. */
import { readFileSync, statSync } from "node:fs";
import type { Io, Output, Wrote } from "../src/io.js";

export interface FakeIo extends Io {
  readonly said: { stdout: string; stderr: string };
  /** How often standard input was read. */
  readonly reads: { count: number };
  readonly ran: { path: string; args: readonly string[]; env: Io["env"] }[];
}

export interface World {
  readonly cwd?: string;
  readonly env?: Io["env"];
  readonly name?: Io["program"]["name"];
  readonly stdin?: string | Uint8Array;
  readonly stdinIsTerminal?: boolean;
  readonly stderrIsTerminal?: boolean;
  readonly stdoutIsTerminal?: boolean;
  /** What writing to standard output comes to. */
  readonly stdout?: Wrote;
  readonly now?: string;
  /** Real path by path, for each program that can be run. */
  readonly programs?: Readonly<Record<string, string>>;
}

export function fakeIo(world: World = {}): FakeIo {
  const said = { stdout: "", stderr: "" };
  const reads = { count: 0 };
  const ran: FakeIo["ran"] = [];
  const output = (name: "stdout" | "stderr", wrote: Wrote, terminal: boolean): Output => ({
    isTerminal: () => terminal,
    write: async (text) => {
      if (wrote.ok) said[name] += text;
      return wrote;
    },
  });
  return {
    said,
    reads,
    ran,
    program: { name: world.name ?? "fold", path: "/opt/fold/bin/fold.cjs" },
    env: world.env ?? {},
    cwd: world.cwd ?? "/nowhere",
    stdin: {
      isTerminal: () => world.stdinIsTerminal ?? true,
      read: async () => {
        reads.count += 1;
        return { ok: true, bytes: Buffer.from(world.stdin ?? "") };
      },
    },
    stdout: output("stdout", world.stdout ?? { ok: true }, world.stdoutIsTerminal ?? false),
    stderr: output("stderr", { ok: true }, world.stderrIsTerminal ?? false),
    readFile: async (path) => {
      try {
        return { ok: true, bytes: readFileSync(path) };
      } catch {
        return { ok: false, reason: "ENOENT" };
      }
    },
    kindOf: (path) => {
      const stat = statSync(path, { throwIfNoEntry: false });
      if (stat === undefined) return "none";
      return stat.isDirectory() ? "folder" : "other";
    },
    now: () => world.now ?? "2026-11-30T09:00:00.000Z",
    newId: () => "00000000-0000-4000-8000-000000000000",
    interruptible: (work) => work(new AbortController().signal),
    importModule: () => Promise.reject(new Error("not installed")),
    programs: {
      executable: (path) => world.programs?.[path] ?? null,
      runInPlace: async (path, args, env) => {
        ran.push({ path, args, env });
        return 0;
      },
    },
  };
}

/** The one JSON document that was printed. */
export function documentOf(io: FakeIo): Record<string, unknown> {
  return JSON.parse(io.said.stdout) as Record<string, unknown>;
}
