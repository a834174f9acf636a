/** Which entries a matcher means. */
import { TIERS } from "@fold/contracts";
import type { Matcher, Words } from "../scenario/check-schema.js";
import type { Observation, SeenEntry } from "../store/observation.js";

/** Active entries that match, the largest first. */
export function matching(matcher: Matcher, observation: Observation): readonly SeenEntry[] {
  const { id, source, words } = matcher;
  const live = id === undefined ? null : liveOf(id, observation);
  return [...observation.active.values()]
    .filter(
      (entry) =>
        entry.id === live ||
        (source !== undefined && entry.refs.some((ref) => ref.includes(source))) ||
        (words !== undefined && hasWords(textOf(entry), words)),
    )
    .sort((one, other) => TIERS.indexOf(other.tier) - TIERS.indexOf(one.tier));
}

/** The one that is meant where one is wanted: questions come after what they ask about. */
export function oneMatching(matcher: Matcher, observation: Observation): SeenEntry | null {
  const found = matching(matcher, observation);
  return found.find(({ kind }) => kind !== "question") ?? found[0] ?? null;
}

/** The entry itself while it is active, else the active end of its lineage, else null. */
export function liveOf(id: string, { active, closed }: Observation): string | null {
  const passed = new Set<string>();
  let at: string | null = id;
  while (at !== null && !active.has(at)) {
    if (passed.has(at)) return null;
    passed.add(at);
    at = closed.get(at)?.successor ?? null;
  }
  return at;
}

export function textOf({ id, title, summary }: SeenEntry): string {
  return `${id}\n${title}\n${summary}`;
}

/** Every group is hit by one of its words, in any letter case. */
export function hasWords(text: string, words: Words): boolean {
  return words.every((group) => hasOneOf(text, group));
}

export function hasOneOf(text: string, words: readonly string[]): boolean {
  const lower = text.toLowerCase();
  return words.some((word) => lower.includes(word.toLowerCase()));
}
