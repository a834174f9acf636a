/** Using a store: opened, asked, let go of. What the SDK reports as a failure becomes the answer. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Corrupt, NoStore, OpenFailure, Receipt, Unavailable } from "@fold/contracts";
import {
  type FoldResults,
  type ReadOutcome,
  type TryOpenResult,
  tryOpenFold,
  type UsageFailure,
} from "@fold/sdk";
import { startHint } from "./find-store.js";
import { answered, type Reply } from "./reply.js";
import type { TypedAt } from "./typed-command.js";

/** A command does one thing: it loads what that needs, and may as well wait for the disk. */
function open(dir: string, init = false): Promise<TryOpenResult> {
  return tryOpenFold({ dir, init, lazySchemas: true, mayBlock: true });
}

/** Reads from a store that is there. */
export async function readFold<Value>(
  at: TypedAt,
  read: (fold: FoldResults) => Promise<ReadOutcome<Value>>,
  reply: (value: Value) => Reply | Promise<Reply>,
): Promise<Reply> {
  const opened = await open(at.dir);
  if (!opened.ok) return answered(inOurWords(opened.failure, at), at);
  const { fold } = opened;
  const outcome = await read(fold).finally(() => fold.close());
  return outcome.ok ? reply(outcome.value) : answered(outcome.failure, at);
}

/** Sends a request to a store; with `init` to a new one, if there is none and it is not refused. */
export async function writeFold(
  { dir, init, io }: TypedAt & { readonly init: boolean },
  send: (fold: FoldResults) => Promise<Receipt>,
): Promise<Reply> {
  const at = { dir, io };
  let opened = await open(dir);
  if (!opened.ok && opened.failure.outcome === "no_store" && init) {
    const verdict = await rehearse(send);
    if (verdict !== null && !asksForAStore(verdict)) return answered(verdict, at);
    opened = await open(dir, init);
  }
  if (!opened.ok) return answered(inOurWords(opened.failure, at), at);
  const { fold } = opened;
  const receipt = await send(fold);
  const reply = answered(receipt, at);
  try {
    await fold.close();
    return reply;
  } catch (error) {
    // What is saved is saved, whatever happens when the store is let go.
    return { ...reply, words: [...reply.words, `The store did not close: ${String(error)}`] };
  }
}

/**
 * Sends a first request to a passing store of its own, so that one that is refused leaves no store
 * behind. Removing the real one again is no way: another process may have found it meanwhile.
 */
async function rehearse(send: (fold: FoldResults) => Promise<Receipt>): Promise<Receipt | null> {
  const dir = mkdtempSync(join(tmpdir(), "fold-first-"));
  try {
    const opened = await open(dir, true);
    if (!opened.ok) return null;
    const { fold } = opened;
    return await send(fold).finally(() => fold.close());
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

/** A refusal and a mere verdict need none; trouble with the passing store says nothing. */
function asksForAStore(receipt: Receipt): boolean {
  return receipt.outcome !== "rejected" && !(receipt.outcome === "accepted" && receipt.check);
}

/** The SDK tells a program how to start; we tell a person. */
function inOurWords(
  failure: OpenFailure | UsageFailure,
  { io }: TypedAt,
): Unavailable | Corrupt | NoStore | UsageFailure {
  return failure.outcome === "no_store" ? { ...failure, hint: startHint(io) } : failure;
}
