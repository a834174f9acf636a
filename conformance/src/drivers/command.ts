/** The four commands as processes: `fold`, or any other program with the same command line. */
import { spawn } from "node:child_process";
import { isObject } from "../json.js";
import type { Call, Driver, Reply } from "./driver.js";

export interface CommandDriverOptions {
  readonly name: string;
  /** The program and its first arguments. */
  readonly command: readonly [string, ...string[]];
}

const TIMEOUT_MS = 60_000;

export function commandDriver({ name, command }: CommandDriverOptions): Driver {
  return {
    name,
    capabilities: new Set(["directory", "command_line"]),
    open: async (dir) => ({
      run: (call) => run(command, dir, call),
      close: async () => undefined,
    }),
  };
}

interface Invocation {
  readonly args: readonly string[];
  readonly stdin: string;
}

async function run(
  [program, ...first]: readonly [string, ...string[]],
  dir: string,
  call: Call,
): Promise<Reply> {
  const { args, stdin } = invocationOf(dir, call);
  const child = spawn(program, [...first, ...args], {
    stdio: ["pipe", "pipe", "pipe"],
    timeout: TIMEOUT_MS,
    // No answer may depend on where the machine stands.
    env: { ...withoutFoldSettings(process.env), TZ: "Asia/Kathmandu" },
  });
  // A program may answer without reading its input to the end.
  child.stdin.on("error", () => undefined);
  child.stdin.end(stdin);
  const [stdout, stderr, exit] = await Promise.all([
    textOf(child.stdout),
    textOf(child.stderr),
    new Promise<number | null>((resolve, reject) => {
      child.on("error", reject);
      child.on("close", resolve);
    }),
  ]);
  try {
    return { answer: JSON.parse(stdout), exit: exit ?? -1 };
  } catch {
    const shown = JSON.stringify({
      args,
      exit,
      stdout: stdout.slice(0, 500),
      stderr: stderr.slice(-2000),
    });
    throw new Error(`standard output is not one JSON document: ${shown}`);
  }
}

function withoutFoldSettings(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(environment).filter(
      ([name]) => !name.startsWith("FOLD_") && name !== "NODE_OPTIONS",
    ),
  );
}

async function textOf(stream: NodeJS.ReadableStream): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString("utf8");
}

function invocationOf(dir: string, call: Call): Invocation {
  const store = ["--dir", dir];
  switch (call.command) {
    case "commit": {
      const { actor, now, init, check, input } = call;
      const flags = [...(check ? ["--check"] : []), ...(init ? ["--init"] : [])];
      const stdin = "text" in input ? input.text : JSON.stringify(input.value);
      return { args: ["commit", ...store, "--actor", actor, "--now", now, ...flags, "-"], stdin };
    }
    case "annotate": {
      const { actor, now, init } = call;
      const { id, entry, text } = annotationOf(call.request);
      const target = entry === null ? ["--whole"] : ["--entry", entry];
      const flags = [...(init ? ["--init"] : []), "--id", id, "--text", "-"];
      const args = ["annotate", ...store, "--actor", actor, "--now", now, ...target, ...flags];
      // One byte order mark in front and one line break at the end are no part of the text.
      return { args, stdin: `${text.startsWith("\ufeff") ? "\ufeff" : ""}${text}\n` };
    }
    case "state":
      return { args: ["state", ...store, "--now", call.now, ...optionsOf(call.query)], stdin: "" };
    case "history":
      return { args: ["history", ...store, ...optionsOf(call.query)], stdin: "" };
  }
}

interface AnnotationOptions {
  readonly id: string;
  readonly entry: string | null;
  readonly text: string;
}

function annotationOf(request: unknown): AnnotationOptions {
  const { annotation_id: id, entry_id: entry, text, ...rest } = isObject(request) ? request : {};
  const isSayable = typeof id === "string" && typeof text === "string";
  if (
    !isSayable ||
    !(entry === null || typeof entry === "string") ||
    Object.keys(rest).length > 0
  ) {
    throw new Error(`a command line cannot say this annotation: ${JSON.stringify(request)}`);
  }
  return { id, entry, text };
}

function optionsOf(query: Readonly<Record<string, unknown>>): readonly string[] {
  return Object.entries(query).flatMap(([name, value]) =>
    value === true ? [`--${name}`] : [`--${name}`, String(value)],
  );
}
