/** One client over standard input and output, until the input ends or the process is told to. */
import type { Readable, Writable } from "node:stream";
import { LIMITS } from "@fold/contracts/values";
import type { McpServer } from "@modelcontextprotocol/server";
import { StdioServerTransport, serveStdio } from "@modelcontextprotocol/server/stdio";
import type { Watching } from "../store/watching.js";
import { modernSubscriptions } from "./modern-subscriptions.js";
import { patientInput } from "./patient-input.js";
import { tapped } from "./tapped-transport.js";

export interface StdioOptions {
  readonly makeServer: () => McpServer;
  readonly watching: Watching;
  readonly stdin: Readable;
  readonly stdout: Writable;
  readonly report: (line: string) => void;
}

export interface Serving {
  /** Resolves when nobody is served any longer; false if that was not wanted. */
  readonly ended: Promise<boolean>;
  readonly close: () => Promise<void>;
}

/** More than a record may hold, its escapes included. The connection ends at a longer message. */
const MESSAGE_BYTES_MAX = 2 * LIMITS.recordBytes;

export function serveOverStdio(options: StdioOptions): Serving {
  const { makeServer, watching, stdin, stdout, report } = options;
  const { input, received, sent } = patientInput();
  const subscriptions = modernSubscriptions(watching);
  const wire = new StdioServerTransport(input, stdout, { maxBufferSize: MESSAGE_BYTES_MAX });
  let isAsked = false;
  let end: (isWanted: boolean) => void = () => undefined;
  const ended = new Promise<boolean>((resolve) => {
    end = resolve;
  });
  const transport = tapped(wire, {
    received: (message) => {
      received(message);
      return subscriptions.received(message);
    },
    sent,
    closed: () => {
      subscriptions.close();
      // The transport ends by itself at a message too long, and when nobody reads its answers.
      end(isAsked || input.writableFinished || stdin.readableEnded);
    },
  });
  const makeServerOf = ({ era }: { readonly era: "legacy" | "modern" }): McpServer => {
    const server = makeServer();
    if (era === "modern") subscriptions.speakThrough(server);
    return server;
  };
  const handle = serveStdio(makeServerOf, { transport, onerror: ({ message }) => report(message) });
  stdin.pipe(input);
  return {
    ended,
    close: () => {
      isAsked = true;
      return handle.close();
    },
  };
}
