/**
 * Sees that a record is sound without its schema, which takes several times as long as all else that
 * is done to check a log of a million records.
 *
 * The schema remains the one authority: what is found sound here is sound to it, and a property holds
 * the two together. False says nothing of the record but that the schema should look at it.
 */
import type { DECLARED_FIELDS } from "../declared-fields.js";
import {
  anyText,
  type Check,
  count,
  instant,
  list,
  matching,
  members,
  orNull,
  variants,
  word,
} from "./checks.js";
import {
  actor,
  entryId,
  kind,
  longText,
  request,
  requestId,
  sourceNames,
  sourceTexts,
  summary,
  tier,
  title,
  why,
} from "./requests.js";

const sha256 = matching(/^[0-9a-f]{64}$/);

const source = members(sourceNames, { ...sourceTexts, event_at: instant, observed_at: instant });

const saved = {
  annotation_id: requestId,
  entry_id: orNull(entryId),
  shown_on: orNull(entryId),
  text: longText,
  actor,
  at: instant,
  event_seq: count,
};
const annotation = members(saved);
const acknowledgedAnnotation = members({
  ...saved,
  acknowledged: members({
    at: instant,
    actor,
    note: orNull(longText),
    event_seq: count,
    revision: count,
  }),
});
const annotations = members({
  total: count,
  pending: count,
  acknowledged: list(acknowledgedAnnotation),
});

const declared = {
  title,
  summary: orNull(summary),
  kind,
  tier,
  parent: orNull(entryId),
  due_at: orNull(instant),
  stale_after: orNull(instant),
  sources: list(source),
  child_budget: orNull(count),
} satisfies Readonly<Record<(typeof DECLARED_FIELDS)[number], Check>>;

const entryMembers = {
  id: entryId,
  ...declared,
  owner: actor,
  declared_at: instant,
  declared_seq: count,
  updated_at: instant,
  annotations,
};
const entry = members(entryMembers);
const someFields = members({}, { ...declared, updated_at: instant, annotations });

const closing = {
  status: word("withdrawn", "superseded", "merged"),
  closed_at: instant,
  closed_seq: count,
  reason: orNull(
    members(
      { code: word("done", "obsolete", "mistaken", "delegated", "deferred", "other") },
      { text: longText, until: instant },
    ),
  ),
  successor: orNull(entryId),
  closed_with: orNull(entryId),
};

const because = { why };
const change = variants("change", {
  opened: members(
    {
      id: entryId,
      change: word("opened"),
      by: word("declare", "supersede", "merge"),
      after: entry,
    },
    because,
  ),
  restored: members(
    {
      id: entryId,
      change: word("restored"),
      before: members({ ...entryMembers, ...closing }),
      after: entry,
    },
    because,
  ),
  closed: members(
    { id: entryId, change: word("closed"), before: entry, after: members(closing) },
    because,
  ),
  changed: members(
    { id: entryId, change: word("changed"), before: someFields, after: someFields },
    because,
  ),
  budget: members(
    { id: (value) => value === null, change: word("budget"), before: count, after: count },
    because,
  ),
  shown_on: members({
    annotation_id: requestId,
    change: word("shown_on"),
    before: orNull(entryId),
    after: entryId,
  }),
  checked: members({ change: word("checked"), before: orNull(instant), after: instant }),
});

const acknowledged = members({
  annotation,
  note: orNull(longText),
  displaced: orNull(acknowledgedAnnotation),
  surfaced: orNull(annotation),
});

const warning = variants("code", {
  clock_went_back: members({ code: word("clock_went_back"), previous_at: instant }),
  tail_cut: members({ code: word("tail_cut"), bytes: count }),
  cache_not_saved: members({ code: word("cache_not_saved"), reason: anyText }),
  synced_length_not_saved: members({ code: word("synced_length_not_saved"), reason: anyText }),
  cache_discarded: members({ code: word("cache_discarded"), file: anyText, reason: anyText }),
});

const record = members(
  {
    v: (value) => value === 1,
    event_seq: count,
    type: word("commit", "acknowledge", "checked", "annotation"),
    batch_id: requestId,
    digest: sha256,
    actor,
    at: instant,
    revision: count,
    request,
    changes: list(change),
    receipt: members({
      layers: list(members({ id: orNull(entryId), budget: count, used: count, free: count })),
      warnings: list(warning),
    }),
    prev: sha256,
    hash: sha256,
  },
  { acknowledged: list(acknowledged), annotation },
);

/** Whether a record is seen to be sound; where not, its schema should be asked. */
export function isPlainRecord(value: unknown): boolean {
  return record(value);
}
