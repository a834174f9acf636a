/** The fields of an entry that a declaration can set, in schema order. */
export const DECLARED_FIELDS = [
  "title",
  "summary",
  "kind",
  "tier",
  "parent",
  "due_at",
  "stale_after",
  "sources",
  "child_budget",
] as const;
export type DeclaredField = (typeof DECLARED_FIELDS)[number];
