import type { EntryView, OverviewSelection } from "@fold/contracts";
import { shareOf } from "@fold/contracts/values";

export const EVERYTHING: OverviewSelection = { kinds: null, min_tier: null, top: null };

/** The ids of the entries of one layer, given in rank order, that are drawn with their text. */
export function selected(
  entries: readonly EntryView[],
  { kinds, min_tier, top }: OverviewSelection,
): ReadonlySet<string> {
  const least = min_tier === null ? 0 : shareOf(min_tier);
  const wanted = entries.filter(
    ({ kind, share }) => share >= least && (kinds === null || kinds.includes(kind)),
  );
  return new Set(wanted.slice(0, top ?? wanted.length).map(({ id }) => id));
}
