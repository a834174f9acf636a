/** Layers as a store may hold them, in numbers alone. */
import type { Baseline } from "@fold/render-overview/layout";
import fc from "fast-check";

export interface Numbers {
  readonly budget: number;
  readonly shares: readonly number[];
}

export interface Compared extends Numbers {
  readonly baseline: Baseline;
}

export const anyBudget = fc.integer({ min: 3, max: 10 }).map((power) => 2 ** power);
const anyShare = fc.integer({ min: 0, max: 6 }).map((power) => 2 ** power);

/** Fills a layer with what fits of what is wished for, in rank order. */
export function fitting(budget: number, wished: readonly number[]): Numbers {
  let left = budget;
  const shares = wished.filter((share) => {
    if (share > left) return false;
    left -= share;
    return true;
  });
  return { budget, shares: shares.sort((a, b) => b - a) };
}

export const anyLayer = fc
  .tuple(anyBudget, fc.array(anyShare, { maxLength: 64 }))
  .map(([budget, wished]) => fitting(budget, wished));

/** What may become of an entry between then and now. */
const anyFate = fc.oneof(
  { weight: 6, arbitrary: fc.constant("stays" as const) },
  { weight: 2, arbitrary: fc.constant("closes" as const) },
  { weight: 1, arbitrary: anyShare },
);

/** A layer then and now: some entries stay, some close, some change their tier, some are new. */
export const anyComparison: fc.Arbitrary<Compared> = fc
  .record({
    before: anyLayer,
    fates: fc.array(anyFate, { minLength: 64, maxLength: 64 }),
    opened: fc.array(anyShare, { maxLength: 16 }),
    budget: fc.oneof(fc.constant(null), anyBudget),
  })
  .map(({ before, fates, opened, budget }) => {
    const wished = [
      ...before.shares.flatMap((share, index) => {
        const fate = fates[index] ?? "stays";
        return fate === "closes" ? [] : [{ share: fate === "stays" ? share : fate, was: index }];
      }),
      ...opened.map((share) => ({ share, was: null })),
    ];
    let left = budget ?? before.budget;
    const now = wished
      .filter(({ share }) => {
        if (share > left) return false;
        left -= share;
        return true;
      })
      .sort((a, b) => b.share - a.share);
    return {
      budget: budget ?? before.budget,
      shares: now.map(({ share }) => share),
      baseline: { budget: before.budget, shares: before.shares, was: now.map(({ was }) => was) },
    };
  });

export interface Tree extends Numbers {
  readonly children: readonly Tree[];
}

/** Layers within layers: each carried by an entry of the one above, down to six. */
export const anyTree: fc.Arbitrary<Tree> = fc.letrec<{ tree: Tree }>((tie) => ({
  tree: fc
    .record({
      layer: anyLayer,
      children: fc.oneof(
        { maxDepth: 5, depthIdentifier: "layers" },
        fc.constant([]),
        fc.array(tie("tree"), { maxLength: 2, depthIdentifier: "layers" }),
      ),
    })
    .map(({ layer, children }) => ({
      ...layer,
      children: children.slice(0, layer.shares.length),
    })),
})).tree;
