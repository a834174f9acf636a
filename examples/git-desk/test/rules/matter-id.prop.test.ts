import { parseBatch } from "@fold/contracts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { hashedId, matterId, matterIdOf, suffixOf, withSuffix } from "../../src/rules/matter-id.js";

const names = fc.oneof(
  fc.string({ unit: "binary", maxLength: 200 }),
  fc.stringMatching(/^[a-z0-9:#/._@+-]{0,140}$/),
);
const types = fc.constantFrom("branch", "secret", "more");
const suffixes = fc.integer({ min: 1, max: 9_999_999 });

function isEntryId(id: string): boolean {
  const declaration = { op: "declare", id, title: "x", tier: "S", kind: "info" } as const;
  return parseBatch({ batch_id: "b", declarations: [declaration] }).ok;
}

describe("ids of matters", () => {
  it("are entry ids for any name, with any suffix, and can be read back", () => {
    fc.assert(
      fc.property(types, names, suffixes, (type, name, suffix) => {
        const id = matterId(type, name);
        const entryId = withSuffix(id, suffix);
        expect(isEntryId(entryId)).toBe(true);
        expect([matterIdOf(entryId), suffixOf(entryId)]).toEqual([id, suffix]);
      }),
    );
  });

  it("differ where the names differ", () => {
    fc.assert(
      fc.property(types, names, names, (type, one, other) => {
        fc.pre(one !== other);
        expect(matterId(type, one)).not.toBe(matterId(type, other));
        expect(hashedId(type, [one])).not.toBe(hashedId(type, [other]));
      }),
    );
  });
});
