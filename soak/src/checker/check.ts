/**
 * Judges what many processes saw of one store: their journals, what was done to them, and the log
 * that remains. It reads nothing else and does nothing, so a history made by hand is judged in the
 * same way as a real one.
 */
import type { Kernel } from "@fold/contracts";
import type { Disturbance } from "../history/disturbances.js";
import type { JournalText } from "../history/journal.js";
import type { Finding } from "./findings.js";
import { checkHolds } from "./holds.js";
import { checkOrder } from "./order.js";
import { checkOutcomes } from "./outcomes.js";
import { checkPrefixes } from "./prefixes.js";
import { type ProcessHistory, readHistory } from "./read-history.js";
import { readLog } from "./read-log.js";
import { checkReceipts } from "./receipts.js";
import { checkWaits, type WorstWait } from "./waits.js";

export interface CheckInput {
  readonly kernel: Kernel;
  readonly journals: readonly JournalText[];
  readonly disturbances: readonly Disturbance[];
  /** The bytes of the log after the last call. */
  readonly log: Uint8Array;
}

export interface Checked {
  readonly findings: readonly Finding[];
  readonly histories: readonly ProcessHistory[];
  readonly recordCount: number;
  /** For each process, the longest that a call of it took. */
  readonly worst: readonly WorstWait[];
}

export function check({ kernel, journals, disturbances, log: bytes }: CheckInput): Checked {
  const histories = journals.map((journal) => readHistory(journal, disturbances));
  const calls = histories.flatMap((history) => history.calls);
  const log = readLog(bytes);
  const { records } = log;
  const waits = checkWaits(histories, disturbances);
  const sound = records.slice(0, log.soundCount);
  const findings = [
    ...log.findings,
    ...histories.flatMap((history) => history.findings),
    ...checkReceipts({ calls, records, kernel }),
    ...checkOrder(calls, records),
    ...checkPrefixes({ calls, records: sound, kernel }),
    ...checkHolds(histories),
    ...waits.findings,
    ...checkOutcomes(calls, disturbances),
  ];
  return { findings, histories, recordCount: records.length, worst: waits.worst };
}
