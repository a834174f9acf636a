/**
 * Applies what stands in the log after the place that a handle has reached. Each line is checked as
 * the next of the chain, whoever wrote it.
 */
import type { LogRecord } from "@fold/contracts";
import type { StoreFailure } from "../failures.js";
import type { BadLine } from "../log/recognise.js";
import { type ChainHead, decodeLine } from "../log/record-line.js";
import { type ScannedLine, scanLines } from "../log/scan.js";
import { extendPrefix, type Session, type Working } from "./session.js";

const LINE_FEED = Buffer.from("\n");

/** Enough to share a copy of the state, and few enough to be forgotten before they have aged. */
const APPLIED_AT_ONCE = 64;

/** Of what is further behind nothing is read before it is the handle's turn. */
const EARLY_BYTES_MAX = 1024 * 1024;

export interface CatchUp {
  readonly working: Working;
  /** Where to stop; a line that ends behind it is left. */
  readonly to: number;
  /** Whether files of the index may be made: under the exclusive hold alone. */
  readonly mayWrite: boolean;
}

/** What stopped it. */
export type CatchUpEnd =
  | { readonly found: "end" }
  | { readonly found: "bad_line"; readonly line: BadLine }
  | { readonly found: "failure"; readonly failure: StoreFailure };

/** Applies every complete line that the handle has not seen. */
export async function catchUp(
  { fs, kernel, log }: Session,
  { working, to, mayWrite }: CatchUp,
): Promise<CatchUpEnd> {
  if (working.length === to) return { found: "end" };
  let head: ChainHead = { seq: working.state.event_seq, hash: working.hash };
  /** Read and not yet applied: to apply many at once costs little more than to apply one. */
  let unapplied: LogRecord[] = [];
  const apply = (): void => {
    working.state = kernel.applyAll(working.state, unapplied);
    unapplied = [];
  };
  let bad: BadLine | null = null;
  let failure: StoreFailure | null = null;
  const onLine = ({ bytes, offset, end }: ScannedLine): boolean => {
    if (failure !== null) return false;
    const record = decodeLine(bytes, head);
    if (record === null) {
      bad = { bytes: Buffer.from(bytes), offset, head };
      return false;
    }
    head = { seq: record.event_seq, hash: record.hash };
    unapplied.push(record);
    if (unapplied.length >= APPLIED_AT_ONCE) apply();
    working.length = end;
    working.hash = record.hash;
    working.index.add(record, { offset, end });
    if (working.prefix !== null) extendPrefix(working, Buffer.from(bytes), LINE_FEED);
    return true;
  };
  const betweenChunks = async (): Promise<void> => {
    apply();
    const relieved = await working.index.relieve(mayWrite);
    if (!relieved.ok) failure = relieved.failure;
  };
  await scanLines(fs, log.fd, { from: working.length, to }, { onLine, betweenChunks });
  apply();
  if (failure !== null) return { found: "failure", failure };
  return bad === null ? { found: "end" } : { found: "bad_line", line: bad };
}

/**
 * Does a part of that while another holds the exclusion: reads what is noted as synced, which nobody
 * takes back. It only saves time. Whatever is wrong is left, for whoever holds the exclusion sees it
 * again; and what was read is held against the log then, as any other start is.
 */
export async function catchUpEarly(session: Session, synced: number): Promise<void> {
  const { working, log } = session;
  if (working === null || !log.isOpen) return;
  const behind = synced - working.length;
  if (behind <= 0 || behind > EARLY_BYTES_MAX) return;
  await catchUp(session, { working, to: synced, mayWrite: false });
}
