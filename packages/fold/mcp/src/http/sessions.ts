/**
 * Clients of 2025 speak in sessions: each has a server of its own, which remembers what it subscribed
 * to, until the client ends the session or too many others came after it.
 */
import { randomUUID } from "node:crypto";
import {
  type McpServer,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import { bodyOf } from "./guard.js";

export interface Sessions {
  readonly serve: (request: Request) => Promise<Response>;
  readonly count: () => number;
  readonly close: () => Promise<void>;
}

export interface SessionOptions {
  readonly makeServer: () => McpServer;
  readonly bodyBytesMax: number;
  readonly report: (line: string) => void;
}

/** A client that goes without a word leaves its session behind; the one longest unused gives way. */
export const SESSIONS_MAX = 64;

type Session = WebStandardStreamableHTTPServerTransport;

export function sessionsOf({ makeServer, bodyBytesMax, report }: SessionOptions): Sessions {
  /** In the order of use: the first has been unused for longest. */
  const sessions = new Map<string, Session>();

  const keep = (id: string, session: Session): void => {
    sessions.delete(id);
    sessions.set(id, session);
    const [oldest] = sessions;
    if (sessions.size > SESSIONS_MAX && oldest !== undefined) {
      sessions.delete(oldest[0]);
      void oldest[1].close();
    }
  };

  const begin = async (request: Request): Promise<Response> => {
    const session: Session = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => randomUUID(),
      onsessioninitialized: (id) => keep(id, session),
      maxRequestBodySize: bodyBytesMax,
    });
    const server = makeServer();
    await server.connect(session);
    const { onclose } = session;
    session.onclose = () => {
      onclose?.();
      if (session.sessionId !== undefined) sessions.delete(session.sessionId);
    };
    session.onerror = ({ message }) => report(message);
    const response = await session.handleRequest(request);
    // What was no `initialize` has been answered so, and began nothing.
    if (session.sessionId === undefined) await session.close();
    return response;
  };

  return {
    async serve(request) {
      const id = request.headers.get("mcp-session-id");
      if (id === null) return begin(request);
      const session = sessions.get(id);
      if (session === undefined) {
        const message = "There is no such session: initialize anew";
        return Response.json(bodyOf({ message }), { status: 404 });
      }
      keep(id, session);
      return session.handleRequest(request);
    },
    count: () => sessions.size,
    async close() {
      await Promise.all([...sessions.values()].map((session) => session.close()));
    },
  };
}
