/** What makes two requests the same request. */
import type { Command } from "./kernel-port.js";

/**
 * The value whose RFC 8785 canonical JSON is hashed (SHA-256) to identify a request: instants are
 * already UTC, durations are the text written, no default is filled in. `now` and `base_revision`
 * are left out: a retry comes later, and may come from another reading of the state.
 */
export function identityOf(command: Command, actor: string): object {
  if (command.command === "annotate") {
    return { command: "annotate", actor, request: command.request };
  }
  const { base_revision: _base, ...request } = command.request;
  return { command: "commit", actor, request };
}
