/** Requests as they come in: bytes, then text, then JSON. What is wrong is a refusal with its place. */
import { Buffer, isUtf8 } from "node:buffer";
import { resolve } from "node:path";
import type { Rejected } from "@fold/contracts";
import { violation } from "@fold/contracts/values";
import type { Io } from "./io.js";
import { misused, type Parsed, parsed } from "./parsed.js";

/** Far more than any record may hold, far less than a string can. */
const INPUT_BYTES_MAX = 256 * 1024 * 1024;
const BYTE_ORDER_MARK = "\ufeff";

export type Read<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly answer: Rejected };

/** The bytes of a file, or of standard input for `-`. */
export async function readSource(name: string, io: Io): Promise<Parsed<Uint8Array>> {
  const read = name === "-" ? await io.stdin.read() : await io.readFile(resolve(io.cwd, name));
  if (read.ok) return parsed(read.bytes);
  return misused(`Cannot read ${name === "-" ? "standard input" : name}: ${read.reason}.`);
}

/** Text from UTF-8, less one byte order mark. Anything else is refused, never replaced. */
export function decodeText(bytes: Uint8Array): Read<string> {
  if (bytes.length > INPUT_BYTES_MAX) {
    return refused({ rule: "too_large", value: bytes.length, limit: INPUT_BYTES_MAX });
  }
  // A strict `TextDecoder` does the same, and takes longer to make than all requests to decode.
  if (!isUtf8(bytes)) return refused({ rule: "not_utf8" });
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("utf8");
  return { ok: true, value: text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text };
}

/** JSON from text; a fault is named with its line and column. */
export async function decodeJson(bytes: Uint8Array): Promise<Read<unknown>> {
  const text = decodeText(bytes);
  if (!text.ok) return text;
  try {
    const value: unknown = JSON.parse(text.value);
    if (membersIn(value) === namesIn(text.value)) return { ok: true, value };
    const { repeatedMember } = await import("./repeated-member.js");
    return refused({ rule: "repeated_member", expected: repeatedMember(text.value) });
  } catch {
    const { jsonFault } = await import("./json-fault.js");
    const { line, column, reason } = jsonFault(text.value);
    return refused({ rule: "not_json", expected: `line ${line}, column ${column}: ${reason}` });
  }
}

/**
 * Every text in quotes, with the colon behind it that makes it the name of a member. Each is matched
 * whole, names or not, so that the search never begins inside one.
 */
const QUOTED = /"(?:[^"\\]|\\.)*"([ \t\n\r]*:)?/g;

/** `JSON.parse` keeps the last of two members of one name, and what the other said would be lost. */
function namesIn(text: string): number {
  let count = 0;
  for (const [, colon] of text.matchAll(QUOTED)) if (colon !== undefined) count += 1;
  return count;
}

/** Without recursion: what is nested too deep is for the schema to refuse, not for the stack. */
function membersIn(value: unknown): number {
  let count = 0;
  const rest: unknown[] = [value];
  while (rest.length > 0) {
    const next = rest.pop();
    if (typeof next !== "object" || next === null) continue;
    const items: readonly unknown[] = Object.values(next);
    if (!Array.isArray(next)) count += items.length;
    for (const item of items) rest.push(item);
  }
  return count;
}

function refused(facts: {
  readonly rule: string;
  readonly expected?: string;
  readonly value?: number;
  readonly limit?: number;
}): { readonly ok: false; readonly answer: Rejected } {
  const fault = violation({ code: "invalid_input", path: "", ...facts });
  return {
    ok: false,
    answer: {
      outcome: "rejected",
      batch_id: null,
      event_seq: null,
      revision: null,
      violations: [fault],
    },
  };
}
