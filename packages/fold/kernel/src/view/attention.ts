/**
 * The share of the whole that an entry holds. Shares and budgets are powers of two, so the product
 * down the path is 1 over a power of two: exact, and in lowest terms, by counting halvings alone.
 */
export function attentionText(halvings: number): string {
  return `1/${1n << BigInt(halvings)}`;
}

/** How often a budget must be halved to give a share. */
export function halvingsOf({ share, budget }: { share: number; budget: number }): number {
  return Math.log2(budget) - Math.log2(share);
}
