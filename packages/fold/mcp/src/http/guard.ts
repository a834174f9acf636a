/** Who may speak to the server at all. It is asked before a byte of the body is read. */
import type { IncomingMessage } from "node:http";
import {
  localhostAllowedHostnames,
  localhostAllowedOrigins,
  validateHostHeader,
  validateOriginHeader,
} from "@modelcontextprotocol/server";
import { tokenMatcher } from "./token-file.js";

export interface Refusal {
  readonly status: number;
  readonly message: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export type Guard = (request: Pick<IncomingMessage, "url" | "headers">) => Refusal | null;

export const PATH = "/mcp";

const BEARER = /^Bearer ([^ ]+)$/i;
const CHALLENGE = { "WWW-Authenticate": 'Bearer realm="fold-mcp"' };

/**
 * A page in a browser can reach this machine under a name of its own (DNS rebinding), so the name in
 * `Host` must be one of this machine, and so must the page's, if there is one. Then the token counts.
 */
export function guardWith(token: string): Guard {
  const isToken = tokenMatcher(token);
  const names = localhostAllowedHostnames();
  const origins = localhostAllowedOrigins();
  return ({ url = "/", headers }) => {
    const host = validateHostHeader(headers.host, names);
    if (!host.ok) return { status: 403, message: host.message };
    const origin = validateOriginHeader(headers.origin, origins);
    if (!origin.ok) return { status: 403, message: origin.message };
    const shown = BEARER.exec(headers.authorization ?? "")?.[1];
    if (shown === undefined) return unauthorized("A bearer token is needed");
    if (!isToken(shown)) return unauthorized("This is not the token of this server");
    const [path] = url.split("?", 1);
    return path === PATH ? null : { status: 404, message: `There is only ${PATH} here` };
  };
}

function unauthorized(message: string): Refusal {
  return { status: 401, message, headers: CHALLENGE };
}

/** A refusal in the form that clients of the protocol read. */
export function bodyOf({ message }: Pick<Refusal, "message">): object {
  return { jsonrpc: "2.0", error: { code: -32000, message }, id: null };
}
