/** Requests as records keep them. See `checks.ts`. */
import { parseDuration } from "../durations.js";
import { parseInstant } from "../instants.js";
import { LIMITS } from "../limits.js";
import { ENTRY_ID, KIND, REQUEST_ID } from "../patterns.js";
import { TIERS } from "../tiers.js";
import {
  type Check,
  count,
  flag,
  instant,
  integer,
  isPlainObject,
  list,
  matching,
  members,
  orNull,
  text,
  variants,
  word,
} from "./checks.js";

export const entryId = matching(ENTRY_ID);
export const requestId = matching(REQUEST_ID);
export const kind = matching(KIND);
export const tier = word(...TIERS);
export const actor = text({ max: LIMITS.actorCharacters, lines: "one" });
export const title = text({ max: LIMITS.titleCharacters, lines: "one", trimmed: true });
export const summary = text({ max: LIMITS.summaryCharacters, min: 0, lines: "many" });
export const longText = text({ max: LIMITS.textCharacters, lines: "many" });
export const why = text({ max: LIMITS.whyCharacters, lines: "many" });

const sourceText = text({ lines: "many" });
export const sourceNames = {
  id: text({ max: LIMITS.sourceIdCharacters, lines: "one", trimmed: true }),
  origin: text({ max: LIMITS.sourceOriginCharacters, lines: "one", trimmed: true }),
};
export const sourceTexts = {
  ref: text({ max: LIMITS.sourceRefCharacters, lines: "one" }),
  text: sourceText,
  reading: sourceText,
  provenance: text({ max: LIMITS.sourceProvenanceCharacters, lines: "many" }),
};

const instantInput: Check = (value) =>
  instant(value) || (typeof value === "string" && parseInstant(value) !== null);
const timeInput: Check = (value) =>
  typeof value === "string" && value.startsWith("P")
    ? parseDuration(value) !== null
    : instantInput(value);

const sourceMembers = members(sourceNames, {
  ref: orNull(sourceTexts.ref),
  text: orNull(sourceTexts.text),
  reading: orNull(sourceTexts.reading),
  event_at: orNull(instantInput),
  observed_at: orNull(instantInput),
  provenance: orNull(sourceTexts.provenance),
});

const source: Check = (value) =>
  sourceMembers(value) &&
  isPlainObject(value) &&
  ((value["ref"] ?? null) !== null || (value["text"] ?? null) !== null);

const sourceList = list(source, { max: LIMITS.sourcesPerEntry });

const sources: Check = (value) =>
  sourceList(value) &&
  Array.isArray(value) &&
  (value.length < 2 || new Set(value.map(({ id }) => id)).size === value.length);

const clearable = {
  summary: orNull(summary),
  parent: orNull(entryId),
  due_at: orNull(timeInput),
  stale_after: orNull(timeInput),
  sources: orNull(sources),
  child_budget: orNull(integer),
  why: orNull(why),
};
const patchable = { title, tier, kind, ...clearable };
const ids = list(entryId, { min: 1, max: LIMITS.declarationsPerBatch });

const reasonMembers = members(
  { code: word("done", "obsolete", "mistaken", "delegated", "deferred", "other") },
  { text: orNull(longText), until: orNull(timeInput) },
);
const reason: Check = (value) =>
  reasonMembers(value) &&
  isPlainObject(value) &&
  (value["code"] === "deferred" || (value["until"] ?? null) === null);

const supersedeMembers = members(
  { op: word("supersede"), id: entryId, replaces: ids, title, tier },
  { kind, ...clearable },
);
const supersede: Check = (value) =>
  supersedeMembers(value) &&
  isPlainObject(value) &&
  (Object.hasOwn(value, "kind") ||
    (Array.isArray(value["replaces"]) && value["replaces"].length === 1));

const declaration = variants("op", {
  declare: members({ op: word("declare"), id: entryId, title, tier, kind }, clearable),
  patch: members({ op: word("patch"), id: entryId }, patchable),
  supersede,
  merge: members({ op: word("merge"), into: entryId, from: ids }, patchable),
  withdraw: members(
    { op: word("withdraw"), id: entryId, reason },
    { subtree: orNull(flag), why: orNull(why) },
  ),
  restore: members({ op: word("restore"), id: entryId }, { subtree: orNull(flag), ...patchable }),
  budget: members(
    { op: word("budget"), layer: orNull(entryId), budget: integer },
    { why: orNull(why) },
  ),
});

const batch = members(
  { batch_id: requestId },
  {
    base_revision: orNull(count),
    note: orNull(longText),
    declarations: list(declaration, { max: LIMITS.declarationsPerBatch }),
    acknowledges: list(members({ annotation_id: requestId }, { note: orNull(longText) })),
  },
);

const annotation = members({
  annotation_id: requestId,
  entry_id: orNull(entryId),
  text: longText,
});

/** A batch or an annotation. */
export const request: Check = (value) => batch(value) || annotation(value);
