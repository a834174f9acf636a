import { fc } from "@fast-check/vitest";
import { TIERS } from "@fold/contracts";

const entryIds = fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9._:/@#+-]{0,12}$/);
const requestIds = fc.stringMatching(/^[!-~]{1,20}$/);
const kinds = fc.stringMatching(/^[a-z][a-z0-9-]{0,10}$/);
const words = fc.stringMatching(/^[\p{L}\p{N}\p{So}]{1,20}$/u);
const lines = fc
  .array(
    fc.oneof(words, fc.constantFrom(" ", "\n", "\t", "\r\n", "\u{1F984}", "\ufeff", "\u202e")),
    {
      minLength: 1,
      maxLength: 6,
    },
  )
  .map((parts) => parts.join(""));
const tiers = fc.constantFrom(...TIERS);
const instants = fc
  .tuple(
    fc.date({ min: new Date("0002-01-01"), max: new Date("9998-01-01"), noInvalidDate: true }),
    fc.constantFrom("Z", "z", "+05:45", "-07:00", "123Z"),
  )
  .map(([date, end]) => date.toISOString().replace("Z", end));
const durations = fc.constantFrom("P1D", "PT36H", "P2W", "P1DT2H3M4S", "PT0S");
const times = fc.oneof(instants, durations);
const integers = fc.integer({ min: -5, max: 2000 });

/** Sometimes there, sometimes null, sometimes left out. */
type Members = Record<string, fc.Arbitrary<unknown>>;
const some = (required: Members, clearable: Members, optional: Members = {}) =>
  fc.record(
    {
      ...required,
      ...optional,
      ...Object.fromEntries(
        Object.entries(clearable).map(([name, values]) => [name, fc.option(values)]),
      ),
    },
    { requiredKeys: Object.keys(required) },
  );

const sourceFields = {
  reading: lines,
  event_at: instants,
  observed_at: instants,
  provenance: lines,
};
const sources = fc.uniqueArray(
  fc.oneof(
    some({ id: words, origin: words, ref: words }, { text: lines, ...sourceFields }),
    some({ id: words, origin: words, text: lines }, { ref: words, ...sourceFields }),
  ),
  { maxLength: 3, selector: (source) => String(Object(source)["id"]) },
);

const clearable = {
  summary: lines,
  parent: entryIds,
  due_at: times,
  stale_after: times,
  sources,
  child_budget: integers,
  why: lines,
};
const stated = { title: words, tier: tiers, kind: kinds };
const entryLists = fc.array(entryIds, { minLength: 1, maxLength: 3 });

const op = (name: string) => fc.constant(name);
const reasons = fc.oneof(
  some({ code: fc.constant("deferred") }, { text: lines, until: times }),
  some(
    { code: fc.constantFrom("done", "obsolete", "mistaken", "delegated", "other") },
    { text: lines },
  ),
);

/** Any declaration that passes its schema, whatever the kernel may think of it. */
export const arbitraryDeclaration: fc.Arbitrary<Record<string, unknown>> = fc.oneof(
  some({ op: op("declare"), id: entryIds, ...stated }, clearable),
  some({ op: op("patch"), id: entryIds }, clearable, stated),
  some({ op: op("supersede"), id: entryIds, replaces: entryLists, ...stated }, clearable),
  some({ op: op("merge"), into: entryIds, from: entryLists }, clearable, stated),
  some(
    { op: op("withdraw"), id: entryIds, reason: reasons },
    { subtree: fc.boolean(), why: lines },
  ),
  some({ op: op("restore"), id: entryIds }, { subtree: fc.boolean(), ...clearable }, stated),
  some({ op: op("budget"), layer: fc.option(entryIds), budget: integers }, { why: lines }),
);

/** Any batch that passes its schema. */
export const arbitraryBatch: fc.Arbitrary<Record<string, unknown>> = some(
  { batch_id: requestIds },
  { base_revision: fc.nat(), note: lines },
  {
    declarations: fc.array(arbitraryDeclaration, { maxLength: 5 }),
    acknowledges: fc.array(some({ annotation_id: requestIds }, { note: lines }), { maxLength: 3 }),
  },
);

/** Any annotation request that passes its schema. */
export const arbitraryAnnotation = fc.record({
  annotation_id: requestIds,
  entry_id: fc.option(entryIds),
  text: lines,
});

/** A batch with one thing about it spoiled: a member removed, added, or of another type. */
export const spoiledBatch: fc.Arbitrary<unknown> = spoiledOf(arbitraryBatch);

/** Values of a kind with one thing about each spoiled. */
export function spoiledOf(values: fc.Arbitrary<Record<string, unknown>>): fc.Arbitrary<unknown> {
  return fc
    .tuple(values, fc.nat(), fc.constantFrom("remove", "add", "retype"), fc.jsonValue())
    .map(([value, choice, how, by]) => spoil(structuredClone(value), { choice, how, value: by }));
}

interface Spoiling {
  readonly choice: number;
  readonly how: string;
  readonly value: unknown;
}

function spoil(batch: Record<string, unknown>, { choice, how, value }: Spoiling): unknown {
  const objects = objectsIn(batch);
  const target = objects[choice % objects.length] ?? batch;
  const names = Object.keys(target);
  const name = names[choice % names.length] ?? "x";
  if (how === "remove") delete target[name];
  if (how === "retype") target[name] = value;
  if (how === "add") target["surplus"] = value;
  return batch;
}

function objectsIn(value: unknown): Record<string, unknown>[] {
  if (typeof value !== "object" || value === null) return [];
  const below = Object.values(value).flatMap(objectsIn);
  return Array.isArray(value) ? below : [value as Record<string, unknown>, ...below];
}
