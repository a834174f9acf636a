/** What two readings of the same state at the same instant have in common. */
import { createHash } from "node:crypto";
import type { StateView } from "@fold/contracts";

/** Over the view as JSON, without what is said about the reading itself. */
export function viewHash(view: StateView): string {
  const { read_only: _readOnly, warnings: _warnings, ...state } = view;
  return createHash("sha256").update(JSON.stringify(state)).digest("hex");
}
