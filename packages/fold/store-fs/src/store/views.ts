/** The picture as it is, and what changed in it since a record. */
import type {
  EntryAnswer,
  LogRecord,
  ReadResult,
  State,
  StateDiff,
  StateView,
  ViewQuery,
} from "@fold/contracts";
import { failed, notFound } from "../failures.js";
import { gatherFacts } from "./facts.js";
import { type Collected, read } from "./read.js";
import { eachRecord, type RecordRange, type RecordSource } from "./records.js";
import type { Session } from "./session.js";

export function readView(
  session: Session,
  query: ViewQuery,
): Promise<ReadResult<StateView | EntryAnswer>> {
  const asked = { command: "state", request: query } as const;
  return read(
    session,
    async (source) => {
      const { state } = source.working;
      const facts = await gatherFacts(source, asked);
      return facts.ok ? { ok: true, value: { state, facts: facts.value } } : facts;
    },
    ({ state, facts }, { isReadOnly, warnings }) => {
      const answer = session.kernel.view(state, facts, query);
      if (!answer.ok) return failed(notFound(answer.missing, answer.id));
      const notes = {
        ...(isReadOnly ? ({ read_only: true } as const) : {}),
        ...(warnings.length > 0 ? { warnings } : {}),
      };
      return { ok: true, value: { ...answer.view, ...notes } };
    },
  );
}

/** The record `since`, of which only the instant counts, and all after it. */
interface Stretch {
  readonly state: State;
  readonly range: RecordRange;
}

export function readDiff(session: Session, since: number): Promise<ReadResult<StateDiff>> {
  const { kernel } = session;
  return read(
    session,
    (source) => stretchFrom(source, since),
    async ({ state, range }, { isReadOnly }) => {
      const records: LogRecord[] = [];
      const collected = await eachRecord(session, range, (record) => records.push(record));
      if (!collected.ok) return collected;
      const later = since === 0 ? records : records.slice(1);
      let base = state;
      for (let at = records.length - 1; at >= records.length - later.length; at -= 1) {
        const record = records[at];
        if (record !== undefined) base = kernel.undo(base, record, records[at - 1]?.at ?? null);
      }
      const diff = kernel.diff(base, state, kernel.between(later));
      return { ok: true, value: isReadOnly ? { ...diff, read_only: true } : diff };
    },
  );
}

async function stretchFrom(
  { working, mayWrite }: RecordSource,
  since: number,
): Promise<Collected<Stretch>> {
  const { index, state, length } = working;
  if (since > state.event_seq) return failed(notFound("record", String(since)));
  const seq = Math.max(since, 1);
  const asked = await index.ask(mayWrite, () => index.offsetOf(seq));
  if (!asked.ok) return asked;
  return { ok: true, value: { state, range: { seq, from: asked.value, to: length } } };
}
