/** What identifies a request: SHA-256 over its RFC 8785 canonical JSON. */
import { hash } from "node:crypto";
import type { Command } from "@fold/contracts";
import { identityOf } from "@fold/contracts/values";
import canonicalize from "canonicalize";

export function digestOf(command: Command, actor: string): string {
  const text = canonicalize(identityOf(command, actor));
  if (text === undefined) throw new Error("invariant: a request is an object");
  return hash("sha256", text, "hex");
}
