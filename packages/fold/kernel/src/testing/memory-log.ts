/**
 * A log in memory around the kernel, for tests: it answers `lookup` by going through its records,
 * which is slow and obviously right. It does not recognise repeated requests; a store does.
 */
import type {
  ChangedSince,
  Command,
  DecideContext,
  Decision,
  FactKey,
  FactNeed,
  Facts,
  LogRecord,
  Query,
  State,
  ViewAnswer,
  ViewQuery,
} from "@fold/contracts";
import { kernel } from "../kernel.js";

const NO_HASH = "0".repeat(64);

export interface MemoryLog {
  readonly records: readonly LogRecord[];
  /** The states before the first record and after each. */
  readonly states: readonly State[];
  state(): State;
  facts(asked: Command | Query): Facts;
  /** Decides, and keeps the record of an accepted request. */
  run(command: Command, context: DecideContext): Decision;
  view(query: ViewQuery): ViewAnswer;
}

export function createMemoryLog(): MemoryLog {
  const records: LogRecord[] = [];
  const states: State[] = [kernel.initial];
  const state = (): State => states.at(-1) ?? kernel.initial;
  const facts = (asked: Command | Query): Facts => gatherFacts(records, state(), asked);
  return {
    records,
    states,
    state,
    facts,
    run(command, context) {
      const decision = kernel.decide(state(), command, facts(command), context);
      if (decision.ok) {
        // The chain is the store's; here it only fills its place.
        records.push({ ...decision.record, digest: NO_HASH, prev: NO_HASH, hash: NO_HASH });
        states.push(decision.state);
      }
      return decision;
    },
    view(query) {
      return kernel.view(state(), facts({ command: "state", request: query }), query);
    },
  };
}

/** Every fact that `lookup` asks for, asked again until it wants no more. */
export function gatherFacts(
  records: readonly LogRecord[],
  state: State,
  asked: Command | Query,
): Facts {
  const found = {
    records: new Map<FactKey, readonly LogRecord[]>(),
    changedSince: new Map<number, ChangedSince>(),
    pendingAfter: new Map<number, readonly LogRecord[]>(),
  };
  for (;;) {
    const needs = kernel.lookup(state, asked, found);
    if (needs.length === 0) return found;
    for (const need of needs) answer(records, need, found);
  }
}

function answer(
  records: readonly LogRecord[],
  need: FactNeed,
  found: {
    readonly records: Map<FactKey, readonly LogRecord[]>;
    readonly changedSince: Map<number, ChangedSince>;
    readonly pendingAfter: Map<number, readonly LogRecord[]>;
  },
): void {
  switch (need.need) {
    case "records":
      found.records.set(need.key, filedUnder(records, need.key));
      return;
    case "changed_since": {
      const later = records.filter((record) => record.revision > need.revision);
      found.changedSince.set(need.revision, {
        ids: [...new Set(later.flatMap((record) => kernel.changedIds(record)))],
      });
      return;
    }
    case "pending_after": {
      const waiting = filedUnder(records, "annotation:").filter(
        (record) =>
          record.event_seq > need.event_seq &&
          filedUnder(records, `acknowledged:${record.batch_id}`).length === 0,
      );
      found.pendingAfter.set(need.event_seq, waiting.slice(0, need.count));
      return;
    }
  }
}

function filedUnder(records: readonly LogRecord[], key: FactKey): readonly LogRecord[] {
  return records.filter((record) => kernel.factKeys(record).includes(key));
}
