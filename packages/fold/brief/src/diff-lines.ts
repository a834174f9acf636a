/** A diff as lines. */
import type {
  AnnotationView,
  ClosedEntry,
  Entry,
  EntryFields,
  Immutable,
  StateDiff,
} from "@fold/contracts";
import { DECLARED_FIELDS, type DeclaredField } from "@fold/contracts/values";
import { kindWord } from "./entry-lines.js";
import { excerpt } from "./excerpt.js";
import { instantWords } from "./time-words.js";
import type { Words } from "./words.js";

export function diffLines(diff: StateDiff, words: Words): readonly string[] {
  const body = [
    ...group(
      words.opened,
      diff.opened.map((entry) => `+ ${entryWords(entry, words)}`),
    ),
    ...group(
      words.closedHeading,
      diff.closed.map((entry) => `- ${closedWords(entry, words)}`),
    ),
    ...group(
      words.changedHeading,
      diff.changed.map((change) => `~ ${changeWords(change, words)}`),
    ),
    ...(diff.root_budget === null
      ? []
      : [words.rootBudget(diff.root_budget.before, diff.root_budget.after)]),
    ...group(
      words.notesSaved,
      diff.annotations.saved.map((note) => noteWords(note, words)),
    ),
    ...group(
      words.notesAcknowledged,
      diff.annotations.acknowledged.map((note) => noteWords(note, words)),
    ),
    ...(diff.transient === 0 ? [] : [words.transient(diff.transient)]),
  ];
  return [
    words.diffHeading(diff),
    ...(body.length === 0 ? [words.noDifference] : body),
    ...(diff.read_only === true ? [words.readOnly] : []),
  ];
}

function group(heading: (count: number) => string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [heading(lines.length), ...lines.map((line) => `   ${line}`)];
}

function entryWords(entry: Entry | ClosedEntry, words: Words): string {
  return `${entry.id}${words.colon}${entry.tier} [${kindWord(entry.kind, words)}] ${entry.title}`;
}

function closedWords(entry: ClosedEntry, words: Words): string {
  const facts = [
    words.statuses[entry.status],
    ...(entry.reason === null ? [] : [words.reasons[entry.reason.code]]),
    ...(entry.successor === null ? [] : [words.successor(entry.successor)]),
  ];
  return `${entryWords(entry, words)}${words.aside(facts.join(words.comma))}`;
}

type Changed = Immutable<StateDiff["changed"][number]>;

function changeWords({ id, before, after }: Changed, words: Words): string {
  const changes = DECLARED_FIELDS.filter((field) => field in after).map((field) => {
    const from = shortValue(before, field, words);
    const to = shortValue(after, field, words);
    const name = words.fields[field];
    return from === null || to === null ? name : `${name} ${from} → ${to}`;
  });
  return `${id}${words.colon}${changes.join(words.comma)}`;
}

/** A value short enough to stand in a line, or null. */
function shortValue(fields: EntryFields, field: DeclaredField, words: Words): string | null {
  if (field === "summary" || field === "sources") return null;
  const value = fields[field];
  if (value === undefined || value === null) return words.none;
  return field === "due_at" || field === "stale_after"
    ? instantWords(String(value))
    : String(value);
}

function noteWords(note: AnnotationView, words: Words): string {
  const place = note.entry_id === null ? words.onTheWhole : words.onEntry(note.entry_id);
  const author = words.aside(`${note.actor}${words.comma}${place}`);
  return `${note.annotation_id}${author}${words.colon}${excerpt(note.text, words)}`;
}
