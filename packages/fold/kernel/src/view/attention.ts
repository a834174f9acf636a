/**
 * The share of the whole that an entry holds. Shares and budgets are powers of two, so the product
 * down the path is 1 over a power of two: exact, and in lowest terms, by counting halvings alone.
 */
export function attentionText(halvings: number): string {
  // Only the deepest layers go beyond 31 bits, and then beyond what a number holds exactly.
  return `1/${halvings < 31 ? 1 << halvings : 1n << BigInt(halvings)}`;
}

/** How often a budget must be halved to give a share. */
export function halvingsOf({ share, budget }: { share: number; budget: number }): number {
  return Math.clz32(share) - Math.clz32(budget);
}
