/** The store through the command, which is started anew for each call. */
import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { Answer, Ask } from "../history/lines.js";
import type { Door, Reply } from "./door.js";
import { pageReply, viewReply } from "./replies.js";

export function openCommandDoor(dir: string): Door {
  const manifest = createRequire(import.meta.url).resolve("@fold/cli/package.json");
  const program = join(dirname(manifest), "bin", "fold.cjs");
  return {
    async call(ask, now) {
      const { args, input } = commandLine(dir, ask, now);
      return replyFrom(ask, await run([program, ...args], input));
    },
    reopen: async () => undefined,
    close: async () => undefined,
  };
}

function commandLine(dir: string, ask: Ask, now: string) {
  const at = ["--dir", dir, "--now", now];
  switch (ask.ask) {
    case "commit": {
      const args = ["commit", ...at, "--actor", ask.actor, "-"];
      return { args, input: JSON.stringify(ask.request) };
    }
    case "annotate": {
      const { annotation_id, entry_id, text } = ask.request;
      const target = entry_id === null ? ["--whole"] : ["--entry", entry_id];
      const what = [...target, "--id", annotation_id, "--text", text];
      return { args: ["annotate", ...at, "--actor", ask.actor, ...what], input: "" };
    }
    case "view":
      return { args: ["state", ...at], input: "" };
    case "page": {
      const args = ["history", "--dir", dir, "--reverse", "--limit", String(ask.limit)];
      return { args, input: "" };
    }
    default:
      return ask satisfies never;
  }
}

interface Ran {
  readonly stdout: string;
  readonly how: string;
}

async function run(args: readonly string[], input: string): Promise<Ran> {
  const child = spawn(process.execPath, args, { stdio: ["pipe", "pipe", "ignore"] });
  // It may end before it has read all.
  child.stdin.on("error", () => undefined);
  child.stdin.end(input);
  const chunks: Buffer[] = [];
  child.stdout.on("data", (chunk: Buffer) => chunks.push(chunk));
  return await new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code, signal) => {
      const how = signal ?? `exit code ${code}`;
      resolve({ stdout: Buffer.concat(chunks).toString("utf8"), how });
    });
  });
}

function replyFrom(ask: Ask, { stdout, how }: Ran): Reply {
  let printed: unknown;
  try {
    printed = JSON.parse(stdout);
  } catch {
    return { answer: { outcome: "no_answer", detail: how }, picture: null };
  }
  if (typeof printed === "object" && printed !== null && !("outcome" in printed)) {
    // What the command prints has the shapes of the SDK: the cases of `conformance/` see to that.
    if (ask.ask === "view") return viewReply(printed as Parameters<typeof viewReply>[0]);
    if (ask.ask === "page") return pageReply(printed as Parameters<typeof pageReply>[0]);
  }
  return { answer: printed as Answer, picture: null };
}
