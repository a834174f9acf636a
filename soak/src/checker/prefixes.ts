/**
 * The states after each record, made anew by the kernel: no layer holds more than its budget in any
 * of them, and each read is the one that it names.
 */
import type { Facts, Kernel, LogRecord, State } from "@fold/contracts";
import { LIMITS, parseInstant, shareOf } from "@fold/contracts";
import type { Answer } from "../history/lines.js";
import { viewHash } from "../history/view-hash.js";
import type { Finding } from "./findings.js";
import { groupBy } from "./group-by.js";
import type { Call } from "./read-history.js";

/** The view of the root needs no facts beyond the state. */
const NO_FACTS: Facts = { records: new Map(), changedSince: new Map(), pendingAfter: new Map() };

type Seen = Extract<Answer, { outcome: "view" | "page" }>;

interface Read {
  readonly call: Call;
  readonly seen: Seen;
}

export interface Prefixes {
  readonly calls: readonly Call[];
  /** Those that follow each other as they should. */
  readonly records: readonly LogRecord[];
  readonly kernel: Kernel;
}

export function checkPrefixes({ calls, records, kernel }: Prefixes): readonly Finding[] {
  const reads = groupBy(calls.flatMap(readOf), ({ seen }) => seen.event_seq);
  const findings: Finding[] = [];
  let state = kernel.initial;
  for (let seq = 0; seq <= records.length; seq += 1) {
    const record = records[seq - 1];
    if (record !== undefined) {
      state = kernel.apply(state, record);
      if (record.type === "commit") findings.push(...checkBudgets(state));
    }
    for (const read of reads.get(seq) ?? []) {
      const differs = difference(read, { state, records, kernel });
      if (differs !== null) findings.push(unlike(read, differs));
    }
    reads.delete(seq);
  }
  const beyond = [...reads.values()].flat();
  return [...findings, ...beyond.map((read) => unlike(read, "no such record"))];
}

function readOf(call: Call): readonly Read[] {
  const { answer } = call;
  return answer?.outcome === "view" || answer?.outcome === "page" ? [{ call, seen: answer }] : [];
}

function unlike({ call, seen }: Read, differs: string): Finding {
  const { process, call: number } = call;
  const { event_seq } = seen;
  return { code: "read_equals_no_prefix", process, call: number, event_seq, differs };
}

interface Moment {
  readonly state: State;
  readonly records: readonly LogRecord[];
  readonly kernel: Kernel;
}

/** What of a read is not so; null when all is. */
function difference({ call, seen }: Read, { state, records, kernel }: Moment): string | null {
  const { event_seq } = state;
  if (seen.outcome === "page") {
    const from = Math.max(0, event_seq - (call.ask.ask === "page" ? call.ask.limit : 0));
    const hashes = records.slice(from, event_seq).map(({ hash }) => hash);
    return hashes.toReversed().join() === seen.hashes.join() ? null : "the records";
  }
  if (seen.revision !== state.revision) return `revision ${seen.revision}, not ${state.revision}`;
  const now = parseInstant(call.now);
  const shown = now === null ? null : kernel.view(state, NO_FACTS, { now });
  if (shown?.ok !== true || shown.view.schema !== "fold.state/1") return "there is no such view";
  return viewHash(shown.view) === seen.sha256 ? null : "the view";
}

function checkBudgets({ event_seq, entries, root_budget }: State): readonly Finding[] {
  const used = new Map<string | null, number>();
  for (const { parent, tier } of entries.values()) {
    used.set(parent, (used.get(parent) ?? 0) + shareOf(tier));
  }
  return [...used].flatMap(([layer, units]): readonly Finding[] => {
    const child = layer === null ? root_budget : entries.get(layer)?.child_budget;
    const budget = child ?? LIMITS.budgetDefault;
    return units <= budget ? [] : [{ code: "over_budget", event_seq, layer, budget, used: units }];
  });
}
