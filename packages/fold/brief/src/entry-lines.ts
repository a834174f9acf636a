/** Entries as lines: one in its layer with all below it, or one alone and whole. */
import type {
  ClosedEntryView,
  CollapsedLayer,
  EntryAnswer,
  EntryView,
  LayerView,
  Source,
} from "@fold/contracts";
import { codePointLength } from "@fold/contracts/values";
import { excerptOf } from "./excerpt.js";
import { footLines } from "./foot-lines.js";
import { notesOfEntry, type Surroundings } from "./note-lines.js";
import { agoWords, instantWords, lengthWords } from "./time-words.js";
import type { Usage, Words } from "./words.js";

/** The entries of a layer in rank order, each with the layer that it carries. */
export function layerLines(layer: LayerView, surroundings: Surroundings): readonly string[] {
  if (layer.entries.length === 0) return [surroundings.words.emptyLayer];
  return layer.entries.flatMap((entry) => [
    headLine(entry, { budget: layer.budget, nested: layer.id !== null, words: surroundings.words }),
    ...indented(bodyLines(entry, surroundings)),
  ]);
}

/** How full a layer is and how many entries share it. */
export function usageOf(layer: LayerView | CollapsedLayer): Usage {
  const { used, budget, free } = layer;
  const entryCount = "collapsed" in layer ? layer.entry_count : layer.entries.length;
  return { used, budget, free, entryCount };
}

/** One entry as last stored, with its whole summary and its sources. */
export function answerLines(answer: EntryAnswer, words: Words): readonly string[] {
  const { entry, now } = answer;
  const surroundings = { words, now };
  const body =
    entry.status === "active"
      ? [...timeLine(entry, words), ...wholeSummary(entry)]
      : [...closedLines(entry, words), ...wholeSummary(entry)];
  return [
    `${entry.tier} [${kindWord(entry.kind, words)}] ${entry.title}`,
    ...indented([
      ...(entry.status === "active" ? [shareWords(entry, words)] : []),
      ...body,
      metaLine(entry, words),
      ...(entry.sources.length > 0 ? [words.sourceHeading(entry.sources.length)] : []),
      ...indented(entry.sources.flatMap((source) => sourceLines(source, words))),
      ...notesOfEntry(entry, surroundings),
      ...(entry.status === "active" ? childLines(entry, surroundings) : []),
    ]),
    "",
    [words.position(answer), words.asOf(instantWords(now))].join(words.comma),
    ...footLines(answer, words),
  ];
}

/** A known kind in the words of the language, any other as it was declared. */
export function kindWord(kind: string, words: Words): string {
  const known: Readonly<Record<string, string>> = words.kinds;
  return Object.hasOwn(known, kind) ? (known[kind] ?? kind) : kind;
}

function headLine(
  entry: EntryView,
  layer: { readonly budget: number; readonly nested: boolean; readonly words: Words },
): string {
  const { words } = layer;
  const whole = layer.nested ? words.aside(words.ofTheWhole(entry.attention)) : "";
  const share = `${entry.share}/${layer.budget}${whole}`;
  const kind = kindWord(entry.kind, words);
  return `${entry.rank}. ${share} ${entry.tier} [${kind}] ${entry.title}`;
}

function bodyLines(entry: EntryView, surroundings: Surroundings): readonly string[] {
  const { words } = surroundings;
  return [
    ...timeLine(entry, words),
    ...summaryLine(entry, words),
    metaLine(entry, words),
    ...notesOfEntry(entry, surroundings),
    ...childLines(entry, surroundings),
  ];
}

function childLines(entry: EntryView, surroundings: Surroundings): readonly string[] {
  const { layer } = entry;
  const { words } = surroundings;
  if (layer === null) return [];
  if ("collapsed" in layer) return [words.insideNotShown(layer.id, usageOf(layer))];
  return [words.inside(usageOf(layer)), ...indented(layerLines(layer, surroundings))];
}

/** What is urgent or doubtful, in one line; none if the entry has neither time. */
function timeLine(entry: EntryView, words: Words): readonly string[] {
  const facts: string[] = [];
  if (entry.until_due !== null) facts.push(dueWords(entry.until_due, entry.overdue, words));
  if (entry.until_stale !== null) facts.push(staleWords(entry.until_stale, entry.stale, words));
  return facts.length === 0 ? [] : [facts.join(words.comma)];
}

function dueWords(until: string, overdue: boolean, words: Words): string {
  if (overdue) return words.overdueBy(lengthWords(until, words));
  return until === "PT0S" ? words.dueNow : words.dueIn(lengthWords(until, words));
}

function staleWords(until: string, stale: boolean, words: Words): string {
  if (stale) return words.staleSince(lengthWords(until, words));
  return until === "PT0S" ? words.staleNow : words.holdsFor(lengthWords(until, words));
}

function summaryLine(entry: EntryView, words: Words): readonly string[] {
  const head = entry.summary ?? entry.summary_head ?? "";
  if (head === "") return [];
  const characters = entry.summary_chars ?? codePointLength(head);
  return [excerptOf({ head, characters }, words)];
}

function wholeSummary(entry: EntryView | ClosedEntryView): readonly string[] {
  const summary = entry.summary ?? "";
  return summary === "" ? [] : summary.split(/\r\n|[\n\r]/);
}

function metaLine(entry: EntryView | ClosedEntryView, words: Words): string {
  const declared = agoWords(entry.since_declared, words);
  const changed = agoWords(entry.since_updated, words);
  const origins = [...new Set(entry.sources.map((source) => source.origin))].join(words.comma);
  return [
    words.id(entry.id),
    words.owner(entry.owner),
    words.declared(declared),
    ...(changed === declared ? [] : [words.changed(changed)]),
    ...(origins === "" ? [] : [words.sources(entry.sources.length, origins)]),
  ].join(words.comma);
}

function shareWords(entry: EntryView, words: Words): string {
  return words.ofTheWhole(entry.attention);
}

function closedLines(entry: ClosedEntryView, words: Words): readonly string[] {
  const { reason, successor, closed_with: closedWith } = entry;
  const facts = [
    words.closed(words.statuses[entry.status], agoWords(entry.since_closed, words)),
    ...(reason === null ? [] : [words.reasons[reason.code]]),
    ...(reason?.until === undefined ? [] : [words.until(instantWords(reason.until))]),
    ...(successor === null ? [] : [words.successor(successor)]),
    ...(closedWith === null ? [] : [words.closedWith(closedWith)]),
  ].join(words.comma);
  return [reason?.text === undefined ? facts : `${facts}${words.colon}${reason.text}`];
}

function sourceLines(source: Source, words: Words): readonly string[] {
  const { id, origin, event_at, observed_at, ...rest } = source;
  const texts = [rest.ref, rest.text, rest.reading, rest.provenance];
  const times = [event_at, observed_at].map((at) => (at === undefined ? at : instantWords(at)));
  const said = [...times, ...texts].filter((part) => part !== undefined);
  return [`${id}${words.aside(origin)}${words.colon}${said.join(words.comma)}`];
}

function indented(lines: readonly string[]): readonly string[] {
  return lines.map((line) => (line === "" ? line : `   ${line}`));
}
