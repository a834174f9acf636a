/** Makes text from a repository, which may hold anything, fit for a title or a summary. */

/** Controls, separators of lines, lone surrogates, and characters that turn the reading direction. */
const UNFIT =
  /[\p{Control}\p{Surrogate}\u2028\u2029\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]+/gu;

/** One line, trimmed, of at most `max` code points; an ellipsis stands for what was left out. */
export function oneLine(text: string, max: number): string {
  const clean = text.replace(UNFIT, "\u{fffd}").replace(/\s+/gu, " ").trim();
  const characters = [...clean];
  if (characters.length <= max) return clean;
  return `${characters
    .slice(0, max - 1)
    .join("")
    .trimEnd()}…`;
}

/** `1 commit`, `2 commits`, `2 branches`. */
export function counted(count: number, noun: string, plural = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : plural}`;
}

/** The day of an instant, in UTC: a date does not change from one look to the next. */
export function dayOf(instant: string): string {
  return instant.slice(0, 10);
}

/** Texts with commas, and at the end how many more there are. */
export function listed(
  items: readonly string[],
  { shown, moreCount = 0 }: { readonly shown: number; readonly moreCount?: number },
): string {
  const rest = Math.max(0, items.length - shown) + moreCount;
  const head = items.slice(0, shown).join(", ");
  return rest > 0 ? `${head} and ${rest} more` : head;
}
