/** The receipt of a record. What it repeats of its record is derived, not stored a second time. */
import type { Accepted, BriefChange, Change, EntryFields, RecordBody } from "@fold/contracts";
import { DECLARED_FIELDS, type DeclaredField } from "@fold/contracts/values";
import { copyOf } from "../copy.js";

export function receipt(record: RecordBody): Accepted {
  return {
    outcome: "accepted",
    duplicate: false,
    batch_id: record.batch_id,
    type: record.type,
    event_seq: record.event_seq,
    revision: record.revision,
    at: record.at,
    actor: record.actor,
    changes: record.changes.flatMap(briefChanges),
    acknowledged: (record.acknowledged ?? []).map(({ annotation }) => annotation.annotation_id),
    layers: copyOf(record.receipt.layers),
    warnings: copyOf(record.receipt.warnings),
  };
}

function briefChanges(change: Change): readonly BriefChange[] {
  switch (change.change) {
    case "opened":
      return [{ id: change.id, change: "declared" }];
    case "restored":
      return [{ id: change.id, change: "restored" }];
    case "closed": {
      const { status, successor } = change.after;
      return [{ id: change.id, change: status, ...(successor === null ? {} : { to: successor }) }];
    }
    case "changed":
      return DECLARED_FIELDS.filter((field) => field in change.after).map((field) =>
        briefField(change.id, field, change.before, change.after),
      );
    case "budget":
      return [{ id: null, change: "budget", from: change.before, to: change.after }];
    case "shown_on":
    case "checked":
      return [];
  }
}

/** Long fields are named only; both versions stand in the record. */
function briefField(
  id: string,
  field: DeclaredField,
  before: EntryFields,
  after: EntryFields,
): BriefChange {
  if (field === "summary" || field === "sources") return { id, change: field };
  return { id, change: field, from: before[field] ?? null, to: after[field] ?? null };
}
