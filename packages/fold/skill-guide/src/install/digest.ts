/** What tells a text from a changed one. Line ends do not count: version control may have turned them. */
import { createHash } from "node:crypto";

export function digestOf(bytes: Uint8Array): string {
  const text = Buffer.from(bytes).toString("latin1").replaceAll("\r\n", "\n");
  return createHash("sha256").update(text, "latin1").digest("hex");
}
