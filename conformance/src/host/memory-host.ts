/**
 * The smallest host that a kernel can have: records in a list, no disk, no lock. It does what the
 * contract leaves to a store: telling a repetition from a conflict before anything is judged.
 */
import {
  type Accepted,
  type Answer,
  type Command,
  type EntryAnswer,
  type HistoryPage,
  type HistoryQuery,
  type Instant,
  identityOf,
  type Kernel,
  LIMITS,
  type LogRecord,
  type Receipt,
  type State,
  type StateDiff,
  type StateView,
  type ViewQuery,
} from "@fold/contracts";
import { canonicalJson } from "./canonical-json.js";
import { gatherFacts } from "./facts.js";
import { RecordLog, sha256 } from "./record-log.js";

export interface Asking {
  readonly actor: string;
  readonly now: Instant;
  readonly check?: boolean;
}

export class MemoryHost {
  readonly #kernel: Kernel;
  readonly #log = new RecordLog();
  #state: State;

  constructor(kernel: Kernel) {
    this.#kernel = kernel;
    this.#state = kernel.initial;
  }

  log(): Buffer {
    return this.#log.bytes();
  }

  write(command: Command, { actor, now, check = false }: Asking): Receipt {
    const digest = sha256(canonicalJson(identityOf(command, actor)));
    const id = idOf(command);
    const saved = this.#log.records.find((record) => record.batch_id === id);
    if (saved !== undefined) return this.#repeated(saved, digest);
    const state = this.#state;
    const facts = gatherFacts(this.#kernel, this.#log.records, (known) =>
      this.#kernel.lookup(state, command, known),
    );
    const decision = this.#kernel.decide(state, command, facts, { actor, now });
    if (!decision.ok) {
      const { event_seq, revision } = state;
      const { violations } = decision;
      return {
        outcome: "rejected",
        batch_id: id,
        event_seq,
        revision,
        violations: [...violations],
      };
    }
    if (check) return { ...this.#kernel.receipt(decision.record), check: true };
    const record = this.#log.append(decision.record, digest);
    this.#state = decision.state;
    return this.#kernel.receipt(record);
  }

  #repeated(saved: LogRecord, digest: string): Receipt {
    if (saved.digest === digest) {
      const receipt: Accepted = this.#kernel.receipt(saved);
      return { ...receipt, duplicate: true };
    }
    const { batch_id, event_seq, at, actor } = saved;
    return {
      outcome: "conflict",
      batch_id,
      message: `${batch_id} is taken`,
      event_seq,
      at,
      actor,
      saved_digest: saved.digest,
      request_digest: digest,
    };
  }

  view(query: ViewQuery): StateView | EntryAnswer | Answer {
    const state = this.#state;
    const facts = gatherFacts(this.#kernel, this.#log.records, (known) =>
      this.#kernel.lookup(state, { command: "state", request: query }, known),
    );
    const answer = this.#kernel.view(state, facts, query);
    return answer.ok ? answer.view : notFound(answer.id);
  }

  diff(since: number, now: Instant): StateDiff | Answer {
    if (since > this.#state.event_seq) return notFound(String(since));
    const { records } = this.#log;
    const base = records
      .slice(0, since)
      .reduce((state, record) => this.#kernel.apply(state, record), this.#kernel.initial);
    const between = this.#kernel.between(records.slice(since));
    return { ...this.#kernel.diff(base, this.#state, between), now };
  }

  history(query: HistoryQuery): HistoryPage | Answer {
    const { since, limit = LIMITS.historyDefault, reverse = false } = query;
    const asked = query.batch ?? query.entry;
    const found = this.#log.records.filter((record) => this.#concerns(record, query));
    if (found.length === 0 && asked !== undefined) return notFound(asked);
    const wanted = (reverse ? found.reverse() : found).filter(
      ({ event_seq }) => since === undefined || (reverse ? event_seq < since : event_seq > since),
    );
    const records = wanted.slice(0, limit);
    return { records, next: wanted.length > limit ? (records.at(-1)?.event_seq ?? null) : null };
  }

  #concerns(record: LogRecord, { batch, entry, lineage = false }: HistoryQuery): boolean {
    if (batch !== undefined && record.batch_id !== batch) return false;
    if (entry === undefined) return true;
    const ids = lineage ? this.#lineageOf(entry) : [entry];
    const keys = this.#kernel.factKeys(record);
    return ids.some((id) => keys.includes(`touched:${id}`));
  }

  #lineageOf(id: string): readonly string[] {
    const facts = gatherFacts(this.#kernel, this.#log.records, (known) =>
      this.#kernel.lookup(this.#state, { command: "history", request: { lineage: id } }, known),
    );
    return this.#kernel.lineage(id, facts);
  }
}

function idOf(command: Command): string {
  return command.command === "commit" ? command.request.batch_id : command.request.annotation_id;
}

function notFound(id: string): Answer {
  return { outcome: "not_found", message: `${id} was never used here`, id };
}
