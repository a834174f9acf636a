import { describe, expect, test } from "vitest";
import { kernel } from "../src/index.js";
import { declare, given, T0 } from "./given.js";

test("H10 what is shown adds up to what is used", () => {
  const fold = given([declare("a", "L"), declare("b", "S"), declare("c", "XXS", { parent: "a" })]);
  const answer = fold.log.view({ now: T0 });
  const root = answer.ok && answer.view.schema === "fold.state/1" ? answer.view.root : undefined;
  const sum = root?.entries.reduce((total, entry) => total + entry.share, 0);
  expect(sum).toBe(root?.used);
  expect((root?.used ?? 0) + (root?.free ?? 0)).toBe(root?.budget);
});

describe("annotations that move", () => {
  const supersede = (id: string, from: string) =>
    [{ op: "supersede", id, replaces: [from], title: id, tier: "S" }] as const;
  const entryOf = (fold: ReturnType<typeof given>, entry: string) => {
    const answer = fold.log.view({ now: T0, entry });
    return answer.ok && answer.view.schema === "fold.entry/1" ? answer.view.entry : undefined;
  };

  test("an acknowledged annotation is shown on the entry that it has come to", () => {
    const fold = given([declare("a", "S")]);
    fold.annotate("n", "a");
    fold.batch([], { acknowledges: [{ annotation_id: "n" }] });
    fold.batch(supersede("b", "a"));
    expect(entryOf(fold, "b")?.annotations).toMatchObject([{ entry_id: "a", shown_on: "b" }]);
    fold.batch(supersede("c", "b"));
    expect(entryOf(fold, "c")?.annotations).toMatchObject([{ entry_id: "a", shown_on: "c" }]);
  });

  test("whoever wrote on a superseded entry finds there what became of it", () => {
    const fold = given([declare("a", "S")]);
    fold.annotate("n1", "a");
    fold.batch(supersede("b", "a"));
    fold.annotate("n2", "a");
    fold.batch([], { acknowledges: [{ annotation_id: "n1", note: "done" }] });
    fold.batch(supersede("c", "b"));
    expect(entryOf(fold, "a")).toMatchObject({
      annotations: [
        { annotation_id: "n2", status: "saved", shown_on: "c" },
        {
          annotation_id: "n1",
          status: "acknowledged",
          shown_on: "c",
          acknowledged: { note: "done" },
        },
      ],
      annotations_total: 2,
      annotations_pending: 1,
    });
  });
});

test("what a source says is short among others, and whole when its entry is asked for", () => {
  const sources = [
    { id: "short", origin: "mail", text: "é".repeat(500) },
    { id: "long", origin: "mail", text: "𝄞".repeat(501), reading: "y" },
  ];
  const fold = given([declare("a", "S", { sources })]);
  expect(fold.log.view({ now: T0 })).toMatchObject({
    view: {
      root: {
        entries: [
          {
            sources: [
              sources[0],
              {
                id: "long",
                origin: "mail",
                text_head: "𝄞".repeat(500),
                text_chars: 501,
                reading: "y",
              },
            ],
          },
        ],
      },
    },
  });
  expect(fold.log.view({ now: T0, entry: "a" })).toMatchObject({ view: { entry: { sources } } });
});

describe("what readers are given is theirs", () => {
  const scribble = (value: unknown): void => {
    if (typeof value !== "object" || value === null) return;
    for (const [name, item] of Object.entries(value)) {
      scribble(item);
      Object.assign(value, { [name]: "scribbled" });
    }
  };

  test("changing a view, a closed entry, a diff or a receipt changes no state", () => {
    const sources = [{ id: "s", origin: "mail", text: "please" }];
    const fold = given([declare("a", "S", { sources }), declare("w", "XS", { sources })]);
    fold.annotate("n", "a");
    fold.batch([{ op: "withdraw", id: "w", reason: { code: "done", text: "over" } }], {
      acknowledges: [{ annotation_id: "n", note: "seen" }],
    });
    const before = JSON.stringify([kernel.toSnapshot(fold.log.state()), fold.log.records]);
    for (const entry of [undefined, "a", "w"]) {
      scribble(fold.log.view({ now: T0, ...(entry === undefined ? {} : { entry }) }));
    }
    const between = kernel.between(fold.log.records);
    scribble(kernel.diff(kernel.initial, fold.log.state(), between));
    for (const record of fold.log.records) scribble(kernel.receipt(record));
    expect(JSON.stringify([kernel.toSnapshot(fold.log.state()), fold.log.records])).toBe(before);
  });
});

test("attention is exact down the path", () => {
  const fold = given([
    { op: "budget", layer: null, budget: 1024 },
    declare("a", "XXS"),
    declare("b", "XXS", { parent: "a", child_budget: 1024 }),
    declare("c", "XXS", { parent: "b" }),
  ]);
  const answer = fold.log.view({ now: T0, depth: 6 });
  const root = answer.ok && answer.view.schema === "fold.state/1" ? answer.view.root : undefined;
  expect(root?.entries[0]?.attention).toBe("1/1024");
  const layer = root?.entries[0]?.layer;
  const below = layer != null && "entries" in layer ? layer.entries[0] : undefined;
  expect(below?.attention).toBe("1/65536");
  expect(
    kernel.view(fold.log.state(), fold.log.facts({ command: "state", request: { now: T0 } }), {
      now: T0,
      layer: "b",
    }),
  ).toMatchObject({ view: { root: { path: ["a", "b"], entries: [{ attention: "1/67108864" }] } } });
});
