/**
 * Every receipt against the log.
 *
 * 1. An id has one record at most, and one call at most was told that it made it.
 * 2. A receipt is that of the record with its id, number and request.
 * 3. A record was asked for, and not every call with its id was told that it wrote nothing.
 * 4. A repetition has something that it repeats; a conflict is with a request that says otherwise.
 */
import { createHash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import type { Accepted, Conflict, Kernel, LogRecord } from "@fold/contracts";
import { identityOf, parseAnnotationRequest, parseBatch } from "@fold/contracts";
import canonicalize from "canonicalize";
import { type Ask, idOf } from "../history/lines.js";
import type { Finding } from "./findings.js";
import { groupBy } from "./group-by.js";
import type { Call } from "./read-history.js";

export interface Evidence {
  readonly calls: readonly Call[];
  readonly records: readonly LogRecord[];
  readonly kernel: Kernel;
}

export function checkReceipts({ calls, records, kernel }: Evidence): readonly Finding[] {
  const recordsById = groupBy(records, ({ batch_id }) => batch_id);
  const callsById = groupBy(calls, ({ ask }) => idOf(ask));
  callsById.delete(null);
  const findings: Finding[] = [];
  for (const [id, found] of recordsById) {
    const event_seqs = found.map(({ event_seq }) => event_seq);
    if (found.length > 1) findings.push({ code: "applied_twice", batch_id: id, event_seqs });
    findings.push(...checkCause(found, callsById.get(id) ?? []));
  }
  for (const [id, asked] of callsById) {
    const made = asked.filter(({ answer }) => isMaking(answer));
    if (id !== null && made.length > 1) findings.push({ code: "accepted_twice", batch_id: id });
    const saved = recordsById.get(id ?? "") ?? [];
    for (const call of asked) findings.push(...checkCall(call, { asked, saved, kernel }));
  }
  return findings;
}

/** Whether an answer says that its own call made the record. */
function isMaking(answer: Call["answer"]): boolean {
  return answer?.outcome === "accepted" && !answer.duplicate;
}

/** Whether a call may have made a record and nobody was told. */
function isOpen({ answer }: Call): boolean {
  return answer === null || answer.outcome === "unknown" || answer.outcome === "no_answer";
}

function checkCause(found: readonly LogRecord[], asked: readonly Call[]): readonly Finding[] {
  const [first] = found;
  if (first === undefined) return [];
  const { batch_id, event_seq } = first;
  if (asked.length === 0) return [{ code: "record_from_nowhere", batch_id, event_seq }];
  const mayHaveWritten = asked.some((call) => isMaking(call.answer) || isOpen(call));
  return mayHaveWritten ? [] : [{ code: "refused_but_written", batch_id, event_seq }];
}

interface Surroundings {
  readonly asked: readonly Call[];
  readonly saved: readonly LogRecord[];
  readonly kernel: Kernel;
}

function checkCall(call: Call, around: Surroundings): readonly Finding[] {
  switch (call.answer?.outcome) {
    case "accepted":
      return checkAccepted(call, call.answer, around);
    case "conflict":
      return checkConflict(call, call.answer, around);
    default:
      return [];
  }
}

function checkAccepted(
  call: Call,
  receipt: Accepted,
  { asked, saved, kernel }: Surroundings,
): readonly Finding[] {
  const { process, call: number } = call;
  const { event_seq } = receipt;
  const batch_id = idOf(call.ask) ?? "";
  const name = { process, call: number };
  const record = saved.find((one) => one.event_seq === event_seq);
  if (record === undefined) return [{ code: "receipt_lost", batch_id, event_seq, ...name }];
  const findings: Finding[] = [];
  if (!isDeepStrictEqual(lasting(receipt), lasting(kernel.receipt(record)))) {
    findings.push({ code: "receipt_differs", batch_id, event_seq, ...name });
  }
  if (record.digest !== digestOf(call.ask)) {
    findings.push({ code: "digest_differs", batch_id, ...name });
  }
  const isFirst = !asked.some((other) => other !== call && other.from <= call.to);
  if (receipt.duplicate && isFirst) {
    findings.push({ code: "first_called_duplicate", batch_id, ...name });
  }
  return findings;
}

/** What is the same in every receipt of a record. */
function lasting(receipt: Accepted): object {
  const { duplicate: _duplicate, warnings: _warnings, ...rest } = receipt;
  return rest;
}

function checkConflict(
  call: Call,
  conflict: Conflict,
  { saved }: Surroundings,
): readonly Finding[] {
  const { process, call: number, ask } = call;
  const record = saved.find(({ event_seq }) => event_seq === conflict.event_seq);
  const digest = digestOf(ask);
  const isSo =
    record !== undefined &&
    record.digest === conflict.saved_digest &&
    digest === conflict.request_digest &&
    record.digest !== digest;
  const batch_id = idOf(ask) ?? "";
  return isSo ? [] : [{ code: "conflict_without_cause", batch_id, process, call: number }];
}

/** What identifies a request, computed from what was sent. Null for what is no request. */
function digestOf(ask: Ask): string | null {
  if (ask.ask === "view" || ask.ask === "page") return null;
  const command = commandOf(ask);
  const text = command === null ? undefined : canonicalize(identityOf(command, ask.actor));
  return text === undefined ? null : createHash("sha256").update(text).digest("hex");
}

function commandOf(ask: Extract<Ask, { ask: "commit" | "annotate" }>) {
  if (ask.ask === "commit") {
    const parsed = parseBatch(ask.request);
    return parsed.ok ? ({ command: "commit", request: parsed.value } as const) : null;
  }
  const parsed = parseAnnotationRequest(ask.request);
  return parsed.ok ? ({ command: "annotate", request: parsed.value } as const) : null;
}
