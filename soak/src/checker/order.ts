/**
 * Real time. Whatever a call knew when it ended comes before whatever was asked for afterwards: a
 * record gets its place behind it, and a read shows it.
 */
import type { LogRecord } from "@fold/contracts";
import { idOf } from "../history/lines.js";
import type { Finding, Knew } from "./findings.js";
import type { Call } from "./read-history.js";

/** From `at` on it is known that the log reaches to `event_seq`. */
interface Known extends Knew {
  readonly at: number;
  readonly isRead: boolean;
}

interface Claim {
  /** Nothing was asked for before. */
  readonly at: number;
  readonly event_seq: number;
  readonly by: { readonly batch_id: string } | Call;
}

export function checkOrder(
  calls: readonly Call[],
  records: readonly LogRecord[],
): readonly Finding[] {
  const known = calls.flatMap(knownFrom).sort((a, b) => a.at - b.at);
  const claims = [...claimsOfRecords(calls, records), ...calls.flatMap(claimOfRead)].sort(
    (a, b) => a.at - b.at,
  );
  const findings: Finding[] = [];
  let best: Known | null = null;
  const seen = new Map<string, Known>();
  let at = 0;
  for (const claim of claims) {
    for (let next = known[at]; next !== undefined && next.at < claim.at; next = known[at]) {
      if (best === null || next.event_seq > best.event_seq) best = next;
      const before = seen.get(next.process);
      if (next.isRead && next.event_seq > (before?.event_seq ?? -1)) seen.set(next.process, next);
      at += 1;
    }
    if (best !== null) findings.push(...judge(claim, best, seen));
  }
  return findings;
}

function judge(
  { event_seq, by }: Claim,
  best: Known,
  seen: ReadonlyMap<string, Known>,
): readonly Finding[] {
  if ("batch_id" in by) {
    const { batch_id } = by;
    if (event_seq > best.event_seq) return [];
    return [{ code: "order_broken", known: nameOf(best), event_seq, batch_id }];
  }
  const read = { process: by.process, call: by.call, event_seq };
  const before = seen.get(by.process);
  if (before !== undefined && event_seq < before.event_seq) {
    return [{ code: "read_went_back", known: nameOf(before), read }];
  }
  if (event_seq >= best.event_seq) return [];
  return [{ code: "read_missed_record", known: nameOf(best), read }];
}

function nameOf({ process, call, event_seq }: Known): Knew {
  return { process, call, event_seq };
}

/** How far the log reached as an answer tells, with the state that a refusal was judged against. */
function seenBy({ answer }: Call): { readonly event_seq: number; readonly isRead: boolean } | null {
  switch (answer?.outcome) {
    case "accepted":
      return { event_seq: answer.event_seq, isRead: false };
    case "rejected":
      return answer.event_seq === null ? null : { event_seq: answer.event_seq, isRead: true };
    case "view":
    case "page":
      return { event_seq: answer.event_seq, isRead: true };
    default:
      return null;
  }
}

function knownFrom(call: Call): readonly Known[] {
  const seen = seenBy(call);
  if (seen === null) return [];
  return [{ process: call.process, call: call.call, at: call.to, ...seen }];
}

function claimOfRead(call: Call): readonly Claim[] {
  const seen = seenBy(call);
  return seen?.isRead === true ? [{ at: call.from, event_seq: seen.event_seq, by: call }] : [];
}

/** A record was made by the call that says so, else by one of those that asked for it. */
function claimsOfRecords(calls: readonly Call[], records: readonly LogRecord[]): readonly Claim[] {
  const earliest = new Map<string, number>();
  const making = new Map<string, number>();
  for (const { ask, answer, from } of calls) {
    const id = idOf(ask);
    if (id === null) continue;
    earliest.set(id, Math.min(earliest.get(id) ?? Infinity, from));
    if (answer?.outcome !== "accepted" || answer.duplicate) continue;
    making.set(`${answer.event_seq} ${id}`, from);
  }
  return records.flatMap(({ batch_id, event_seq }) => {
    const at = making.get(`${event_seq} ${batch_id}`) ?? earliest.get(batch_id);
    return at === undefined ? [] : [{ at, event_seq, by: { batch_id } }];
  });
}
