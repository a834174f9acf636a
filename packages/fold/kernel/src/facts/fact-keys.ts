import type { Annotation, FactKey, RecordBody } from "@fold/contracts";

/** The keys that a record is filed under, so that any later question finds it without a search. */
export function factKeys(record: RecordBody): readonly FactKey[] {
  const keys = new Set<FactKey>([`batch:${record.batch_id}`]);
  for (const change of record.changes) {
    switch (change.change) {
      case "opened":
      case "restored":
        keys.add(`entry:${change.id}`).add(`touched:${change.id}`);
        break;
      case "closed": {
        keys.add(`entry:${change.id}`).add(`touched:${change.id}`);
        const { successor, closed_with } = change.after;
        if (successor !== null) keys.add(`entry:${successor}`).add(`touched:${successor}`);
        if (closed_with !== null) keys.add(`closed_with:${closed_with}`);
        break;
      }
      case "changed":
        keys.add(`touched:${change.id}`);
        break;
      case "budget":
      case "shown_on":
      case "checked":
        break;
    }
  }
  if (record.annotation !== undefined) {
    keys.add("annotation:");
    addAnnotated(keys, record.annotation);
  }
  for (const { annotation } of record.acknowledged ?? []) {
    keys.add(`acknowledged:${annotation.annotation_id}`);
    addAnnotated(keys, annotation);
  }
  return [...keys];
}

function addAnnotated(keys: Set<FactKey>, annotation: Annotation): void {
  for (const id of [annotation.entry_id, annotation.shown_on]) {
    if (id !== null) keys.add(`annotated:${id}`).add(`touched:${id}`);
  }
}

/** Entries (null: the root layer) that a record changed. */
export function changedIds(record: RecordBody): readonly (string | null)[] {
  const ids = record.changes.flatMap((change) => ("id" in change ? [change.id] : []));
  const annotated = (record.acknowledged ?? []).map(
    ({ annotation }) => annotation.shown_on ?? annotation.entry_id,
  );
  return [...new Set([...ids, ...annotated])];
}
