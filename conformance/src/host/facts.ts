/** Answers what a kernel asks about closed and old things by looking through all records. */
import type { ChangedSince, FactKey, FactNeed, Facts, Kernel, LogRecord } from "@fold/contracts";

interface GrowingFacts extends Facts {
  readonly records: Map<FactKey, readonly LogRecord[]>;
  readonly changedSince: Map<number, ChangedSince>;
  readonly pendingAfter: Map<number, readonly LogRecord[]>;
}

/** Asks `lookup` until nothing is missing. */
export function gatherFacts(
  kernel: Kernel,
  records: readonly LogRecord[],
  lookup: (facts: Facts) => readonly FactNeed[],
): Facts {
  const facts: GrowingFacts = {
    records: new Map(),
    changedSince: new Map(),
    pendingAfter: new Map(),
  };
  for (let needs = lookup(facts); needs.length > 0; needs = lookup(facts)) {
    for (const need of needs) answer(kernel, records, facts, need);
  }
  return facts;
}

function answer(
  kernel: Kernel,
  records: readonly LogRecord[],
  facts: GrowingFacts,
  need: FactNeed,
): void {
  switch (need.need) {
    case "records":
      facts.records.set(
        need.key,
        records.filter((record) => kernel.factKeys(record).includes(need.key)),
      );
      break;
    case "changed_since":
      facts.changedSince.set(need.revision, { ids: changedSince(kernel, records, need.revision) });
      break;
    case "pending_after":
      facts.pendingAfter.set(need.event_seq, pendingAfter(records, need));
      break;
  }
}

function changedSince(
  kernel: Kernel,
  records: readonly LogRecord[],
  revision: number,
): readonly (string | null)[] {
  const later = records.filter((record) => record.revision > revision);
  return [...new Set(later.flatMap((record) => kernel.changedIds(record)))];
}

function pendingAfter(
  records: readonly LogRecord[],
  { event_seq, count }: { readonly event_seq: number; readonly count: number },
): readonly LogRecord[] {
  const acknowledged = new Set(
    records.flatMap((record) =>
      (record.acknowledged ?? []).map(({ annotation }) => annotation.annotation_id),
    ),
  );
  return records
    .filter((record) => record.type === "annotation" && record.event_seq > event_seq)
    .filter((record) => !acknowledged.has(record.batch_id))
    .slice(0, count);
}
