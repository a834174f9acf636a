/** Requests as they come in: bytes, then text, then JSON. What is wrong is a refusal with its place. */
import { resolve } from "node:path";
import type { Rejected } from "@fold/contracts";
import { violation } from "@fold/contracts/values";
import type { Io } from "./io.js";
import { misused, type Parsed, parsed } from "./parsed.js";

/** Far more than any record may hold, far less than a string can. */
const INPUT_BYTES_MAX = 256 * 1024 * 1024;

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
  try {
    return { ok: true, value: new TextDecoder("utf-8", { fatal: true }).decode(bytes) };
  } catch {
    return refused({ rule: "not_utf8" });
  }
}

/** JSON from text; a fault is named with its line and column. */
export async function decodeJson(bytes: Uint8Array): Promise<Read<unknown>> {
  const text = decodeText(bytes);
  if (!text.ok) return text;
  try {
    return { ok: true, value: JSON.parse(text.value) };
  } catch {
    const { jsonFault } = await import("./json-fault.js");
    const { line, column, reason } = jsonFault(text.value);
    return refused({ rule: "not_json", expected: `line ${line}, column ${column}: ${reason}` });
  }
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
