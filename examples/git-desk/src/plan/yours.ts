/**
 * Entries that the person took over. The mark is a source of the entry, so it is kept by the store
 * and goes along when the entry is superseded or restored.
 */
import { TIERS, type Tier } from "@fold/contracts/values";
import type { Matter } from "../rules/matter.js";
import { SUMMARY_CHARACTERS } from "../rules/matter.js";
import { oneLine } from "../rules/one-line.js";

const MARK = "yours";
const TITLE_CHARACTERS = 160;

interface WithSources {
  readonly sources: readonly { readonly id: string; readonly ref?: string | undefined }[];
}

/** The annotation by which the person took the entry over, or null. */
export function markOf(entry: WithSources | null): string | null {
  return entry?.sources.find(({ id }) => id === MARK)?.ref ?? null;
}

/** The matter as the person's own: it says so, and weighs one tier less. */
export function asYours(matter: Matter, annotationId: string): Matter {
  return {
    ...matter,
    title: oneLine(`Yours: ${matter.title}`, TITLE_CHARACTERS),
    summary: oneLine(`You said that this is yours. ${matter.summary}`, SUMMARY_CHARACTERS),
    tier: oneTierLess(matter.tier),
    sources: [...matter.sources, { id: MARK, origin: "annotation", ref: annotationId }],
  };
}

export function oneTierLess(tier: Tier): Tier {
  return TIERS[Math.max(0, TIERS.indexOf(tier) - 1)] ?? tier;
}
