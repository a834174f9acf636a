/** Whatever a model sends, the server answers, and what is not accepted leaves no trace. */
import { fc, test } from "@fast-check/vitest";
import { expect, onTestFinished } from "vitest";
import { batch, connected, declare } from "./support.js";

const numRuns = Number(process.env["FOLD_PROP_RUNS"] ?? 60);

const tools = ["state", "commit", "annotate", "history"] as const;
const lawful = {
  state: { layer: null, depth: 1, format: "brief" },
  commit: batch("b-2", declare("two", { tier: "XXS" }), { op: "patch", id: "one", summary: "S" }),
  annotate: { annotation_id: "a-1", entry_id: "one", text: "Text." },
  history: { entry: "one", lineage: true, limit: 5 },
};
const names = [
  "__proto__",
  "constructor",
  "batch_id",
  "declarations",
  "check",
  "entry",
  "tags",
  "op",
];
const anyObject = fc.dictionary(
  fc.oneof(fc.string(), fc.constantFrom(...names)),
  fc.jsonValue({ maxDepth: 3 }),
  { maxKeys: 6 },
);

/** A lawful request with one of its places, however deep, filled with something else. */
const spoilt = (value: unknown): fc.Arbitrary<unknown> => {
  if (typeof value !== "object" || value === null) return fc.jsonValue({ maxDepth: 2 });
  const keys = Object.keys(value);
  if (keys.length === 0) return fc.jsonValue({ maxDepth: 2 });
  return fc.constantFrom(...keys).chain((key) =>
    fc.oneof(fc.jsonValue({ maxDepth: 2 }), spoilt(Reflect.get(value, key))).map((inner) => {
      if (!Array.isArray(value)) return { ...value, [key]: inner };
      return value.map((item, index) => (String(index) === key ? inner : item));
    }),
  );
};

const call = fc.constantFrom(...tools).chain((tool) =>
  fc.record({
    tool: fc.constant(tool),
    args: fc.oneof(anyObject, spoilt(lawful[tool]) as fc.Arbitrary<Record<string, unknown>>),
  }),
);

test.prop([fc.array(call, { minLength: 1, maxLength: 8 })], { numRuns })(
  "any arguments are answered, and only what is accepted is written",
  async (calls) => {
    const cleanups: (() => unknown)[] = [];
    const { call, client, logText, reports } = await connected((undo) => cleanups.push(undo));
    try {
      await call("commit", batch("b-1", declare("one")));
      for (const { tool, args } of calls) {
        const before = logText();
        const params =
          typeof args === "object" && args !== null && !Array.isArray(args) ? args : {};
        const { isError, value, text } = await call(tool, params);
        expect(value.outcome).not.toBe("bug");
        expect(text).not.toBe("");
        const isWritten = logText() !== before;
        if (isWritten) expect(value).toMatchObject({ outcome: "accepted", duplicate: false });
        if (tool === "commit" || tool === "annotate") {
          expect(isError).toBe(value.outcome !== "accepted");
          const adds = value.outcome === "accepted" && !value.duplicate && value.check !== true;
          expect(isWritten).toBe(adds);
        } else expect(isWritten).toBe(false);
      }
      expect((await client.listTools()).tools).toHaveLength(4);
      expect(reports).toEqual([]);
    } finally {
      for (const undo of cleanups.reverse()) await undo();
    }
  },
);

test.prop([fc.oneof(fc.string(), fc.constantFrom(...names))], { numRuns })(
  "a tool that is not there is an error of the protocol",
  async (name) => {
    const { client } = await connected(onTestFinished);
    fc.pre(!tools.some((tool) => tool === name));
    await expect(client.callTool({ name, arguments: {} })).rejects.toMatchObject({ code: -32602 });
  },
);
