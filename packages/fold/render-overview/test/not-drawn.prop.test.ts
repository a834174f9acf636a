/** Whatever changed since the baseline is told in the page, or counted in the manifest; nothing is lost. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { EntryView, LayerView, Tier } from "@fold/contracts";
import { createRenderer, type Manifest } from "@fold/render-overview";
import fc from "fast-check";
import { afterAll, expect, it } from "vitest";
import { testTimeout } from "./support/runs.js";
import { closed, diff, entry, layer, stored, view } from "./support/views.js";

const top = mkdtempSync(join(tmpdir(), "fold-overview-not-drawn-"));
const renderer = createRenderer({ env: { PATH: "" } });

afterAll(async () => {
  await renderer.close();
  rmSync(top, { recursive: true, force: true });
});

type Fate = "same" | "opened" | "text" | "up" | "moved";
type Open = "open" | "collapsed" | "none";

interface Grown {
  readonly fate: Fate;
  readonly open: Open;
  readonly kind: string;
  readonly children: readonly Grown[];
}

const anyGrown: fc.Arbitrary<{ readonly tree: Grown }["tree"]> = fc.letrec<{ tree: Grown }>(
  (tie) => ({
    tree: fc.record({
      fate: fc.constantFrom<Fate>("same", "same", "opened", "text", "up", "moved"),
      open: fc.constantFrom<Open>("open", "open", "collapsed", "none"),
      kind: fc.constantFrom("risk", "info"),
      children: fc.oneof(
        { maxDepth: 3, depthIdentifier: "layers" },
        fc.constant([]),
        fc.array(tie("tree"), { maxLength: 3, depthIdentifier: "layers" }),
      ),
    }),
  }),
).tree;

const TIER: Tier = "XS";

/** Every entry, drawn or not, with what became of it, and the layer as a view shows it. */
function grow(
  trees: readonly Grown[],
  parent: string | null,
  path: readonly string[],
): { readonly layer: LayerView; readonly all: readonly (Grown & { readonly view: EntryView })[] } {
  const grown = trees.map((tree, at) => {
    const id = `${parent ?? "e"}-${at}.`;
    const below = grow(tree.children, id, [...path, id]);
    const { used, free } = below.layer;
    const counted = { id, budget: 64, used, free, entry_count: tree.children.length } as const;
    const carried = tree.open === "open" ? below.layer : { ...counted, collapsed: true as const };
    const fields = { kind: tree.kind, layer: tree.open === "none" ? null : carried, parent };
    return { tree, one: entry(id, TIER, fields), below: tree.open === "none" ? [] : below.all };
  });
  return {
    layer: layer(
      64,
      grown.map(({ one }) => one),
      { id: parent, path },
    ),
    all: grown.flatMap(({ tree, one, below }) => [{ ...tree, view: one }, ...below]),
  };
}

const anyState = fc.record({
  trees: fc.array(anyGrown, { maxLength: 4 }),
  kinds: fc.constantFrom(null, ["risk"]),
  asked: fc.nat({ max: 3 }),
  gone: fc.array(fc.tuple(fc.nat({ max: 20 }), fc.boolean()), { maxLength: 4 }),
});

it(
  "every change is in the details, or in what the manifest says is left out",
  async () => {
    await fc.assert(
      fc.asyncProperty(anyState, async ({ trees, kinds, asked, gone }) => {
        const { layer: root, all } = grow(trees, null, []);
        const before = (fate: Fate) => {
          if (fate === "text") return { title: "Old" };
          return fate === "up" ? { tier: "XXS" as const } : { parent: "gone" };
        };
        const after = (fate: Fate, one: EntryView) => {
          if (fate === "text") return { title: one.title };
          return fate === "up" ? { tier: one.tier } : { parent: one.parent };
        };
        const shut = gone.map(([at, isNested], index) => {
          const parent = isNested && index > 0 ? `shut-${index - 1}.` : (all[at]?.view.id ?? null);
          return closed(`shut-${index}.`, TIER, { parent });
        });
        const changes = diff({
          opened: all
            .filter(({ fate }) => fate === "opened")
            .map(({ view: one }) => ({ ...stored(one), declared_seq: 99 })),
          changed: all
            .filter(({ fate }) => fate !== "opened" && fate !== "same")
            .map(({ fate, view: one }) => ({
              id: one.id,
              before: before(fate),
              after: after(fate, one),
            })),
          closed: shut,
          root_budget: { before: 128, after: 64 },
        });
        const inner = root.entries[asked]?.layer ?? null;
        const shown = inner !== null && "entries" in inner ? inner : root;
        const result = await renderer.render({
          view: view(shown),
          diff: changes,
          selection: { kinds, min_tier: null, top: null },
          lang: "en",
          format: "html",
          dir: top,
        });
        if (!result.ok) throw new Error(result.message);
        const page = readFileSync(join(top, result.files[0] ?? ""), "utf8");
        const manifest: Manifest = JSON.parse(readFileSync(join(top, "overview.json"), "utf8"));
        const left = manifest.changes_left_out.map(({ id }) => id);
        const told = (id: string): boolean =>
          page.includes(`<p class="id"><bdi>${id}</bdi>`) ||
          page.includes(`<bdi class="id">${id}</bdi>`);
        const changed = all.filter(({ fate }) => fate !== "same").map(({ view: one }) => one.id);
        const lost = [...changed, ...shut.map(({ id }) => id)].filter(
          (id) => told(id) === left.includes(id),
        );
        expect(lost).toEqual([]);
        expect(left.includes(null)).toBe(shown !== root);
      }),
      { numRuns: Number(process.env["FOLD_PROP_RUNS"] ?? 150) },
    );
  },
  testTimeout,
);
