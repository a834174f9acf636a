/**
 * The way of requests into the log. The order, which no step may leave: hold the exclusion, recover;
 * for each request see whether it was accepted before, and decide; append what was decided in one
 * write, sync the file, sync the directory if the log is new. Only now are the requests accepted.
 * Then note the synced length, refresh the caches if due, release.
 *
 * 1. Requests that come together share all of it. Each is judged as if those before it were in the
 *    log already, so whatever it is answered is told only after their records are on the disk.
 * 2. If they do not get there nothing was written, and nobody is answered on the ground of them.
 * 3. After the sync no failure may claim that nothing was written.
 * 4. A bug that is thrown in a later append takes no receipt from those before it.
 */
import type { Receipt, Unavailable } from "@fold/contracts";
import type { Hold } from "../exclusion/exclusion.js";
import { fromSystemError, type StoreFailure, unavailable, unknownOutcome } from "../failures.js";
import { systemCode } from "../fs-port.js";
import { checked, withId, withWarnings } from "./answers.js";
import { idOf, judge, type Submission, type Verdict } from "./judge.js";
import { type Kept, keepStaged } from "./keep-staged.js";
import type { GroupAnswers } from "./queue.js";
import { recover } from "./recover.js";
import { forget, type Session, stageRecord, type Working } from "./session.js";

/** What is appended at once: a group that is larger takes several appends. */
const APPEND_BYTES_MAX = 1024 * 1024;

/** Judges requests and keeps those that are accepted. The receipts stand in the same order. */
export async function submitAll(
  session: Session,
  submissions: readonly Submission[],
): Promise<GroupAnswers<Receipt>> {
  const receipts: Receipt[] = [];
  try {
    const failure = await submitInto(receipts, session, submissions);
    const rest = failure === null ? [] : failures(receipts, failure);
    return { answers: [...receipts, ...rest] };
  } catch (error) {
    if (systemCode(error) === null) return { answers: receipts, thrown: error };
    return { answers: [...receipts, ...failures(receipts, fromSystemError(error))] };
  }

  function failures(answered: readonly Receipt[], failure: StoreFailure): readonly Receipt[] {
    const rest = submissions.slice(answered.length);
    return rest.map(({ command }) => withId(failure, idOf(command)));
  }
}

/** Gives the verdict on a request and writes nothing. */
export async function check(session: Session, submission: Submission): Promise<Receipt> {
  const batchId = idOf(submission.command);
  if (session.mustReopen) return withId(unavailable("reopen_needed"), batchId);
  try {
    const held = await session.exclusion.acquire("read");
    if (!held.ok) return withId(held.failure, batchId);
    const hold = held.value;
    try {
      const recovered = await recover(session, { hold, purpose: "read" });
      if (!recovered.ok) return withId(recovered.failure, batchId);
      const { working, warnings } = recovered.value;
      const { receipt } = await judge({ session, working, mayWrite: false }, submission);
      return withWarnings(checked(receipt), warnings);
    } finally {
      hold.release();
    }
  } catch (error) {
    return withId(fromSystemError(error), batchId);
  }
}

/** Answers as many requests as it can; the failure that it returns is the answer to the others. */
async function submitInto(
  receipts: Receipt[],
  session: Session,
  submissions: readonly Submission[],
): Promise<StoreFailure | null> {
  if (session.mustReopen) return unavailable("reopen_needed");
  const held = await session.exclusion.acquire("write");
  if (!held.ok) return held.failure;
  const hold = held.value;
  try {
    const recovered = await recover(session, { hold, purpose: "write" });
    if (!recovered.ok) return recovered.failure;
    const { working } = recovered.value;
    let { warnings } = recovered.value;
    while (receipts.length < submissions.length) {
      const some = await submitSome(session, { working, hold }, submissions.slice(receipts.length));
      // What recovery did is told once.
      receipts.push(
        ...some.receipts.map((one, at) => (at === 0 ? withWarnings(one, warnings) : one)),
      );
      warnings = [];
      if (some.failure !== null) return some.failure;
    }
    return null;
  } finally {
    hold.release();
  }
}

interface Recovered {
  readonly working: Working;
  readonly hold: Hold;
}

interface Submitted {
  readonly receipts: readonly Receipt[];
  readonly failure: Unavailable | null;
}

/** Takes as many requests as one append may hold, the first at least. */
async function submitSome(
  session: Session,
  { working, hold }: Recovered,
  submissions: readonly Submission[],
): Promise<Submitted> {
  const { log } = session;
  const start = working.length;
  let isSettled = false;
  try {
    const verdicts: Verdict[] = [];
    for (const submission of submissions) {
      const verdict = await judge({ session, working, mayWrite: true }, submission);
      if (verdict.decided !== null) stageRecord(session, working, verdict.decided);
      verdicts.push(verdict);
      if (log.stagedBytes >= APPEND_BYTES_MAX) break;
    }
    if (log.stagedLines === 0) {
      isSettled = true;
      return { receipts: verdicts.map(({ receipt }) => receipt), failure: null };
    }
    const kept = await keepStaged(session, { working, hold, start });
    isSettled = kept.kept === "all";
    return answered(verdicts, kept);
  } finally {
    if (!isSettled) {
      log.dropStaged();
      forget(session);
    }
  }
}

function answered(verdicts: readonly Verdict[], kept: Kept): Submitted {
  if (kept.kept === "all") {
    const receipts = verdicts.map(({ receipt, decided }) =>
      decided === null ? receipt : withWarnings(receipt, kept.warnings),
    );
    return { receipts, failure: null };
  }
  const failure = kept.kept === "nothing" ? kept.failure : unavailable("reopen_needed");
  const firstDecided = verdicts.findIndex(({ decided }) => decided !== null);
  // From there on every verdict stands on records that are not there.
  const firm = verdicts.slice(0, firstDecided).map(({ receipt }) => receipt);
  const ids = verdicts.slice(firstDecided);
  return {
    receipts: [
      ...firm,
      ...ids.map(({ id, decided }) => {
        const isUnknown = kept.kept === "unknown" && decided !== null;
        return isUnknown ? unknownOutcome(id, kept.detail) : withId(failure, id);
      }),
    ],
    failure,
  };
}
