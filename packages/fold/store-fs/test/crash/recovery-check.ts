/**
 * Opens what a stop left, with the real code, as processes that know nothing of what was before. In
 * every state that may legally be left:
 *
 * 1. The store opens and answers, and `verify` finds nothing damaged.
 * 2. All that was promised is there: each receipt's record, and each record that an answer showed.
 * 3. The log holds only requests that were sent, each once and whole, and none of a call that said
 *    it wrote nothing.
 * 4. What a read shows is durable by then: no power cut can take it back.
 * 5. With all caches deleted the answers are the same.
 * 6. Each request sent again gets the saved receipt, or is accepted, once; a new one is accepted.
 *
 * One exception, and only for a power cut. When it leaves the last sectors of an unsynced append
 * and not the ones before, a line feed may end a line that was never whole. No rule could tell that
 * from damage to an acknowledged record whose note was lost in the same cut. So the store may say
 * `corrupt`, if the place it names is beyond all that was synced; and then `salvage` has to save
 * all that was promised. These states are counted apart.
 */
import type { HistoryPage, LogRecord, Receipt, Store } from "@fold/contracts";
import { fakeKernel } from "../fakes/fake-kernel.mjs";
import { Disk, type DiskState, directoryOf, durableFile, findIn } from "./disk.js";
import type { Facts, Sent } from "./ledger.js";
import { Locks } from "./locks.js";
import { ModelProcess } from "./model-process.js";
import type { Product } from "./product.js";
import { Violation } from "./violation.js";
import { CONTEXT, declares, NOW } from "./workload.js";

export const STORE_DIR = "/home/me/notes";
export const LOG_PATH = `${STORE_DIR}/events.jsonl`;

const FRESH = declares("fresh");

export interface Left {
  readonly disk: DiskState;
  readonly facts: Facts;
  /** Null unless the exception above is possible; then where what was synced of the log ends. */
  readonly tornBeyond: number | null;
  /** The caches are known to stand for another log: `verify` says so, and nothing follows. */
  readonly mayDiscardCaches?: boolean;
}

export type Verdict = "recovered" | "refused_and_told";

/** Throws a `Violation`. */
export async function checkRecovery(product: Product, left: Left): Promise<Verdict> {
  const disk = new Disk(left.disk);
  const isVerified = await checkVerified(product, disk, left);
  if (!isVerified) return "refused_and_told";
  const reader = await openOn(product, disk);
  const records = await recordsOf(reader);
  const view = await viewOf(reader);
  checkPromises(records, left.facts);
  checkSent(records, left.facts);
  checkDurable(disk.state, records);
  await checkWithoutCaches(product, left.disk, { records, view });
  await checkGoingOn(product, disk, { records, facts: left.facts });
  return "recovered";
}

/** Returns false where the store may refuse the log. */
async function checkVerified(product: Product, disk: Disk, left: Left): Promise<boolean> {
  const { fs } = processOn(disk);
  const verified = await product.verify(STORE_DIR, { kernel: fakeKernel, fs });
  if (!verified.ok) {
    if (verified.failure.outcome === "no_store" && left.facts.seq === 0) return true;
    throw new Violation("lost", verified.failure);
  }
  const { failure, findings, event_seq } = verified.value;
  const damaged = findings.filter(({ code }) => /differs|damaged/.test(code));
  const mayDiffer = left.mayDiscardCaches === true;
  if (damaged.length > 0 && !mayDiffer) throw new Violation("unsound", damaged);
  if (failure === null) return true;
  const isTorn = left.tornBeyond !== null && (failure.offset ?? -1) >= left.tornBeyond;
  if (!isTorn || failure.reason === "log_regressed") throw new Violation("unsound", failure);
  if (event_seq < left.facts.seq) throw new Violation("lost", failure);
  const store = await openOn(product, disk);
  const read = await store.history({ limit: 500 });
  if (read.ok || read.failure.outcome !== "corrupt") throw new Violation("unexpected", read);
  const before = visibleLog(disk);
  const receipt = await store.commit(FRESH.batch, CONTEXT);
  if (receipt.outcome !== "corrupt") throw new Violation("unexpected", receipt);
  if (!visibleLog(disk).equals(before)) throw new Violation("unsound", "a refused log changed");
  await checkSalvage(product, disk, left.facts);
  return false;
}

async function checkSalvage(product: Product, disk: Disk, facts: Facts): Promise<void> {
  const { fs } = processOn(disk);
  const out = "/home/me/saved";
  const salvaged = await product.salvage(STORE_DIR, out, { fs });
  if (!salvaged.ok) throw new Violation("lost", salvaged.failure);
  const saved = await openOn(product, disk, out);
  checkPromises(await recordsOf(saved), facts);
}

function checkPromises(records: readonly LogRecord[], facts: Facts): void {
  for (const [id, receipt] of facts.accepted) {
    const record = records[receipt.event_seq - 1];
    const isThere =
      record?.batch_id === id && record.at === receipt.at && record.revision === receipt.revision;
    if (!isThere) throw new Violation("lost", { receipt, found: record ?? null });
  }
  for (const seen of facts.seen.values()) {
    const record = records[seen.event_seq - 1];
    if (record?.hash !== seen.hash) throw new Violation("lost", { seen, found: record ?? null });
  }
  if (records.length < facts.seq) {
    throw new Violation("lost", `${records.length} records of ${facts.seq} that were told of`);
  }
}

function checkSent(records: readonly LogRecord[], { sent, refused }: Facts): void {
  const ids = new Set<string>();
  for (const [at, { event_seq, batch_id, request }] of records.entries()) {
    const action = sent.get(batch_id);
    const isWhole =
      action !== undefined &&
      event_seq === at + 1 &&
      JSON.stringify(request) === JSON.stringify(requestOf(action));
    if (!isWhole || ids.has(batch_id)) throw new Violation("half_done", { batch_id, event_seq });
    if (refused.has(batch_id)) throw new Violation("unavailable_but_written", batch_id);
    ids.add(batch_id);
  }
}

function requestOf(action: Sent): object {
  return action.do === "annotate" ? action.annotation : action.batch;
}

function checkDurable(state: DiskState, records: readonly LogRecord[]): void {
  const durable = durableFile(state, LOG_PATH)?.toString("utf8") ?? "";
  const lines = durable.split("\n").slice(0, records.length);
  const missing = records.find(({ hash }, at) => lines[at]?.endsWith(`"hash":"${hash}"}`) !== true);
  if (missing === undefined) return;
  throw new Violation("not_durable", { event_seq: missing.event_seq, batch_id: missing.batch_id });
}

interface Read {
  readonly records: readonly LogRecord[];
  readonly view: string;
}

async function checkWithoutCaches(product: Product, state: DiskState, read: Read): Promise<void> {
  const inode = findIn(state, STORE_DIR);
  const node = state.nodes.get(inode ?? 0);
  if (inode === null || node?.kind !== "directory") return;
  const names = new Map(node.names);
  const deleted = [names.delete("snapshot.json"), names.delete("index")];
  // Without any the reader before this one has done the same.
  if (!deleted.includes(true)) return;
  const nodes = new Map(state.nodes).set(inode, directoryOf(names));
  const store = await openOn(product, new Disk({ ...state, nodes }));
  const view = await viewOf(store);
  const records = await recordsOf(store);
  if (view !== read.view) throw new Violation("caches_matter", { view, before: read.view });
  if (JSON.stringify(records) !== JSON.stringify(read.records)) {
    throw new Violation("caches_matter", "another history");
  }
}

interface GoingOn {
  readonly records: readonly LogRecord[];
  readonly facts: Facts;
}

async function checkGoingOn(product: Product, disk: Disk, on: GoingOn): Promise<void> {
  const store = await openOn(product, disk);
  const saved = new Map(on.records.map((record) => [record.batch_id, record]));
  for (const id of on.facts.recent) {
    const action = on.facts.sent.get(id);
    if (action === undefined) throw new Error("invariant: what is recent was sent");
    const record = saved.get(id);
    const first = await send(store, action);
    if (record === undefined && first.outcome === "rejected") continue;
    const again = await send(store, action);
    const isRight =
      first.outcome === "accepted" &&
      first.duplicate === (record !== undefined) &&
      (record === undefined || first.event_seq === record.event_seq) &&
      again.outcome === "accepted" &&
      again.duplicate &&
      again.event_seq === first.event_seq;
    if (!isRight) throw new Violation("retry", { first, again, saved: record?.event_seq ?? null });
  }
  const fresh = await store.commit(FRESH.batch, CONTEXT);
  if (fresh.outcome !== "accepted") throw new Violation("cannot_go_on", fresh);
  const after = await recordsOf(await openOn(product, disk));
  const ids = new Set(after.map(({ batch_id }) => batch_id));
  if (ids.size !== after.length) throw new Violation("half_done", "a record is there twice");
  if (after.length !== fresh.event_seq) throw new Violation("cannot_go_on", fresh);
  checkDurable(disk.state, after);
}

function send(store: Store, action: Sent): Promise<Receipt> {
  return action.do === "annotate"
    ? store.annotate(action.annotation, CONTEXT)
    : store.commit(action.batch, CONTEXT);
}

function visibleLog(disk: Disk): Buffer {
  return disk.file(disk.find(LOG_PATH)).content;
}

function processOn(disk: Disk): ModelProcess {
  return new ModelProcess({ disk, locks: new Locks() });
}

async function openOn(product: Product, disk: Disk, dir = STORE_DIR): Promise<Store> {
  const { fs, lock } = processOn(disk);
  const opened = await product.openStore({ dir, kernel: fakeKernel, init: true, fs, lock });
  if (!opened.ok) throw new Violation("cannot_go_on", opened.failure);
  return opened.store;
}

async function recordsOf(store: Store): Promise<readonly LogRecord[]> {
  const all: LogRecord[] = [];
  let since = 0;
  for (;;) {
    const read = await store.history({ since, limit: 500 });
    if (!read.ok) throw new Violation("unsound", read.failure);
    const page: HistoryPage = read.value;
    all.push(...page.records);
    if (page.next === null) return all;
    since = page.next;
  }
}

async function viewOf(store: Store): Promise<string> {
  const read = await store.view({ now: NOW });
  if (!read.ok) throw new Violation("unsound", read.failure);
  const { event_seq, revision } = read.value;
  // The order of entries is the kernel's, and the one that the tests use has none.
  const entries = "root" in read.value ? read.value.root.entries : [];
  const lines = entries.map((entry) => JSON.stringify(entry)).sort();
  return JSON.stringify({ event_seq, revision, lines });
}
