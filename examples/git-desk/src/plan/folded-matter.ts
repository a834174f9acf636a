/** The entry "and N smaller matters", which stands for what was folded in a layer. */
import type { Area } from "../git/facts.js";
import type { Matter } from "../rules/matter.js";
import { SUMMARY_CHARACTERS } from "../rules/matter.js";
import { listed, oneLine } from "../rules/one-line.js";
import { foldedMatterId } from "./folded-matter-id.js";
import type { Settled } from "./settle.js";

/** Matters of one layer that are not shown one by one. */
export interface Fold {
  /** Id of the layer's entry; null is the root. */
  readonly layer: string | null;
  readonly folded: readonly Settled[];
}

const AREA: Area = "worktree";

export function foldedMatter({ layer, folded }: Fold): Matter {
  const titles = folded.map(({ matter }) => matter.title);
  const dues = folded.flatMap(({ matter }) => matter.dueAt ?? []).sort();
  return {
    id: foldedMatterId(layer),
    area: AREA,
    title: `And ${folded.length} smaller matters`,
    summary: oneLine(listed(titles, { shown: 5 }), SUMMARY_CHARACTERS),
    kind: "info",
    tier: "XXS",
    dueAt: dues[0] ?? null,
    staleAfter: null,
    sources: [],
    parent: null,
    why: "The layer is full, so the least important matters share one entry.",
    replaces: [],
    tip: null,
    isSequel: false,
    isGroup: false,
  };
}
