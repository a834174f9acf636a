/**
 * What was promised so far: each receipt, and whatever an answer showed. A fact, once told, has to
 * be found in every later state.
 */
import type { Accepted, Batch } from "@fold/contracts";
import { Violation } from "./violation.js";
import { type Action, type Answer, idOf, type Reporter, type Seen } from "./workload.js";

export interface Facts {
  /** Every request that was sent, by its id. */
  readonly sent: ReadonlyMap<string, Sent>;
  /** Those that are worth sending again: what a disk to begin with holds is left out. */
  readonly recent: ReadonlySet<string>;
  readonly accepted: ReadonlyMap<string, Accepted>;
  /** Ids of which every call so far said that it wrote nothing. */
  readonly refused: ReadonlySet<string>;
  /** The highest record that anyone was told of. */
  readonly seq: number;
  readonly seen: ReadonlyMap<number, Seen>;
  /** Equal for equal facts. */
  readonly key: string;
}

export type Sent = Extract<Action, { readonly do: "annotate" }> | SentBatch;

interface SentBatch {
  readonly do: "commit";
  readonly batch: Batch;
}

export const NO_FACTS: Facts = {
  sent: new Map(),
  recent: new Set(),
  accepted: new Map(),
  refused: new Set(),
  seq: 0,
  seen: new Map(),
  key: "",
};

function isSent(action: Action): action is Sent {
  return action.do === "commit" || action.do === "annotate";
}

interface Running {
  readonly action: Action;
  /** What was known when the call began: its answer may not be older. */
  readonly floor: number;
  /** The log when it began; null where another call ran as well, or there was none. */
  readonly log: Buffer | null;
}

export interface LedgerOptions {
  /** File calls are made to fail, so answers that say so are right. */
  readonly mayFail?: boolean;
  readonly onChange?: () => void;
  /** The log as it is now; given where calls that fail are to leave it alone. */
  readonly logNow?: () => Buffer | null;
}

export class Ledger implements Reporter {
  facts: Facts;
  readonly #options: LedgerOptions;
  readonly #running = new Map<number, Running>();
  #calls = 0;

  constructor(facts: Facts = NO_FACTS, options: LedgerOptions = {}) {
    this.facts = facts;
    this.#options = options;
  }

  began(action: Action): number {
    this.#calls += 1;
    const log = this.#running.size === 0 ? (this.#options.logNow?.() ?? null) : null;
    this.#running.set(this.#calls, { action, floor: this.facts.seq, log });
    const id = idOf(action);
    if (id !== null && isSent(action)) {
      const refused = new Set(this.facts.refused);
      refused.delete(id);
      const recent = new Set(this.facts.recent).add(id);
      this.#set({ sent: new Map(this.facts.sent).set(id, action), recent, refused });
    }
    return this.#calls;
  }

  answered(call: number, answer: Answer): void {
    const running = this.#running.get(call);
    if (running === undefined) throw new Error("invariant: answered once");
    this.#running.delete(call);
    if (call === this.#calls) this.#checkLog(running, answer);
    switch (answer.kind) {
      case "receipt":
        this.#receipt(running, answer.receipt);
        break;
      case "seen":
        this.#see(running.floor, answer.event_seq, answer.records);
        break;
      case "failure":
        this.#failure(answer.failure.outcome, answer.failure);
        break;
      default:
        answer satisfies never;
    }
    this.#options.onChange?.();
  }

  /** A full disk leaves the log as it was, but for a torn tail that was there before. */
  #checkLog({ log }: Running, answer: Answer): void {
    if (log === null || answer.kind !== "receipt") return;
    const { receipt } = answer;
    if (receipt.outcome !== "unavailable" || receipt.reason !== "no_space") return;
    const now = this.#options.logNow?.() ?? Buffer.alloc(0);
    const isAsBefore = now.equals(log) || now.equals(log.subarray(0, log.lastIndexOf(0x0a) + 1));
    if (!isAsBefore) throw new Violation("unavailable_but_written", receipt);
  }

  #receipt({ action, floor }: Running, receipt: Extract<Answer, { kind: "receipt" }>["receipt"]) {
    const id = idOf(action);
    if (receipt.outcome === "accepted") {
      if (id === null && !receipt.duplicate) return;
      if (!receipt.duplicate && receipt.event_seq <= floor) {
        throw new Violation("went_back", { floor, receipt });
      }
      const before = this.facts.accepted.get(receipt.batch_id);
      const isSame = before === undefined || before.event_seq === receipt.event_seq;
      if (!isSame || (before !== undefined && !receipt.duplicate)) {
        throw new Violation("retry", { before, receipt });
      }
      this.#set({
        accepted: new Map(this.facts.accepted).set(receipt.batch_id, receipt),
        seq: Math.max(this.facts.seq, receipt.event_seq),
      });
      return;
    }
    if (receipt.outcome === "corrupt") this.#failure("corrupt", receipt);
    const wroteNothing = receipt.outcome === "unavailable" || receipt.outcome === "rejected";
    if (id !== null && wroteNothing && !this.facts.accepted.has(id)) {
      this.#set({ refused: new Set(this.facts.refused).add(id) });
    }
    if (receipt.outcome !== "rejected") this.#failure(receipt.outcome, receipt);
  }

  #see(floor: number, seq: number, records: readonly Seen[]): void {
    // A page of one entry ends before the last record.
    if (records.length === 0 && seq < floor) throw new Violation("went_back", { floor, seq });
    const seen = new Map(this.facts.seen);
    for (const record of records) {
      const before = seen.get(record.event_seq);
      if (before !== undefined && before.hash !== record.hash) {
        throw new Violation("lost", { before, record });
      }
      seen.set(record.event_seq, record);
    }
    this.#set({ seen, seq: Math.max(this.facts.seq, seq) });
  }

  #failure(outcome: string, failure: unknown): void {
    if (outcome === "corrupt") throw new Violation("unsound", failure);
    if (this.#options.mayFail === true) return;
    throw new Violation("unexpected", failure);
  }

  #set(change: Partial<Facts>): void {
    const next = { ...this.facts, ...change };
    const key = JSON.stringify([
      [...next.sent.keys()],
      [...next.accepted].map(([id, { event_seq }]) => [id, event_seq]),
      [...next.refused],
      next.seq,
      [...next.seen.keys()],
    ]);
    this.facts = { ...next, key };
  }
}
