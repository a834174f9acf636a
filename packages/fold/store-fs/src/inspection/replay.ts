/** Replays a log while it is walked, and compares with it what stands for it in the caches. */
import type { Corrupt, Finding, Kernel, LogRecord, State } from "@fold/contracts";
import { corrupt } from "../failures.js";
import type { ScannedLine } from "../log/scan.js";
import { SNAPSHOT_NAME } from "../names.js";
import type { Snapshot, SnapshotRead } from "../snapshot-file.js";
import type { IndexCheck } from "./check-index.js";
import { isUndone, type RecordCheck } from "./check-record.js";

/** Records that are applied at once: enough to save the copies, few enough to be held. */
const RECORDS_AT_ONCE = 256;

export interface ReplayOptions {
  readonly kernel: Kernel;
  readonly checkRecord: RecordCheck;
  readonly index: IndexCheck;
  readonly snapshot: SnapshotRead;
  /** Undo each record as well, which takes ten times as long or more. */
  readonly full: boolean;
}

export class Replay {
  readonly #options: ReplayOptions;
  readonly #findings: Finding[] = [];
  readonly #waiting: LogRecord[] = [];
  #state: State;

  constructor(options: ReplayOptions) {
    this.#options = options;
    this.#state = options.kernel.initial;
    const { snapshot } = options;
    if (snapshot.found === "damage") {
      const { reason } = snapshot;
      this.#findings.push({ code: "snapshot_damaged", file: SNAPSHOT_NAME, reason });
    }
  }

  /** Takes the next record of the chain; returns what is wrong with what it says. */
  onRecord(record: LogRecord, { offset, end }: Omit<ScannedLine, "bytes">): Corrupt | null {
    const { checkRecord, index, full } = this.#options;
    const fault = checkRecord(record, offset) ?? (full ? this.#undoFault(record, offset) : null);
    if (fault !== null) return fault;
    this.#waiting.push(record);
    if (full || this.#waiting.length >= RECORDS_AT_ONCE) this.#applyWaiting();
    index.onRecord(record, { offset, end });
    this.#compareSnapshot(record, end);
    return null;
  }

  /** The state after all records. */
  state(): State {
    this.#applyWaiting();
    return this.#state;
  }

  /** What was found in the caches, once the last record was taken. */
  finish({ isDamaged }: { readonly isDamaged: boolean }): readonly Finding[] {
    const lastSeq = this.state().event_seq;
    return [...this.#findings, ...this.#options.index.finish({ lastSeq, isDamaged })];
  }

  #applyWaiting(): void {
    if (this.#waiting.length === 0) return;
    this.#state = this.#options.kernel.applyAll(this.#state, this.#waiting);
    this.#waiting.length = 0;
  }

  #undoFault(record: LogRecord, offset: number): Corrupt | null {
    const { kernel } = this.#options;
    const before = this.state();
    const after = kernel.apply(before, record);
    if (isUndone({ kernel, before, after, record })) return null;
    const detail = "undoing it does not give the state before it";
    return corrupt("not_a_record", { line: record.event_seq, offset, detail });
  }

  #compareSnapshot(record: LogRecord, end: number): void {
    const { snapshot: read } = this.#options;
    if (read.found !== "snapshot" || read.snapshot.last_event_seq !== record.event_seq) return;
    const reason = this.#differenceTo(read.snapshot, { end, hash: record.hash });
    if (reason === null) return;
    this.#findings.push({ code: "snapshot_differs", file: SNAPSHOT_NAME, reason });
  }

  #differenceTo(
    { log, state }: Snapshot,
    { end, hash }: { readonly end: number; readonly hash: string },
  ): string | null {
    if (log.length !== end || log.hash !== hash) return "it stands for another log";
    const replayed = JSON.stringify(this.#options.kernel.toSnapshot(this.state()));
    return JSON.stringify(state) === replayed ? null : "its state is not that of the log";
  }
}
