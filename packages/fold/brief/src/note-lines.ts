/** Annotations as lines. */
import type { AnnotationView } from "@fold/contracts";
import type { Instant } from "@fold/contracts/values";
import { excerpt } from "./excerpt.js";
import { sinceWords } from "./time-words.js";
import type { Words } from "./words.js";

export interface Surroundings {
  readonly words: Words;
  readonly now: Instant;
}

/** One annotation; `at` is the entry above it that makes its place plain. */
export function noteLine(
  note: AnnotationView,
  { words, now }: Surroundings,
  at: string | null = null,
): string {
  const head = {
    id: note.annotation_id,
    actor: note.actor,
    ago: sinceWords({ at: note.at, now }, words),
    place: placeOf(note, at, words),
  };
  const text = excerpt(note.text, words);
  const seen = note.acknowledged;
  if (seen === null) return `${words.pendingNote(head)}${words.colon}${text}`;
  const acknowledgedAgo = sinceWords({ at: seen.at, now }, words);
  const said = words.acknowledgedNote({ ...head, by: seen.actor, acknowledgedAgo });
  const reply =
    seen.note === null ? "" : ` — ${words.reply}${words.colon}${excerpt(seen.note, words)}`;
  return `${said}${words.colon}${text}${reply}`;
}

/** The annotations of one entry, and the count of those that the view left out. */
export function notesOfEntry(
  entry: {
    readonly id: string;
    readonly annotations: readonly AnnotationView[];
    readonly annotations_total: number;
    readonly annotations_pending: number;
  },
  surroundings: Surroundings,
): readonly string[] {
  const { annotations } = entry;
  const lines = annotations.map((note) => noteLine(note, surroundings, entry.id));
  const more = entry.annotations_total - annotations.length;
  if (more <= 0) return lines;
  const pendingShown = annotations.filter((note) => note.acknowledged === null).length;
  const morePending = Math.max(0, entry.annotations_pending - pendingShown);
  return [...lines, surroundings.words.moreNotes(more, morePending)];
}

function placeOf(note: AnnotationView, at: string | null, words: Words): string | null {
  const { entry_id: written, shown_on: shown } = note;
  if (written === null) return words.onTheWhole;
  if (written === at) return null;
  return shown === null || shown === at ? words.onEntry(written) : words.shownOn(written, shown);
}
