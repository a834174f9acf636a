/** Streamable HTTP for the clients of this machine. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { LIMITS } from "@fold/contracts/values";
import { toNodeHandler } from "@modelcontextprotocol/node";
import {
  createMcpHandler,
  InMemoryServerEventBus,
  isLegacyRequest,
  type McpServer,
  type ServerEventBus,
} from "@modelcontextprotocol/server";
import { BRIEF_URIS } from "../brief/brief-resource.js";
import type { Serving } from "../stdio/serve-stdio.js";
import type { Watching } from "../store/watching.js";
import { bodyOf, guardWith, PATH, type Refusal } from "./guard.js";
import { sessionsOf } from "./sessions.js";

export interface HttpOptions {
  readonly makeServer: () => McpServer;
  readonly watching: Watching;
  readonly token: string;
  /** 0 takes any that is free. */
  readonly port: number;
  readonly report: (line: string) => void;
}

export interface HttpServing extends Serving {
  readonly url: string;
}

/** Never another: what is meant for other machines needs encryption and more than one token. */
const ADDRESS = "127.0.0.1";

/** More than a record may hold, its escapes included. */
const BODY_BYTES_MAX = 2 * LIMITS.recordBytes;

/** Rejects if the port cannot be had. */
export async function serveOverHttp(options: HttpOptions): Promise<HttpServing> {
  const { makeServer, watching, token, port, report } = options;
  const onerror = ({ message }: Error): void => report(message);
  const limits = { maxRequestBodySize: BODY_BYTES_MAX };
  const bus = watchedBus(watching);
  const modern = createMcpHandler(makeServer, { legacy: "reject", bus, onerror, ...limits });
  const sessions = sessionsOf({ makeServer, bodyBytesMax: BODY_BYTES_MAX, report });
  const guard = guardWith(token);

  const serve = async (request: Request): Promise<Response> => {
    if (await isLegacyRequest(request, undefined, limits)) return sessions.serve(request);
    if (request.headers.get("mcp-method") !== "subscriptions/listen") return modern.fetch(request);
    // The store is watched before the subscription is confirmed, so that no change falls between.
    const stop = await watching.listen(() => undefined);
    return modern.fetch(request).finally(stop);
  };
  const answer = toNodeHandler({ fetch: serve }, { onerror, ...limits });

  const server = createServer((incoming, outgoing) => {
    const refusal = guard(incoming);
    if (refusal !== null) return refuse(refusal, incoming, outgoing);
    const { method = "GET", url = PATH } = incoming;
    // A client that leaves amid its answer is nobody's fault, and ends no server.
    answer(Object.assign(incoming, { method, url }), outgoing).catch(onerror);
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, ADDRESS, resolve);
  });
  const { port: taken } = server.address() as AddressInfo;
  const ended = new Promise<boolean>((resolve) => server.once("close", () => resolve(true)));
  return {
    url: `http://${ADDRESS}:${taken}${PATH}`,
    ended,
    async close() {
      server.close();
      await Promise.all([sessions.close(), modern.close()]);
      server.closeAllConnections();
      await ended;
    },
  };
}

/** The body of a stranger is not waited for. */
function refuse(
  refusal: Refusal,
  incoming: IncomingMessage,
  outgoing: ServerResponse<IncomingMessage>,
): void {
  const { status, headers = {} } = refusal;
  outgoing.writeHead(status, {
    "Content-Type": "application/json",
    Connection: "close",
    ...headers,
  });
  outgoing.end(JSON.stringify(bodyOf(refusal)), () => incoming.destroy());
}

/** Events for the subscriptions of 2026; the store is watched while there are any. */
function watchedBus(watching: Watching): ServerEventBus {
  const bus = new InMemoryServerEventBus();
  const publish = (): void => {
    for (const uri of BRIEF_URIS) bus.publish({ kind: "resource_updated", uri });
  };
  let stop: Promise<() => void> | null = null;
  return {
    publish: (event) => bus.publish(event),
    subscribe(listener) {
      const leave = bus.subscribe(listener);
      stop ??= watching.listen(publish);
      return () => {
        leave();
        if (bus.listenerCount > 0) return;
        void stop?.then((end) => end());
        stop = null;
      };
    },
  };
}
