/** Reads the store after a trial. */
import type { EntryView, LayerView, LogRecord, StateView } from "@fold/contracts";
import { type Fold, openFold, verify } from "@fold/sdk";
import type { Observation, SeenCall, SeenClosed, SeenEntry } from "./observation.js";

/** Deeper than any layer can lie. */
const ALL_LAYERS = 6;

export type Observed =
  | { readonly ok: true; readonly observation: Observation }
  | { readonly ok: false; readonly reason: string };

interface Asked {
  readonly now: string;
  readonly seededSeq: number;
  readonly before: ReadonlyMap<string, SeenEntry>;
  readonly calls: readonly SeenCall[];
}

/** An agent may do anything to the files; a store that is no longer sound is told, not thrown. */
export async function observe(dir: string, asked: Asked): Promise<Observed> {
  const verified = await verify(dir);
  if (!verified.ok) return { ok: false, reason: verified.failure.message };
  if (!verified.value.isSound) {
    return { ok: false, reason: verified.value.failure?.message ?? "the store is not sound" };
  }
  const fold = await openFold({ dir });
  try {
    const { now, seededSeq, before, calls } = asked;
    const active = activeOf(await fold.state({ now, depth: ALL_LAYERS }));
    const closed = await closedOf(fold, { now, active, before });
    const records = await recordsAfter(fold, seededSeq);
    return { ok: true, observation: { active, closed, before, records, calls } };
  } finally {
    await fold.close();
  }
}

/** What is active now, by id. */
export async function readActive(dir: string, now: string): Promise<Observation["active"]> {
  const fold = await openFold({ dir });
  try {
    return activeOf(await fold.state({ now, depth: ALL_LAYERS }));
  } finally {
    await fold.close();
  }
}

function activeOf({ root }: StateView): ReadonlyMap<string, SeenEntry> {
  return new Map(entriesOf(root).map((entry) => [entry.id, seenOf(entry)]));
}

function entriesOf({ entries }: LayerView): readonly EntryView[] {
  return entries.flatMap((entry) => [
    entry,
    ...(entry.layer !== null && "entries" in entry.layer ? entriesOf(entry.layer) : []),
  ]);
}

function seenOf(entry: EntryView): SeenEntry {
  const summary = entry.summary ?? entry.summary_head ?? "";
  return {
    id: entry.id,
    title: entry.title,
    summary,
    summaryChars: entry.summary_chars ?? [...summary].length,
    kind: entry.kind,
    tier: entry.tier,
    dueAt: entry.due_at,
    refs: entry.sources.flatMap(({ ref }) => (ref === undefined || ref === null ? [] : [ref])),
  };
}

/** Successors are followed, so what is closed along a lineage is read, too. */
async function closedOf(
  fold: Fold,
  { now, active, before }: Pick<Asked, "now" | "before"> & Pick<Observation, "active">,
): Promise<ReadonlyMap<string, SeenClosed>> {
  const closed = new Map<string, SeenClosed>();
  const open = [...before.keys()].filter((id) => !active.has(id));
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    const { entry } = await fold.state({ now, entry: id });
    if (entry.status === "active") continue;
    const { status, reason, successor } = entry;
    closed.set(id, { status, reason, successor });
    if (successor !== null && !active.has(successor) && !closed.has(successor)) {
      open.push(successor);
    }
  }
  return closed;
}

async function recordsAfter(fold: Fold, seq: number): Promise<readonly LogRecord[]> {
  const records: LogRecord[] = [];
  let since: number | null = seq;
  while (since !== null) {
    const page: Awaited<ReturnType<Fold["history"]>> = await fold.history({ since, limit: 1000 });
    records.push(...page.records);
    since = page.next;
  }
  return records;
}
