/** What is listed says the same as what is judged, as far as a plain schema can. */
import { fc, test } from "@fast-check/vitest";
import { batchSchema, declarationSchema, parseBatch, TIERS } from "@fold/contracts";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect } from "vitest";
import * as z from "zod/mini";
import { schemasOf } from "../src/tools/schemas.js";

const ajv = new Ajv2020({ strict: true, strictTypes: false, allowUnionTypes: true });
const listed = ajv.compile(schemasOf("commit").input);

const numRuns = Number(process.env["FOLD_PROP_RUNS"] ?? 300);

const id = fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9._:/@#+-]{0,20}$/);
const requestId = fc.stringMatching(/^[!-~]{1,30}$/);
const title = fc.stringMatching(/^[a-z\u4e00-\u4fff]{1,40}$/);
const time = fc.constantFrom("P3D", "PT4H", "2026-12-01T09:00:00+01:00", "2026-12-01T09:00:00Z");
const orNull = <Value>(arbitrary: fc.Arbitrary<Value>) => fc.option(arbitrary, { nil: null });

const source = fc.record(
  { id: title, origin: title, ref: title, reading: orNull(title), event_at: orNull(time) },
  { requiredKeys: ["id", "origin", "ref"] },
);
const clearable = {
  summary: orNull(title),
  parent: orNull(id),
  due_at: orNull(time),
  stale_after: orNull(time),
  sources: orNull(fc.array(source, { maxLength: 2 })),
  child_budget: orNull(fc.integer({ min: -9, max: 2048 })),
  why: orNull(title),
};
const patchable = {
  title,
  tier: fc.constantFrom(...TIERS),
  kind: fc.stringMatching(/^[a-z][a-z0-9-]{0,10}$/),
  ...clearable,
};
const ids = fc.array(id, { minLength: 1, maxLength: 3 });
const reason = fc.record(
  { code: fc.constantFrom("done", "obsolete", "other"), text: orNull(title) },
  { requiredKeys: ["code"] },
);
const op = <Op extends string>(name: Op) => fc.constant(name);
const subtree = orNull(fc.boolean());

const declaration = fc.oneof(
  fc.record(
    { op: op("declare"), id, ...patchable },
    { requiredKeys: ["op", "id", "title", "tier", "kind"] },
  ),
  fc.record({ op: op("patch"), id, ...patchable }, { requiredKeys: ["op", "id"] }),
  fc.record(
    { op: op("supersede"), id, replaces: ids, ...patchable },
    { requiredKeys: ["op", "id", "replaces", "title", "tier"] },
  ),
  fc.record(
    { op: op("merge"), into: id, from: ids, ...patchable },
    { requiredKeys: ["op", "into", "from"] },
  ),
  fc.record({ op: op("withdraw"), id, reason, subtree }, { requiredKeys: ["op", "id", "reason"] }),
  fc.record({ op: op("restore"), id, subtree, ...patchable }, { requiredKeys: ["op", "id"] }),
  fc.record({ op: op("budget"), layer: orNull(id), budget: fc.integer() }),
);
const batch = fc.record(
  {
    batch_id: requestId,
    base_revision: orNull(fc.nat()),
    note: orNull(title),
    declarations: fc.array(declaration, { maxLength: 4 }),
    acknowledges: fc.array(fc.record({ annotation_id: requestId }), { maxLength: 2 }),
  },
  { requiredKeys: ["batch_id"] },
);

test.prop([batch], { numRuns })("no batch that is lawful is kept back by the listing", (given) => {
  fc.pre(parseBatch(given).ok);
  expect(listed(given), ajv.errorsText(listed.errors)).toBe(true);
});

test.prop([batch, fc.constantFrom(...["tags", "colour", "actor", "now", "op"])], { numRuns })(
  "a member that no batch has is kept back by both",
  (given, name) => {
    const more = { ...given, [name]: 1 };
    expect([parseBatch(more).ok, listed(more)]).toEqual([false, false]);
  },
);

describe("what a listed schema is made of", () => {
  const tools = (["state", "commit", "annotate", "history"] as const).map(schemasOf);
  const keywordsIn = (node: unknown): readonly string[] => {
    if (typeof node !== "object" || node === null) return [];
    return Object.entries(node).flatMap(([name, value]) =>
      // The names of members are no keywords.
      name === "properties"
        ? Object.values(value).flatMap(keywordsIn)
        : [name, ...keywordsIn(value)],
    );
  };

  test("no reference and no composition, which clients drop", () => {
    const used = new Set(
      tools.flatMap(({ input, output }) => [...keywordsIn(input), ...keywordsIn(output)]),
    );
    const unsafe = [
      "$ref",
      "$defs",
      "anyOf",
      "oneOf",
      "allOf",
      "not",
      "if",
      "const",
      "format",
      "$schema",
    ];
    for (const keyword of unsafe) expect(used).not.toContain(keyword);
  });

  test("an object at the top, closed to members that nobody knows", () => {
    for (const { input, output } of tools) {
      expect(input).toMatchObject({ type: "object", additionalProperties: false });
      expect(output).toMatchObject({ type: "object" });
    }
  });

  test("every operation and every member of the contract, and none besides", () => {
    const json = z.toJSONSchema(declarationSchema, { io: "input", unrepresentable: "any" });
    const members = (json.oneOf ?? []).flatMap(({ properties = {} }) => Object.entries(properties));
    const { properties } = listedDeclaration();
    expect(Object.keys(properties).sort()).toEqual(
      [...new Set(members.map(([name]) => name))].sort(),
    );
    const ops = members.flatMap(([name, schema]) =>
      name === "op" && typeof schema === "object" ? [schema.const] : [],
    );
    expect(properties["op"]).toMatchObject({ enum: ops });
    const batchMembers = Object.keys(batchSchema.shape);
    const { properties: listedMembers } = schemasOf("commit").input;
    expect(Object.keys(Object(listedMembers)).sort()).toEqual([...batchMembers, "check"].sort());
  });
});

function listedDeclaration(): { readonly properties: Readonly<Record<string, unknown>> } {
  const { properties } = schemasOf("commit").input;
  const { declarations } = Object(properties);
  return declarations.items;
}
