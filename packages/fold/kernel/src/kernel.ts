import type { Kernel } from "@fold/contracts";
import { decide } from "./decide/decide.js";
import { changedIds, factKeys } from "./facts/fact-keys.js";
import { lineage, lookup } from "./facts/lookup.js";
import { apply, applyAll } from "./state/apply.js";
import { initialState } from "./state/initial-state.js";
import { fromSnapshot, toSnapshot } from "./state/snapshot.js";
import { undo } from "./state/undo.js";
import { between } from "./view/between.js";
import { diff } from "./view/diff.js";
import { receipt } from "./view/receipt.js";
import { view } from "./view/view.js";

/** The rules of Fold, ready to be put into a store. */
export const kernel: Kernel = {
  initial: initialState,
  lookup,
  decide,
  apply,
  applyAll,
  undo,
  view,
  between,
  diff,
  lineage,
  factKeys,
  receipt,
  changedIds,
  toSnapshot,
  fromSnapshot,
};
