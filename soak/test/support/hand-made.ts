/**
 * Histories made by hand: what happened in the store, what each process wrote down about it, and
 * when. One after the other unless a time is given. The pieces are kept apart, so that a test can
 * make one of them lie.
 */
import { createHash } from "node:crypto";
import {
  type Accepted,
  type BatchInput,
  type Command,
  identityOf,
  type Kernel,
  type LogRecord,
  parseAnnotationRequest,
  parseBatch,
  parseInstant,
  type State,
  type Tier,
  type Unavailable,
} from "@fold/contracts";
import { kernel } from "@fold/kernel";
import canonicalize from "canonicalize";
import { type Checked, check } from "../../src/checker/check.js";
import type { Disturbance } from "../../src/history/disturbances.js";
import type { Answer, Ask, Line, Role } from "../../src/history/lines.js";
import { viewHash } from "../../src/history/view-hash.js";

export const NOW = "2026-11-30T09:00:00.000Z";
const NO_FACTS = { records: new Map(), changedSince: new Map(), pendingAfter: new Map() };

export type Writing = Extract<Ask, { ask: "commit" | "annotate" }>;

export function declare(id: string, more: Partial<BatchInput> = {}, tier: Tier = "M"): Writing {
  const entry = { op: "declare", id, title: `Title of ${id}`, tier, kind: "info" } as const;
  const request = { batch_id: `batch-${id}`, declarations: [entry], ...more };
  return { ask: "commit", actor: "agent", request };
}

export function annotate(id: string): Writing {
  const request = { annotation_id: id, entry_id: null, text: "well" };
  return { ask: "annotate", actor: "person", request };
}

export class HandMade {
  readonly log: string[] = [];
  readonly records: LogRecord[] = [];
  readonly disturbances: Disturbance[] = [];
  readonly journals = new Map<string, string[]>();
  /** What stands behind the last line of a journal, without a line feed. */
  readonly unfinished = new Map<string, string>();
  state: State = kernel.initial;
  #at = 0;
  #calls = 0;

  /** A moment later than all before. */
  next(): number {
    this.#at += 1000;
    return this.#at;
  }

  start(process: string, role: Role = "plain", lockTimeoutMs = 10_000): void {
    this.#note(process, { line: "start", at: this.next(), role, lockTimeoutMs });
  }

  call(process: string, ask: Ask, at = this.next()): number {
    this.#calls += 1;
    this.#note(process, { line: "call", at, call: this.#calls, now: NOW, ask });
    return this.#calls;
  }

  answer(process: string, call: number, answer: Answer, at = this.next()): void {
    this.#note(process, { line: "answer", at, call, answer });
  }

  pause(process: string, line: "enter" | "leave", at = this.next()): void {
    this.#note(process, { line, at });
  }

  /** A call that is answered at once. */
  asked(process: string, ask: Ask, answer: Answer): void {
    this.answer(process, this.call(process, ask), answer);
  }

  /** A request that is accepted at once. */
  saved(process: string, ask: Writing): Accepted {
    const call = this.call(process, ask);
    const receipt = this.append(ask);
    this.answer(process, call, receipt);
    return receipt;
  }

  /** A read that is answered at once. */
  viewed(process: string): void {
    this.asked(process, { ask: "view" }, this.view());
  }

  /** Puts a record behind the last; it is judged against another state if one is given. */
  append(ask: Writing, judgedBy: State = this.state): Accepted {
    const command = commandOf(ask);
    const now = parseInstant(NOW);
    if (now === null) throw new Error("NOW is no instant");
    const decision = kernel.decide(judgedBy, command, NO_KNOWLEDGE, { actor: ask.actor, now });
    if (!decision.ok) throw new Error(JSON.stringify(decision.violations));
    const { event_seq, revision } = this.state;
    const raised = decision.record.revision - judgedBy.revision;
    const record = { ...decision.record, event_seq: event_seq + 1, revision: revision + raised };
    const line = lineOf(record, digestOf(command, ask.actor), this.records.at(-1)?.hash);
    const saved = JSON.parse(line) as LogRecord;
    this.log.push(line);
    this.records.push(saved);
    this.state = kernel.apply(this.state, saved);
    return kernel.receipt(saved);
  }

  /** What a view of the state shows. */
  view(state: State = this.state): Extract<Answer, { outcome: "view" }> {
    const now = parseInstant(NOW);
    const shown = now === null ? null : kernel.view(state, NO_FACTS, { now });
    if (shown?.ok !== true || shown.view.schema !== "fold.state/1") throw new Error("no view");
    const { event_seq, revision } = shown.view;
    const sha256 = viewHash(shown.view);
    return { outcome: "view", event_seq, revision, sha256, isReadOnly: false };
  }

  check(log = this.log.map((line) => `${line}\n`).join("")): Checked {
    const journals = [...this.journals].map(([process, lines]) => ({
      process,
      text: lines.map((line) => `${line}\n`).join("") + (this.unfinished.get(process) ?? ""),
    }));
    const { disturbances } = this;
    return check({ kernel, journals, disturbances, log: Buffer.from(log) });
  }

  /** The codes of all findings. */
  codes(log?: string): readonly string[] {
    return this.check(log).findings.map(({ code }) => code);
  }

  #note(process: string, line: Line): void {
    this.#at = Math.max(this.#at, line.at);
    const lines = this.journals.get(process) ?? [];
    lines.push(JSON.stringify(line));
    this.journals.set(process, lines);
  }
}

/** No entry and no annotation was there before. */
const NO_KNOWLEDGE = {
  ...NO_FACTS,
  records: { get: () => [], has: () => true } as unknown as ReadonlyMap<never, never>,
} satisfies Parameters<Kernel["decide"]>[2];

function commandOf({ ask, request }: Writing): Command {
  const parsed = ask === "commit" ? parseBatch(request) : parseAnnotationRequest(request);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.violations));
  return { command: ask, request: parsed.value } as Command;
}

function digestOf(command: Command, actor: string): string {
  const text = canonicalize(identityOf(command, actor)) ?? "";
  return createHash("sha256").update(text).digest("hex");
}

function lineOf(record: object, digest: string, prev = "0".repeat(64)): string {
  const covered = JSON.stringify({ ...record, digest, prev }).slice(0, -1);
  return `${covered},"hash":"${createHash("sha256").update(covered).digest("hex")}"}`;
}

/** Two processes that take turns; nothing is wrong. */
export function goodHistory(): HandMade {
  const made = new HandMade();
  made.start("p0-1");
  made.start("p1-1");
  made.saved("p0-1", declare("a"));
  made.viewed("p1-1");
  made.saved("p1-1", annotate("note"));
  made.saved("p1-1", declare("b"));
  made.viewed("p0-1");
  return made;
}

export const NO_SPACE: Unavailable = {
  outcome: "unavailable",
  reason: "no_space",
  message: "full",
};
