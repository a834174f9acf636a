/** What becomes of one request, as the log stands: nothing is written here. */
import type { CallContext, Command, LogRecord, Receipt } from "@fold/contracts";
import { LIMITS, violation } from "@fold/contracts/values";
import { digestOf } from "../digest.js";
import { fromSystemError } from "../failures.js";
import { encodeRecord } from "../log/record-line.js";
import { conflict, rejected, repeated, withId } from "./answers.js";
import { gatherFacts } from "./facts.js";
import { filedUnder, type RecordSource } from "./records.js";
import type { Decided } from "./session.js";

export interface Submission {
  readonly command: Command;
  readonly context: CallContext;
  /** What identifies the request: see `digestOf`. */
  readonly digest: string;
}

/** To be called before the exclusion is held: identifying a request needs nothing of the log. */
export function submissionOf(command: Command, context: CallContext): Submission {
  return { command, context, digest: digestOf(command, context.actor) };
}

export interface Verdict {
  /** The id of the request. */
  readonly id: string;
  /** What to tell, once `decided` is on the disk. */
  readonly receipt: Receipt;
  /** Null where there is nothing to write. */
  readonly decided: Decided | null;
}

export function idOf(command: Command): string {
  return command.command === "commit" ? command.request.batch_id : command.request.annotation_id;
}

/** A file call that fails is an answer to this request; others may still be judged. */
export async function judge(source: RecordSource, submission: Submission): Promise<Verdict> {
  try {
    return await judgeWithFiles(source, submission);
  } catch (error) {
    const id = idOf(submission.command);
    return { id, receipt: withId(fromSystemError(error), id), decided: null };
  }
}

async function judgeWithFiles(
  source: RecordSource,
  { command, context, digest }: Submission,
): Promise<Verdict> {
  const { session, working } = source;
  const { kernel } = session;
  const id = idOf(command);
  const toTell = (receipt: Receipt): Verdict => ({ id, receipt, decided: null });
  const saved = await filedUnder(source, `batch:${id}`, { limit: 1 });
  if (!saved.ok) return toTell(saved.failure);
  const [before] = saved.value;
  if (before !== undefined) return toTell(answerAgain(source, before, digest));

  const facts = await gatherFacts(source, command);
  if (!facts.ok) return toTell(facts.failure);
  const decision = kernel.decide(working.state, command, facts.value, context);
  if (!decision.ok) return toTell(rejected(id, working.state, decision.violations));
  const encoded = encodeRecord(decision.record, { digest, prev: working.hash });
  const bytes = encoded.bytes.length;
  if (bytes > LIMITS.recordBytes) {
    const limit = LIMITS.recordBytes;
    const tooLarge = violation({ code: "record_too_large", path: "", bytes, limit });
    return toTell(rejected(id, working.state, [tooLarge]));
  }
  const { state } = decision;
  return { id, receipt: kernel.receipt(decision.record), decided: { encoded, state } };
}

function answerAgain({ session }: RecordSource, before: LogRecord, digest: string): Receipt {
  if (before.digest !== digest) return conflict(before, digest);
  return repeated(session.kernel.receipt(before));
}
