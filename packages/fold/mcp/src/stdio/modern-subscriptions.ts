/**
 * Over stdio the SDK keeps the subscriptions that clients of 2026 make, and passes on what a server
 * says about a resource to those who asked for it. Ours is to watch the store while there is one.
 */
import type { McpServer } from "@modelcontextprotocol/server";
import { BRIEF_URIS } from "../brief/brief-resource.js";
import type { Watching } from "../store/watching.js";
import { fieldsOf } from "./patient-input.js";

export interface ModernSubscriptions {
  /** The server whose words reach the client. */
  readonly speakThrough: (server: McpServer) => void;
  /** Looks at a message; resolves when it may be answered. */
  readonly received: (message: object) => Promise<unknown> | undefined;
  readonly close: () => void;
}

export function modernSubscriptions(watching: Watching): ModernSubscriptions {
  const open = new Set<unknown>();
  let speaker: McpServer | null = null;
  let stop: Promise<() => void> | null = null;

  const tell = (): void => {
    for (const uri of BRIEF_URIS) {
      void speaker?.server.sendResourceUpdated({ uri }).catch(() => undefined);
    }
  };
  const end = (): void => {
    void stop?.then((stopNow) => stopNow());
    stop = null;
  };

  return {
    speakThrough(server) {
      speaker = server;
    },
    received(message) {
      const { id, method, params } = fieldsOf(message);
      if (method === "notifications/cancelled") {
        open.delete(fieldsOf(params)["requestId"]);
        if (open.size === 0) end();
        return undefined;
      }
      if (method !== "subscriptions/listen" || !asksForResources(params)) return undefined;
      open.add(id);
      stop ??= watching.listen(tell);
      return stop;
    },
    close() {
      open.clear();
      end();
    },
  };
}

function asksForResources(params: unknown): boolean {
  const uris = fieldsOf(fieldsOf(params)["notifications"])["resourceSubscriptions"];
  return Array.isArray(uris) && uris.length > 0;
}
