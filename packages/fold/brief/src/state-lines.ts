/** The whole view as lines: how full, what is there by rank, what waits for an answer. */
import type { AnnotationView, DueBack, LayerView, StateView } from "@fold/contracts";
import { layerLines, usageOf } from "./entry-lines.js";
import { footLines } from "./foot-lines.js";
import { noteLine } from "./note-lines.js";
import { agoWords, instantWords } from "./time-words.js";
import type { Words } from "./words.js";

const BAR_CELLS = 16;

export function stateLines(view: StateView, words: Words): readonly string[] {
  const isEmptyStore = view.event_seq === 0;
  return [
    ...headingLines(view, words),
    "",
    ...(isEmptyStore ? words.emptyStore : layerLines(view.root, { words, now: view.now })),
    ...section(pendingLines(view, words)),
    ...section(dueBackLines(view, words)),
    ...section(footLines(view, words)),
  ];
}

function headingLines(view: StateView, words: Words): readonly string[] {
  const { root } = view;
  const usage = usageOf(root);
  const heading = root.id === null ? words.rootHeading(usage) : words.layerHeading(root.id, usage);
  const check =
    view.since_checked === null
      ? words.neverChecked
      : words.lastCheck(agoWords(view.since_checked, words));
  const facts = [
    words.entryCount(usage.entryCount),
    words.position(view),
    words.asOf(instantWords(view.now)),
    check,
  ];
  return [
    `${heading}  ${bar(root)}`,
    ...(root.path.length === 0 ? [] : [words.path(root.path.join(" › "))]),
    facts.join(words.comma),
  ];
}

/** A bar shows something as soon as something is used, and is full only when all is. */
function bar({ used, budget }: LayerView): string {
  const exact = budget === 0 ? 0 : (used / budget) * BAR_CELLS;
  const filled = Math.min(BAR_CELLS, used > 0 ? Math.max(1, Math.floor(exact)) : 0);
  return `[${"#".repeat(filled)}${".".repeat(BAR_CELLS - filled)}]`;
}

/** The pending annotations of the store, less those that stand with their entries above. */
function pendingLines(view: StateView, words: Words): readonly string[] {
  if (view.pending_total === 0) return [];
  const above = shownIn(view.root);
  const listed = view.pending_annotations.filter((note) => !above.has(note.annotation_id));
  const more = view.pending_total - listed.length - above.size;
  return [
    words.pendingHeading(view.pending_total, above.size),
    ...listed.map((note) => `- ${noteLine(note, { words, now: view.now })}`),
    ...(more > 0 ? [words.andMore(more)] : []),
  ];
}

/** The ids of the pending annotations that stand with the entries of a layer and below. */
function shownIn(layer: LayerView): ReadonlySet<string> {
  const isPending = (note: AnnotationView): boolean => note.acknowledged === null;
  return new Set(
    layer.entries.flatMap((entry) => [
      ...entry.annotations.filter(isPending).map((note) => note.annotation_id),
      ...(entry.layer !== null && "entries" in entry.layer ? shownIn(entry.layer) : []),
    ]),
  );
}

function dueBackLines(view: StateView, words: Words): readonly string[] {
  if (view.due_back_total === 0) return [];
  const more = view.due_back_total - view.due_back.length;
  return [
    words.dueBackHeading(view.due_back_total),
    ...view.due_back.map((entry) => `- ${dueBackWords(entry, words)}`),
    ...(more > 0 ? [words.andMore(more)] : []),
  ];
}

function dueBackWords(entry: DueBack, words: Words): string {
  const ago = agoWords(entry.since_until, words);
  const putOff = words.aside(words.putOffUntil(instantWords(entry.until), ago));
  return `${entry.id}${words.colon}${entry.title}${putOff}`;
}

function section(lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : ["", ...lines];
}
