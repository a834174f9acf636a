/**
 * The way of a request into the log. The order, which no step may leave: hold the exclusion,
 * recover, see whether the request was accepted before, decide, append in one write, sync the file,
 * sync the directory if the log is new. Only now is it accepted. Then note the synced length,
 * refresh the caches if due, release. After the sync no failure may claim that nothing was written.
 */
import type {
  Accepted,
  CallContext,
  Command,
  Conflict,
  LogRecord,
  Receipt,
  Rejected,
  State,
  Violation,
  Warning,
} from "@fold/contracts";
import { LIMITS, violation } from "@fold/contracts/values";
import { digestOf } from "../digest.js";
import type { Hold } from "../exclusion/exclusion.js";
import {
  detailOf,
  fromSystemError,
  type StoreFailure,
  unavailable,
  unknownOutcome,
} from "../failures.js";
import { systemCode } from "../fs-port.js";
import { type EncodedRecord, encodeRecord } from "../log/record-line.js";
import { saveCachesIfDue } from "./caches.js";
import { gatherFacts } from "./facts.js";
import { filedUnder } from "./records.js";
import { recover } from "./recover.js";
import { extendPrefix, type Session, type Working } from "./session.js";

export interface Submission {
  readonly command: Command;
  readonly context: CallContext;
  /** Give the verdict and write nothing. */
  readonly isCheck: boolean;
}

/** Judges a request and, unless it is a check, keeps it. */
export async function submit(session: Session, submission: Submission): Promise<Receipt> {
  const batchId = idOf(submission.command);
  if (session.mustReopen) return { ...unavailable("reopen_needed"), batch_id: batchId };
  const purpose = submission.isCheck ? "read" : "write";
  try {
    const held = await session.exclusion.acquire(purpose);
    if (!held.ok) return withId(held.failure, batchId);
    try {
      return await submitHeld(session, submission, held.value);
    } finally {
      held.value.release();
    }
  } catch (error) {
    return withId(fromSystemError(error), batchId);
  }
}

export function idOf(command: Command): string {
  return command.command === "commit" ? command.request.batch_id : command.request.annotation_id;
}

function withId(failure: StoreFailure, batchId: string): Receipt {
  switch (failure.outcome) {
    case "corrupt":
      return failure;
    case "no_store":
      return { ...unavailable("io", failure.message), batch_id: batchId };
    case "unavailable": {
      const { outcome, reason, message, detail } = failure;
      const named = { outcome, reason, message, batch_id: batchId };
      return detail === undefined ? named : { ...named, detail };
    }
    default:
      return failure satisfies never;
  }
}

async function submitHeld(session: Session, submission: Submission, hold: Hold): Promise<Receipt> {
  const { command, context, isCheck } = submission;
  const { kernel } = session;
  const batchId = idOf(command);
  const recovered = await recover(session, { hold, purpose: isCheck ? "read" : "write" });
  if (!recovered.ok) return withId(recovered.failure, batchId);
  const { working, warnings } = recovered.value;
  const source = { session, working, mayWrite: hold.kind === "exclusive" && !isCheck };

  const digest = digestOf(command, context.actor);
  const saved = await filedUnder(source, `batch:${batchId}`, { limit: 1 });
  if (!saved.ok) return saved.failure;
  const [before] = saved.value;
  if (before !== undefined) {
    if (before.digest !== digest) return { ...conflict(before, digest), ...told(warnings) };
    return answer(kernel.receipt(before), { duplicate: true, isCheck, warnings });
  }

  const facts = await gatherFacts(source, command);
  if (!facts.ok) return facts.failure;
  const decision = kernel.decide(working.state, command, facts.value, context);
  const refuse = (violations: readonly Violation[]): Rejected => ({
    ...rejected(batchId, working.state, violations),
    ...told(warnings),
  });
  if (!decision.ok) return refuse(decision.violations);
  const encoded = encodeRecord(decision.record, { digest, prev: working.hash });
  if (encoded.bytes.length > LIMITS.recordBytes) {
    return refuse([tooLarge(encoded.bytes.length)]);
  }
  if (isCheck)
    return answer(kernel.receipt(decision.record), { duplicate: false, isCheck, warnings });

  const failure = await append(session, { working, hold, encoded });
  if (failure !== null) return failure;
  const later = await afterAcceptance(session, { working, hold, encoded, state: decision.state });
  const all = [...warnings, ...later];
  return answer(kernel.receipt(decision.record), { duplicate: false, isCheck, warnings: all });
}

/** What recovery did is told whatever becomes of the request. */
function told(warnings: readonly Warning[]): { readonly warnings?: readonly Warning[] } {
  return warnings.length === 0 ? {} : { warnings };
}

function conflict(saved: LogRecord, digest: string): Conflict {
  const { batch_id, event_seq, at, actor } = saved;
  return {
    outcome: "conflict",
    batch_id,
    message: `${batch_id} was accepted before, and said something else: use another id`,
    event_seq,
    at,
    actor,
    saved_digest: saved.digest,
    request_digest: digest,
  };
}

function rejected(batchId: string, state: State, violations: readonly Violation[]): Rejected {
  const { event_seq, revision } = state;
  return { outcome: "rejected", batch_id: batchId, event_seq, revision, violations };
}

function tooLarge(bytes: number): Violation {
  return violation({ code: "record_too_large", path: "", bytes, limit: LIMITS.recordBytes });
}

interface AnswerNotes {
  readonly duplicate: boolean;
  readonly isCheck: boolean;
  readonly warnings: readonly Warning[];
}

/** The receipt of a record with what only this call can add. */
function answer(receipt: Accepted, { duplicate, isCheck, warnings }: AnswerNotes): Accepted {
  const { outcome, duplicate: _first, check: _none, warnings: saved, ...rest } = receipt;
  return {
    outcome,
    duplicate,
    ...(isCheck ? { check: true } : {}),
    ...rest,
    warnings: [...saved, ...warnings],
  };
}

interface Appending {
  readonly working: Working;
  readonly hold: Hold;
  readonly encoded: EncodedRecord;
}

/** Returns null once the record is on the disk. */
async function append(
  session: Session,
  { working, hold, encoded }: Appending,
): Promise<Receipt | null> {
  const { fs, log, dir } = session;
  const batchId = encoded.record.batch_id;
  if (hold.kind !== "exclusive" || !hold.isGenuine()) {
    const detail = "the lock file was replaced while it was held";
    return withId(unavailable("lock_unsafe", detail), batchId);
  }
  // The name of a log that nobody is known to have synced may not be on the disk yet.
  const isNameNew = hold.note.synced === 0;
  if (!log.isOpen) log.create();
  try {
    log.append(encoded.bytes);
  } catch (error) {
    await takeBack(session, working.length);
    return withId(fromSystemError(error), batchId);
  }
  try {
    await log.sync();
    if (isNameNew) fs.syncDirectory(dir);
    return null;
  } catch (error) {
    return await afterFailedSync(session, { length: working.length, batchId, error });
  }
}

/**
 * What remains of a write that failed has no line feed; if it cannot be cut, the next writer will.
 */
async function takeBack(session: Session, length: number): Promise<void> {
  try {
    session.log.cut(length);
    await session.log.sync();
  } catch (error) {
    if (systemCode(error) === null) throw error;
    session.mustReopen = true;
  }
}

interface FailedSync {
  readonly length: number;
  readonly batchId: string;
  readonly error: unknown;
}

/**
 * A failed sync is never tried again on its descriptor: the system may have dropped what it could
 * not write and would report success. The record is cut off and that is synced afresh.
 */
async function afterFailedSync(
  session: Session,
  { length, batchId, error }: FailedSync,
): Promise<Receipt> {
  session.mustReopen = true;
  try {
    session.log.cut(length);
    await session.log.syncAfresh();
  } catch (second) {
    return unknownOutcome(batchId, `${detailOf(error)}; then ${detailOf(second)}`);
  }
  return withId(unavailable("sync_failed", detailOf(error)), batchId);
}

interface Acceptance extends Appending {
  readonly state: State;
}

/** The record is saved. Whatever fails from here on is a warning. */
async function afterAcceptance(
  session: Session,
  { working, hold, encoded, state }: Acceptance,
): Promise<readonly Warning[]> {
  const { record, bytes } = encoded;
  const offset = working.length;
  working.state = state;
  working.length += bytes.length;
  working.hash = record.hash;
  working.index.add(record, { offset, end: working.length });
  extendPrefix(working, bytes);
  const warnings: Warning[] = [];
  try {
    hold.keepNote({ ...hold.note, synced: working.length });
  } catch (error) {
    warnings.push({ code: "synced_length_not_saved", reason: detailOf(error) });
  }
  return [...warnings, ...(await saveCachesIfDue(session, working))];
}
