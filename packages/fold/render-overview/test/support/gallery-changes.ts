/** States of which something changed, or waits, where it is not drawn. */
import type { RenderRequest, Tier } from "@fold/contracts";
import { answered, closed, DAY_AGO, diff, entry, layer, note, stored, view } from "./views.js";

type Case = Pick<RenderRequest, "view" | "diff"> & Partial<Pick<RenderRequest, "selection">>;

const late = { due_at: DAY_AGO, stale_after: DAY_AGO } as const;
const sentence = "The quick brown fox jumps over the lazy dog and keeps running through the night.";

/** A carrier of its own tier whose layer went from 16 to 64 units, with something new in it. */
function budgetInside(): Case {
  const fresh = entry("fresh", "L", { kind: "risk" });
  const inner = layer(64, [fresh, entry("as-before", "M")], { id: "carrier", path: ["carrier"] });
  const carrier = entry("carrier", "XL", { layer: inner, kind: "decision" });
  const before = { child_budget: 16 };
  return {
    view: view(layer(64, [carrier, entry("other", "M")])),
    diff: diff({
      opened: [{ ...stored(fresh), parent: "carrier", declared_seq: 99 }],
      changed: [{ id: "carrier", before, after: { child_budget: 64 } }],
    }),
  };
}

/** A carrier closed with all that lay below it; one entry of a layer that lives closed as well. */
function goneLayers(): Case {
  const inner = layer(16, [entry("left", "S")], { id: "stays", path: ["stays"] });
  return {
    view: view(layer(64, [entry("stays", "L", { layer: inner }), entry("other", "M")])),
    diff: diff({
      closed: [
        closed("carrier", "L"),
        closed("deep", "M", { parent: "carrier", closed_with: "carrier", kind: "risk" }),
        closed("deeper", "XS", { parent: "deep", closed_with: "carrier" }),
        closed("inner", "S", { parent: "stays" }),
      ],
    }),
  };
}

/** On a drawn entry, within a layer, on the whole, on what is hidden, on what is closed. */
function notesEverywhere(): Case {
  const here = note("here", { entry_id: "one" });
  const below = note("below", { entry_id: "within" });
  const hidden = note("hidden", { entry_id: "quiet" });
  const whole = [note("whole-1"), note("whole-2", { text: sentence })];
  const gone = note("gone", { entry_id: "closed" });
  const within = entry("within", "M", { kind: "risk", annotations: [below] });
  const inner = layer(32, [within], { id: "one", path: ["one"] });
  const answer = answered("answer", { text: "Shall we wait?" });
  return {
    view: view(
      layer(64, [
        entry("one", "XL", { kind: "risk", annotations: [here], layer: inner }),
        entry("quiet", "L", { annotations: [hidden] }),
      ]),
      { pending_annotations: [here, below, hidden, ...whole, gone], pending_total: 9 },
    ),
    diff: diff({ annotations: { saved: [here, ...whole], acknowledged: [answer] } }),
    selection: { kinds: ["risk"], min_tier: null, top: null },
  };
}

/** Carriers whose layers are only counted, of every size. */
function belowTheDepth(): Case {
  const tiers: readonly Tier[] = ["XL", "L", "M", "S", "XS", "XXS"];
  const entries = tiers.map((tier) => {
    const id = `carrier-${tier}`;
    const counted = {
      id,
      budget: 64,
      used: 40,
      free: 24,
      entry_count: 7,
      collapsed: true,
    } as const;
    return entry(id, tier, { layer: counted, ...late, kind: "commitment" });
  });
  return { view: view(layer(64, entries)), diff: null };
}

export const CHANGES: Readonly<Record<string, () => Case>> = {
  "a budget inside that grew": budgetInside,
  "layers that are gone": goneLayers,
  "notes everywhere": notesEverywhere,
  "layers below the depth": belowTheDepth,
};
