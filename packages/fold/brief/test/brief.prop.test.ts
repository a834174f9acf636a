import type { EntryView, LayerView, StateView } from "@fold/contracts";
import { TIERS } from "@fold/contracts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { brief, LANGUAGES } from "../src/index.js";
import { at, collapsed, entryView, layer, note, stateView } from "./views.js";

/** Text of any kind, with the dangerous characters far more often than chance would give them. */
const dangerous = fc.constantFrom(
  ..."\u0000\u0007\u0009\u000a\u000d\u001b\u007f\u0085\u009b\u061c\u200e\u200f\u2028\u2029",
  ..."\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\ufeff\ud800\udc00",
);
const text = fc
  .array(fc.oneof(dangerous, fc.string({ unit: "binary", minLength: 1, maxLength: 3 })), {
    maxLength: 12,
  })
  .map((parts) => parts.join(""));

const duration = fc
  .tuple(fc.boolean(), fc.nat(2000), fc.nat(23), fc.nat(59))
  .map(([minus, d, h, s]) => `${minus ? "-" : ""}P${d}DT${h}H${s}S`);

const annotation = fc
  .record({ id: text, entry: fc.option(text), shown: fc.option(text), text, actor: text })
  .map(({ id, entry, shown, text: said, actor }) =>
    note(id, { entry_id: entry, shown_on: shown, text: said, actor }),
  );

const times = { until_due: fc.option(duration), until_stale: fc.option(duration) };

const entry: fc.Memo<EntryView> = fc.memo((depth) =>
  fc
    .record({
      id: text,
      title: text,
      tier: fc.constantFrom(...TIERS),
      kind: text,
      summary: fc.option(text),
      owner: text,
      overdue: fc.boolean(),
      stale: fc.boolean(),
      annotations: fc.array(annotation, { maxLength: 2 }),
      more: fc.nat(3),
      sources: fc.array(fc.record({ id: text, origin: text, ref: text }), { maxLength: 2 }),
      below: depth > 1 ? fc.option(fc.oneof(layers(depth - 1), text)) : fc.option(text),
      ...times,
    })
    .map(({ id, tier, more, below, annotations, ...fields }) =>
      entryView(id, tier, {
        ...fields,
        annotations,
        annotations_total: annotations.length + more,
        annotations_pending: annotations.length + more,
        layer: typeof below === "string" ? collapsed(below) : below,
      }),
    ),
);

const layers: fc.Memo<LayerView> = fc.memo((depth) =>
  fc
    .record({ id: fc.option(text), entries: fc.array(entry(depth), { maxLength: 3 }) })
    .map(({ id, entries }) => layer(entries, { id })),
);

const views: fc.Arbitrary<StateView> = fc
  .record({
    root: layers(3),
    pending: fc.array(annotation, { maxLength: 3 }),
    due: fc.array(fc.record({ id: text, title: text }), { maxLength: 2 }),
    reason: text,
  })
  .map(({ root, pending, due, reason }) =>
    stateView(root, {
      pending_annotations: pending,
      pending_total: pending.length + 60,
      due_back: due.map((entry) => ({
        ...entry,
        until: at("2026-11-01T00:00:00Z"),
        closed_at: at("2026-10-01T00:00:00Z"),
        since_until: "P29D",
      })),
      due_back_total: due.length,
      warnings: [{ code: "cache_not_saved", reason }],
    }),
  );

/** A second opinion on what must not reach a terminal, by number. */
function isForbidden(character: string): boolean {
  const code = character.codePointAt(0) ?? 0;
  const isControl = (code < 0x20 && code !== 0x0a) || (code >= 0x7f && code <= 0x9f);
  const isBidi =
    [0x61c, 0x200e, 0x200f].includes(code) ||
    (code >= 0x202a && code <= 0x202e) ||
    (code >= 0x2066 && code <= 0x2069);
  return isControl || isBidi;
}

function entriesOf(of: LayerView): readonly EntryView[] {
  return of.entries.flatMap((entry) => [
    entry,
    ...(entry.layer !== null && "entries" in entry.layer ? entriesOf(entry.layer) : []),
  ]);
}

/** The longest runs of a text that need no sign: they must appear as they are. */
function harmlessRuns(title: string): readonly string[] {
  return title.split(/[^\p{Letter}\p{Number}\p{Symbol} ]/u).filter((run) => run.trim() !== "");
}

describe("F8: for any view", () => {
  it.each(LANGUAGES)("only harmless characters come out (%s)", (lang) => {
    fc.assert(
      fc.property(views, (view) => {
        expect([...brief(view, { lang })].filter(isForbidden)).toEqual([]);
      }),
    );
  });

  it.each(LANGUAGES)("every entry has its line with its title (%s)", (lang) => {
    fc.assert(
      fc.property(views, (view) => {
        const lines = brief(view, { lang }).split("\n");
        const entries = entriesOf(view.root);
        for (const { title, tier, rank, share } of entries) {
          const found = lines.some(
            (line) =>
              line.trimStart().startsWith(`${rank}. ${share}/`) &&
              line.includes(` ${tier} [`) &&
              harmlessRuns(title).every((run) => line.includes(run)),
          );
          expect(found).toBe(true);
        }
      }),
    );
  });

  it("data adds no line: the count of lines depends on the shape alone", () => {
    fc.assert(
      fc.property(views, (view) => {
        const plain = JSON.parse(
          JSON.stringify(view, (key, value) =>
            ["title", "text", "actor", "owner", "reason"].includes(key) ? "x" : value,
          ),
        );
        const count = (of: StateView): number => brief(of).split("\n").length;
        expect(count(view)).toBe(count(plain));
      }),
    );
  });
});
