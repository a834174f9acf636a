/**
 * Sees that a plain request is sound without the schemas, for a process that starts to send one
 * request and ends: building them takes longer than all else it does.
 *
 * The schemas remain the one authority. What is returned here is, to the order of its members, what
 * they return; a property holds the two together. Null says nothing of the request but that it is
 * not plain: then the schemas have the word.
 */
import { parseDuration } from "./durations.js";
import { parseInstant } from "./instants.js";
import { LIMITS } from "./limits.js";
import { ENTRY_ID, KIND, REQUEST_ID } from "./patterns.js";
import type { AnnotationRequest, Batch } from "./schema/batch.js";
import type { CommitContext } from "./store-port.js";
import { type TextFault, textFault } from "./text.js";
import { TIERS } from "./tiers.js";

/** The value as the schema would return it, or undefined where the schema should look at it. */
type Read = (value: unknown) => unknown;
type Table = readonly (readonly [name: string, read: Read, presence?: "required"])[];

const matching =
  (pattern: RegExp): Read =>
  (value) =>
    typeof value === "string" && pattern.test(value) ? value : undefined;

/** Lengths are compared in UTF-16 units, of which there are never fewer than code points. */
const text =
  (
    max: number,
    rule: { readonly lines: "one" | "many"; readonly trimmed?: boolean },
    min = 1,
  ): Read =>
  (value) => {
    if (typeof value !== "string" || value.length < min || value.length > max) return undefined;
    const fault: TextFault | null = textFault(value, rule);
    return fault === null ? value : undefined;
  };

const orNull =
  (read: Read): Read =>
  (value) =>
    value === null ? null : read(value);

const instant: Read = (value) =>
  typeof value === "string" ? (parseInstant(value) ?? undefined) : undefined;

const time: Read = (value) => {
  if (typeof value !== "string" || !value.startsWith("P")) return instant(value);
  return parseDuration(value) === null ? undefined : value;
};

const integer: Read = (value) => (Number.isSafeInteger(value) ? value : undefined);
const count: Read = (value) =>
  integer(value) !== undefined && Number(value) >= 0 ? value : undefined;
const tier: Read = (value) => TIERS.find((known) => known === value);
const flag: Read = (value) => (typeof value === "boolean" ? value : undefined);
const word =
  (...words: readonly string[]): Read =>
  (value) =>
    words.find((known) => known === value);

const many = { lines: "many" } as const;
const id = matching(ENTRY_ID);
const note = orNull(text(LIMITS.textCharacters, many));
const why = orNull(text(LIMITS.whyCharacters, many));

const list =
  (max: number, read: Read): Read =>
  (value) => {
    if (!Array.isArray(value) || value.length > max) return undefined;
    const items = value.map(read);
    return items.includes(undefined) ? undefined : items;
  };

/** Reads exactly the members of a table, in its order. */
const members =
  (table: Table): Read =>
  (value) => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
    if (Object.getPrototypeOf(value) !== Object.prototype) return undefined;
    const given = value as Readonly<Record<string, unknown>>;
    const read: Record<string, unknown> = {};
    let found = 0;
    for (const [name, readMember, presence] of table) {
      if (!Object.hasOwn(given, name)) {
        if (presence === "required") return undefined;
        continue;
      }
      const member = readMember(given[name]);
      if (member === undefined) return undefined;
      read[name] = member;
      found += 1;
    }
    return Reflect.ownKeys(given).length === found ? read : undefined;
  };

const source = members([
  ["id", text(LIMITS.sourceIdCharacters, { lines: "one", trimmed: true }), "required"],
  ["origin", text(LIMITS.sourceOriginCharacters, { lines: "one", trimmed: true }), "required"],
  ["ref", text(LIMITS.sourceRefCharacters, { lines: "one" })],
  ["text", text(LIMITS.recordBytes, many)],
]);

/** One source at most: two could share an id, and one without a ref and a text is no source. */
const sources: Read = (value) => {
  const read = list(1, source)(value);
  const first = Array.isArray(read) ? (read[0] as object | undefined) : undefined;
  return first === undefined || "ref" in first || "text" in first ? read : undefined;
};

const title = text(LIMITS.titleCharacters, { lines: "one", trimmed: true });

/** `declare` and `patch` have the same members; the first needs some of them. */
const fields = (presence?: "required"): Table => [
  ["op", word("declare", "patch"), "required"],
  ["id", id, "required"],
  ["title", title, ...asked(presence)],
  ["tier", tier, ...asked(presence)],
  ["kind", matching(KIND), ...asked(presence)],
  ["summary", orNull(text(LIMITS.summaryCharacters, many, 0))],
  ["parent", orNull(id)],
  ["due_at", orNull(time)],
  ["stale_after", orNull(time)],
  ["sources", orNull(sources)],
  ["child_budget", orNull(integer)],
  ["why", why],
];

function asked(presence: "required" | undefined): [] | ["required"] {
  return presence === undefined ? [] : [presence];
}

const BY_OP: Readonly<Record<string, Read>> = {
  declare: members(fields("required")),
  patch: members(fields()),
  withdraw: members([
    ["op", word("withdraw"), "required"],
    ["id", id, "required"],
    [
      "reason",
      members([
        ["code", word("done", "obsolete", "mistaken", "delegated", "other"), "required"],
        ["text", note],
      ]),
      "required",
    ],
    ["subtree", orNull(flag)],
    ["why", why],
  ]),
};

const declaration: Read = (value) => {
  const op = typeof value === "object" && value !== null && "op" in value ? value.op : undefined;
  return typeof op === "string" && Object.hasOwn(BY_OP, op) ? BY_OP[op]?.(value) : undefined;
};

const batch = members([
  ["batch_id", matching(REQUEST_ID), "required"],
  ["base_revision", orNull(count)],
  ["note", note],
  ["declarations", list(LIMITS.declarationsPerBatch, declaration)],
  [
    "acknowledges",
    list(
      Number.MAX_SAFE_INTEGER,
      members([
        ["annotation_id", matching(REQUEST_ID), "required"],
        ["note", note],
      ]),
    ),
  ],
]);

const annotation = members([
  ["annotation_id", matching(REQUEST_ID), "required"],
  ["entry_id", orNull(id), "required"],
  ["text", text(LIMITS.textCharacters, many), "required"],
]);

const context = members([
  ["actor", text(LIMITS.actorCharacters, { lines: "one" }), "required"],
  ["now", instant, "required"],
  ["check", flag],
]);

/** A batch that is sound and plain, as `parseBatch` returns it; otherwise null. */
export function plainBatch(input: unknown): Batch | null {
  return (batch(input) as Batch | undefined) ?? null;
}

/** An annotation request that is sound and plain; otherwise null. */
export function plainAnnotationRequest(input: unknown): AnnotationRequest | null {
  return (annotation(input) as AnnotationRequest | undefined) ?? null;
}

/** What a call says besides its request, where it is sound; otherwise null. */
export function plainContext(input: unknown): CommitContext | null {
  return (context(input) as CommitContext | undefined) ?? null;
}
