/** The built server as a process. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { execa } from "execa";

export const BIN = fileURLToPath(new URL("../bin/fold-mcp.cjs", import.meta.url));

if (!existsSync(fileURLToPath(new URL("../dist/main.cjs", import.meta.url)))) {
  throw new Error("These tests run the built server, and there is no build: npm run build");
}

/** Runs it on lines of input, to the end of them. */
export async function mcp(args: readonly string[], input = "") {
  const env = { FOLD_DIR: "" };
  const ran = await execa(process.execPath, [BIN, ...args], {
    input,
    env,
    reject: false,
    stripFinalNewline: false,
  });
  return { exitCode: ran.exitCode, stdout: ran.stdout, stderr: ran.stderr };
}

/** Starts it with pipes. */
export function startMcp(args: readonly string[]): ChildProcess & { readonly err: () => string } {
  const env = { ...process.env, FOLD_DIR: "" };
  const child = spawn(process.execPath, [BIN, ...args], { stdio: ["pipe", "pipe", "pipe"], env });
  let err = "";
  child.stderr.on("data", (chunk) => {
    err += String(chunk);
  });
  return Object.assign(child, { err: () => err });
}

export async function exitOf(child: ChildProcess) {
  if (child.exitCode !== null) return { code: child.exitCode, signal: child.signalCode };
  const [code, signal] = await once(child, "exit");
  return { code, signal };
}

/** Over HTTP, with the address that it tells. */
export async function startHttp(args: readonly string[]) {
  const child = startMcp([...args, "--http", "0"]);
  if (child.stderr === null) throw new Error("invariant: standard error is a pipe");
  const [line] = await once(createInterface({ input: child.stderr }), "line");
  const [url] = /http:\S+\/mcp/.exec(String(line)) ?? [];
  if (url === undefined) throw new Error(`fold-mcp did not start: ${line}`);
  return { child, url };
}

let lastId = 0;

export const request = (method: string, params: object = {}): string => {
  lastId += 1;
  return `${JSON.stringify({ jsonrpc: "2.0", id: lastId, method, params })}\n`;
};

export const INITIALIZE = request("initialize", {
  protocolVersion: "2025-11-25",
  capabilities: {},
  clientInfo: { name: "test", version: "1.0.0" },
});

export const callRequest = (name: string, args: object): string =>
  request("tools/call", { name, arguments: args });
