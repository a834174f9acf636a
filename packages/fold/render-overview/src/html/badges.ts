/** What is urgent or new about an entry, as a mark and a word each. */
import type { EntryView } from "@fold/contracts";
import type { Mark } from "../picture/marks.js";
import { lengthWords } from "../text/durations.js";
import type { Visible } from "../text/visible.js";
import type { SymbolName, Words } from "../words/words.js";

export type BadgeTone = "late" | "stale" | "new" | "changed" | "note" | "nested";

export interface Badge {
  readonly tone: BadgeTone;
  /** The symbol that goes with the words. */
  readonly symbol: SymbolName;
  readonly words: string;
  /** The same in fewer words, for a narrow box. */
  readonly short: string;
  /** What the mark leaves unsaid, for a box that has room for no word; the same where it is all. */
  readonly shortest: string;
}

/** The most urgent first, as many as there are. */
export function badgesOf(
  entry: EntryView,
  marks: readonly Mark[],
  { words, visible }: { readonly words: Words; readonly visible: Visible },
): readonly Badge[] {
  const badges: Badge[] = [];
  if (entry.overdue && entry.until_due !== null) {
    const say = (units: 1 | 2): string =>
      words.overdue(lengthWords(entry.until_due ?? "PT0S", words, units));
    const shortest = lengthWords(entry.until_due, words, 1);
    badges.push({ tone: "late", symbol: "clock", words: say(2), short: say(1), shortest });
  }
  if (entry.stale && entry.until_stale !== null) {
    const say = (units: 1 | 2): string =>
      words.stale(lengthWords(entry.until_stale ?? "PT0S", words, units));
    const shortest = lengthWords(entry.until_stale, words, 1);
    badges.push({ tone: "stale", symbol: "wane", words: say(2), short: say(1), shortest });
  }
  badges.push(...marks.map((mark) => markBadge(mark, words, visible)));
  if (entry.annotations_pending > 0) {
    const text = words.notes(entry.annotations_pending);
    badges.push({ tone: "note", symbol: "note", words: text, short: text, shortest: text });
  }
  return badges;
}

/** For a box where the words about the layer inside have no room. */
export function layerBadge(words: Words): Badge {
  const text = words.carriesLayer;
  return { tone: "nested", symbol: "nest", words: text, short: text, shortest: text };
}

/** What is not urgent yet: the next instant that matters, in words; null where there is none. */
export function quietTime(entry: EntryView, words: Words): string | null {
  if (entry.until_due !== null && !entry.overdue) {
    return words.dueIn(lengthWords(entry.until_due, words));
  }
  if (entry.until_stale !== null && !entry.stale && entry.until_due === null) {
    return words.holds(lengthWords(entry.until_stale, words));
  }
  return null;
}

function markBadge(mark: Mark, words: Words, visible: Visible): Badge {
  const badge = markWords(mark, words, visible);
  return { ...badge, short: badge.words, shortest: badge.words };
}

function markWords(mark: Mark, words: Words, visible: Visible): Omit<Badge, "short" | "shortest"> {
  switch (mark.mark) {
    case "new":
      return { tone: "new", symbol: "plus", words: words.isNew };
    case "back":
      return { tone: "new", symbol: "plus", words: words.isBack };
    case "up":
      return { tone: "changed", symbol: "up", words: words.up(mark.from) };
    case "down":
      return { tone: "changed", symbol: "down", words: words.down(mark.from) };
    case "moved_layer": {
      const from = mark.from === null ? null : visible(mark.from);
      return { tone: "changed", symbol: "in", words: words.movedLayer(from) };
    }
    case "text":
      return { tone: "changed", symbol: "pen", words: words.textChanged };
    case "dates":
      return { tone: "changed", symbol: "day", words: words.datesChanged };
    case "budget":
      return { tone: "changed", symbol: "budget", words: words.budgetInside(mark.from, mark.to) };
    case "inside":
      return { tone: "changed", symbol: "inside", words: words.insideChanged };
    case "note_new":
      return { tone: "changed", symbol: "note", words: words.noteNew };
    case "note_acknowledged":
      return { tone: "changed", symbol: "tick", words: words.noteAcknowledged };
  }
}
