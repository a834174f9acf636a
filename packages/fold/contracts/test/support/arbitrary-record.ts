/** Records as a store might keep them, and values that stand close to every border of the rules. */
import { fc } from "@fast-check/vitest";
import { TIERS } from "@fold/contracts";
import { arbitraryAnnotation, arbitraryBatch } from "./arbitrary-batch.js";

const op = (name: string) => fc.constant(name);
const id = fc.constantFrom("a", "release/2", "x".repeat(128));
const actor = fc.constantFrom("agent", "王", "\u{1F984}", "x".repeat(128));
const words = fc.constantFrom("ok", "两个字", "\u{1F984}", "x".repeat(128));
const instant = fc.constantFrom(
  "2026-01-01T00:00:00.000Z",
  "2024-02-29T23:59:59.999Z",
  "0001-01-01T00:00:00.000Z",
  "9999-12-31T23:59:59.999Z",
);
const count = fc.nat();
const sha256 = fc.constant("0123456789abcdef".repeat(4));
const tier = fc.constantFrom(...TIERS);
const kind = fc.constantFrom("info", "risk", "x-1");
const orNull = <Value>(values: fc.Arbitrary<Value>) => fc.option(values, { freq: 3 });

type Members = Record<string, fc.Arbitrary<unknown>>;
const some = (required: Members, optional: Members = {}) =>
  fc.record({ ...required, ...optional }, { requiredKeys: Object.keys(required) });
const upTo = (max: number, items: fc.Arbitrary<unknown>) => fc.array(items, { maxLength: max });

const source = some(
  { id: words, origin: words },
  {
    ref: words,
    text: words,
    reading: words,
    event_at: instant,
    observed_at: instant,
    provenance: words,
  },
);
const saved = {
  annotation_id: id,
  entry_id: orNull(id),
  shown_on: orNull(id),
  text: words,
  actor,
  at: instant,
  event_seq: count,
};
const annotation = some(saved);
const acknowledgement = some({
  at: instant,
  actor,
  note: orNull(words),
  event_seq: count,
  revision: count,
});
const acknowledgedAnnotation = some({ ...saved, acknowledged: acknowledgement });
const annotations = some({
  total: count,
  pending: count,
  acknowledged: upTo(1, acknowledgedAnnotation),
});
const declared = {
  title: words,
  summary: orNull(words),
  kind,
  tier,
  parent: orNull(id),
  due_at: orNull(instant),
  stale_after: orNull(instant),
  sources: upTo(2, source),
  child_budget: orNull(count),
};
const entryMembers = {
  id,
  ...declared,
  owner: actor,
  declared_at: instant,
  declared_seq: count,
  updated_at: instant,
  annotations,
};
const entry = some(entryMembers);
const someFields = some({}, { ...declared, updated_at: instant, annotations });
const codes = fc.constantFrom("done", "obsolete", "mistaken", "delegated", "deferred", "other");
const closing = {
  status: fc.constantFrom("withdrawn", "superseded", "merged"),
  closed_at: instant,
  closed_seq: count,
  reason: orNull(some({ code: codes }, { text: words, until: instant })),
  successor: orNull(id),
  closed_with: orNull(id),
};
const because = { why: words };

const change = fc.oneof(
  some(
    {
      id,
      change: op("opened"),
      by: fc.constantFrom("declare", "supersede", "merge"),
      after: entry,
    },
    because,
  ),
  some(
    { id, change: op("restored"), before: some({ ...entryMembers, ...closing }), after: entry },
    because,
  ),
  some({ id, change: op("closed"), before: entry, after: some(closing) }, because),
  some({ id, change: op("changed"), before: someFields, after: someFields }, because),
  some({ id: fc.constant(null), change: op("budget"), before: count, after: count }, because),
  some({ annotation_id: id, change: op("shown_on"), before: orNull(id), after: id }),
  some({ change: op("checked"), before: orNull(instant), after: instant }),
);

const warning = fc.oneof(
  some({ code: op("clock_went_back"), previous_at: instant }),
  some({ code: op("tail_cut"), bytes: count }),
  some({ code: op("cache_not_saved"), reason: words }),
  some({ code: op("synced_length_not_saved"), reason: words }),
  some({ code: op("cache_discarded"), file: words, reason: words }),
);

/** A sound record. It is cloned, for JSON knows one prototype only. */
export const arbitraryRecord: fc.Arbitrary<Record<string, unknown>> = some(
  {
    v: fc.constant(1),
    event_seq: count,
    type: fc.constantFrom("commit", "acknowledge", "checked", "annotation"),
    batch_id: id,
    digest: sha256,
    actor,
    at: instant,
    revision: count,
    request: fc.oneof(arbitraryBatch, arbitraryAnnotation),
    changes: upTo(2, change),
    receipt: some({
      layers: upTo(2, some({ id: orNull(id), budget: count, used: count, free: count })),
      warnings: upTo(1, warning),
    }),
    prev: sha256,
    hash: sha256,
  },
  {
    acknowledged: upTo(
      1,
      some({
        annotation,
        note: orNull(words),
        displaced: orNull(acknowledgedAnnotation),
        surfaced: orNull(annotation),
      }),
    ),
    annotation,
  },
).map((record) => structuredClone(record));

/** What may be wrong in one place and right in another. */
const BORDERS: readonly unknown[] = [
  ..."|x| a|a |a\nb|a\tb|\ud800|a\u0000|\u2028|\u0085|\u{1F984}|é|-x|Info|XXXL|done|P1D|P1Y|P2W".split(
    "|",
  ),
  ...[129, 160, 161, 500, 501, 2048, 2049, 4000, 4001, 8000, 8001].map((many) => "x".repeat(many)),
  ...[128, 160].map((many) => "\u{1F984}".repeat(many)),
  "2026-02-29T00:00:00.000Z",
  "2026-02-30T00:00:00.000Z",
  "2026-04-31T00:00:00.000Z",
  "2026-12-31T00:00:00.000Z",
  "0000-01-01T00:00:00.000Z",
  "2026-01-01T24:00:00.000Z",
  "2026-01-01T00:00:60.000Z",
  "2026-01-01T00:60:00.000Z",
  "2026-01-01T00:00:00Z",
  "2026-01-01T00:00:00.000+00:00",
  "2026-01-01T00:00:00.000Z\n",
  "2026-13-01T00:00:00.000Z",
  "2026-00-01T00:00:00.000Z",
  "2026-01-00T00:00:00.000Z",
  "A".repeat(64),
  "a".repeat(63),
  "a".repeat(64),
  `${"a".repeat(64)}\n`,
  ...[-1, -0, 0, 1.5, 2 ** 53, Number.NaN, Number.POSITIVE_INFINITY, true, null, undefined],
  [],
  {},
  ["a"],
  ["a", "a"],
  Array(257).fill("a"),
];

/** A record, and each record that differs from it in one place only. */
export function* differingOnce(
  record: Record<string, unknown>,
  change: (holder: Holder, name: string) => void,
): Generator<unknown> {
  yield record;
  for (let place = 0; ; place += 1) {
    const copy = structuredClone(record);
    const found = placesIn(copy)[place];
    if (found === undefined) return;
    change(found.holder, found.name);
    yield copy;
  }
}

/** A change of one place: another value there, or none, or one more beside it. */
export const arbitraryChange = fc.oneof(
  {
    weight: 20,
    arbitrary: fc.constantFrom(...BORDERS).map((value) => (holder: Holder, name: string) => {
      holder[name] = value;
    }),
  },
  fc.constant((holder: Holder, name: string) => {
    delete holder[name];
  }),
  fc.constantFrom("surplus", "__proto__", "constructor").map((name) => (holder: Holder) => {
    Object.defineProperty(holder, name, { value: {}, enumerable: true });
  }),
);

type Holder = Record<string, unknown>;

interface Place {
  readonly holder: Holder;
  readonly name: string;
}

/** Every member and item, at any depth. */
function placesIn(value: unknown): readonly Place[] {
  if (typeof value !== "object" || value === null) return [];
  const holder = value as Holder;
  return Object.keys(holder).flatMap((name) => [{ holder, name }, ...placesIn(holder[name])]);
}
