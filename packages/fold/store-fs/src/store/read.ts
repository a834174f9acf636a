/**
 * What all reads do: take the best hold there is, recover, collect what the answer is made of, let
 * go, and only then make the answer. A read never changes the log; under the exclusive lock it may
 * refresh caches that are due.
 */
import type { NotFound, ReadResult, Warning } from "@fold/contracts";
import {
  failed,
  fromSystemError,
  type Result,
  type StoreFailure,
  unavailable,
} from "../failures.js";
import { saveCachesIfDue } from "./caches.js";
import type { RecordSource } from "./records.js";
import { recover } from "./recover.js";
import type { Session } from "./session.js";

export interface ReadNotes {
  /** The store could not be locked for writing. */
  readonly isReadOnly: boolean;
  readonly warnings: readonly Warning[];
}

export type Collected<Value> = Result<Value, StoreFailure | NotFound>;

/** Collects under the hold and renders after it. Both are given a handle that is up to date. */
export async function read<Parts, Value>(
  session: Session,
  collect: (source: RecordSource) => Promise<Collected<Parts>>,
  render: (parts: Parts, notes: ReadNotes) => ReadResult<Value> | Promise<ReadResult<Value>>,
): Promise<ReadResult<Value>> {
  if (session.mustReopen) return failed(unavailable("reopen_needed"));
  try {
    const captured = await capture(session, collect);
    if (!captured.ok) return captured;
    return await render(captured.value.parts, captured.value.notes);
  } catch (error) {
    return failed(fromSystemError(error));
  }
}

interface Captured<Parts> {
  readonly parts: Parts;
  readonly notes: ReadNotes;
}

async function capture<Parts>(
  session: Session,
  collect: (source: RecordSource) => Promise<Collected<Parts>>,
): Promise<Collected<Captured<Parts>>> {
  const held = await session.exclusion.acquire("read");
  if (!held.ok) return held;
  const hold = held.value;
  try {
    const recovered = await recover(session, { hold, purpose: "read" });
    if (!recovered.ok) return recovered;
    const { working, warnings } = recovered.value;
    const mayWrite = hold.kind === "exclusive";
    const parts = await collect({ session, working, mayWrite });
    if (!parts.ok) return parts;
    // A cache that a read cannot refresh is no news to the reader.
    if (mayWrite) await saveCachesIfDue(session, working);
    return { ok: true, value: { parts: parts.value, notes: { isReadOnly: !mayWrite, warnings } } };
  } finally {
    hold.release();
  }
}
