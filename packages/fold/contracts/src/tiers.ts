/** The coarse estimates an agent may declare, smallest first. A closed set: estimates are coarse. */
export const TIERS = ["XXS", "XS", "S", "M", "L", "XL", "XXL"] as const;
export type Tier = (typeof TIERS)[number];

const UNITS: Readonly<Record<Tier, number>> = {
  XXS: 1,
  XS: 2,
  S: 4,
  M: 8,
  L: 16,
  XL: 32,
  XXL: 64,
};

/** The share of a tier in units of attention: a power of two, the same in every layer. */
export function shareOf(tier: Tier): number {
  return UNITS[tier];
}

/** Kinds with a known meaning; any other lower-case word is allowed. */
export const WELL_KNOWN_KINDS = [
  "decision",
  "question",
  "blocker",
  "risk",
  "commitment",
  "progress",
  "finding",
  "info",
] as const;
