/** The whole text, beside the map and on the pages that follow. */
import type { AnnotationView, ClosedEntry, EntryView } from "@fold/contracts";
import { elapsedBetween } from "@fold/contracts/values";
import type { PictureEntry, PictureLayer } from "../picture/picture.js";
import { instantWords, lengthWords } from "../text/durations.js";
import { kindWord } from "../words/languages.js";
import { badgesOf } from "./badges.js";
import { badgeMarkup, insideWords, instantsOf } from "./box.js";
import { data, type PageContext } from "./context.js";
import { lookOf } from "./kinds.js";
import { html, type Markup } from "./markup.js";
import { symbol } from "./symbols.js";

/** The details of a layer; the first one also holds what belongs to no single entry. */
export function detailsOf(layer: PictureLayer, isFirst: boolean, context: PageContext): Markup {
  const { view, diff } = context.picture;
  const { words } = context;
  const shown = layer.entries.filter(({ isShown }) => isShown);
  const isEmpty = layer.entries.length === 0;
  const isUnchanged = diff !== null && diff.closed.length === 0 && isSame(context);
  return html`${closedPart(layer, context)}${isFirst ? closedElsewherePart(context) : null}${isFirst && isUnchanged ? html`<p class="quiet">${words.noChange(diff.from.event_seq)}</p>` : null}${
    isEmpty
      ? html`<p class="quiet">${view.event_seq === 0 ? words.emptyStore : words.empty}</p>`
      : null
  }${shown.map((entry) => detailOf(entry, layer, context))}${isFirst ? footOf(context) : null}`;
}

function isSame({ picture: { diff } }: PageContext): boolean {
  return (
    diff !== null &&
    diff.opened.length + diff.changed.length + diff.annotations.saved.length === 0 &&
    diff.annotations.acknowledged.length === 0 &&
    diff.root_budget === null
  );
}

function detailOf(
  { entry, marks }: PictureEntry,
  { key, layer }: PictureLayer,
  context: PageContext,
): Markup {
  const { words, visible } = context;
  const target = `${key}-${entry.rank}`;
  const look = lookOf(entry.kind);
  const badges = badgesOf(entry, marks, context);
  const inside = insideWords(entry, context);
  const facts = [
    data(`${entry.tier} ${words.share(entry.share, layer.budget)}`),
    ...(layer.id === null ? [] : [data(words.ofTheWhole(entry.attention))]),
    ...instantsOf(entry, context),
    data(words.declared(lengthWords(entry.since_declared, words))),
    data(words.by(visible(entry.owner))),
    ...(inside === null ? [] : [data(inside)]),
  ];
  const badgeLine =
    badges.length === 0 ? null : html`<p class="badges">${badges.map(badgeMarkup)}</p>`;
  const length = isShort(entry) ? "short" : "";
  return html`<section class="detail ${length} k-${look}" id="${target}" tabindex="-1"><h3><a class="number" href="#${target}-box" aria-label="${`${entry.rank}, ${words.backToMap}`}">${entry.rank}</a><span class="kind">${symbol(`k-${look}`)}${visible(kindWord(entry.kind, words))}</span> <bdi class="title">${visible(entry.title)}</bdi></h3><p class="id"><bdi>${visible(entry.id)}</bdi></p>${badgeLine}<p class="facts">${joined(facts)}</p>${summaryOf(entry, context)}${sourcesOf(entry, context)}${notesOf(entry, context)}</section>`;
}

/** Of two entries one may as well begin in the next column whole. */
function isShort({ summary, summary_head, sources, annotations }: EntryView): boolean {
  const length = (summary ?? summary_head ?? "").length;
  return length < 600 && sources.length < 4 && annotations.length < 3;
}

function joined(facts: readonly Markup[]): Markup {
  return html`${facts.map((fact, index) => (index === 0 ? fact : html`<i class="dot"> · </i>${fact}`))}`;
}

function summaryOf(entry: EntryView, { words, visible }: PageContext): Markup | null {
  const text = entry.summary ?? entry.summary_head ?? "";
  if (text === "") return null;
  const left = (entry.summary_chars ?? 0) - Array.from(entry.summary_head ?? "").length;
  const more =
    entry.summary_head === undefined ? null : html` <i class="cut">${words.more(left)}</i>`;
  return html`<p class="summary" dir="auto">${visible(text, "many")}${more}</p>`;
}

/** A source is shown, never opened: not even its address is a link. */
function sourcesOf(entry: EntryView, context: PageContext): Markup | null {
  if (entry.sources.length === 0) return null;
  const { words, visible } = context;
  const items = entry.sources.map((source) => {
    const { ref, text, text_head, text_chars, reading, reading_head, reading_chars } = source;
    const at = source.event_at ?? source.observed_at;
    const parts = [
      at === undefined ? null : html`<span class="at">${instantWords(at)}</span>`,
      ref === undefined ? null : html`<bdi class="ref">${visible(ref)}</bdi>`,
      saidPart(text ?? text_head, { isWhole: text !== undefined, characters: text_chars }, context),
      saidPart(
        reading ?? reading_head,
        { isWhole: reading !== undefined, characters: reading_chars },
        context,
      ),
      saidPart(source.provenance, { isWhole: true }, context),
    ].filter((part) => part !== null);
    return html`<li><bdi>${visible(source.origin)}</bdi>${words.colon}${parts.map((part) => html` ${part}`)}</li>`;
  });
  return html`<div class="sources"><h4>${words.sources}</h4><ul>${items}</ul></div>`;
}

function saidPart(
  text: string | undefined,
  {
    isWhole,
    characters = 0,
  }: { readonly isWhole: boolean; readonly characters?: number | undefined },
  { words, visible }: PageContext,
): Markup | null {
  if (text === undefined) return null;
  const left = characters - Array.from(text).length;
  const more = isWhole ? null : html` <i class="cut">${words.more(left)}</i>`;
  return html`<span class="said" dir="auto">${visible(text, "many")}${more}</span>`;
}

function notesOf(entry: EntryView, context: PageContext): Markup | null {
  if (entry.annotations_total === 0) return null;
  const more = entry.annotations_total - entry.annotations.length;
  const rest = more > 0 ? html`<p class="quiet">${context.words.moreNotes(more)}</p>` : null;
  return html`<div class="notes">${entry.annotations.map((note) => noteOf(note, context, null))}${rest}</div>`;
}

function noteOf(
  note: AnnotationView,
  { picture, words, visible }: PageContext,
  at: Markup | null,
): Markup {
  const { acknowledged } = note;
  const length = lengthWords(elapsedBetween(note.at, picture.view.now), words);
  const head =
    acknowledged === null
      ? words.noteOpen(visible(note.actor), length)
      : words.noteAnswered(visible(acknowledged.actor));
  const answer =
    acknowledged === null || acknowledged.note === null
      ? null
      : html`<p class="answer" dir="auto">${visible(acknowledged.note, "many")}</p>`;
  const state = acknowledged === null ? "note" : "tick";
  return html`<div class="note ${acknowledged === null ? "open" : "answered"}"><h4>${symbol(`s-${state}`)}${data(head)}${at}</h4><p dir="auto">${visible(note.text, "many")}</p>${answer}</div>`;
}

/** What is in this layer no longer, outside the area of the budget. */
function closedPart({ closed }: PictureLayer, context: PageContext): Markup | null {
  const { picture, words } = context;
  const { diff } = picture;
  if (diff === null || closed.length === 0) return null;
  const items = closed.map((entry) => closedItem(entry, context));
  return html`<section class="closed"><h3>${words.closedHeading(diff.from.event_seq)}</h3><ul>${items}</ul></section>`;
}

/** What closed in layers that have no sheet, each with the layer that it was in. */
function closedElsewherePart(context: PageContext): Markup | null {
  const { picture, words, visible } = context;
  const { diff, closedElsewhere } = picture;
  if (diff === null || closedElsewhere.length === 0) return null;
  const items = closedElsewhere.map((entry) => {
    const where = words.inLayer(entry.parent === null ? null : visible(entry.parent));
    return closedItem(entry, context, where);
  });
  return html`<section class="closed"><h3>${words.closedElsewhereHeading(diff.from.event_seq)}</h3><ul>${items}</ul></section>`;
}

function closedItem(
  entry: ClosedEntry,
  { words, visible }: PageContext,
  where: string | null = null,
): Markup {
  const { reason, successor } = entry;
  const how = [
    ...(where === null ? [] : [where]),
    words.statuses[entry.status],
    ...(reason === null ? [] : [words.reasons[reason.code]]),
    ...(reason?.until === undefined ? [] : [words.until(instantWords(reason.until))]),
    ...(successor === null ? [] : [words.closedBy(visible(successor))]),
  ].join(words.comma);
  const why =
    reason?.text === undefined
      ? null
      : html`<p class="why" dir="auto">${visible(reason.text, "many")}</p>`;
  const look = lookOf(entry.kind);
  return html`<li class="k-${look}"><span class="kind">${symbol(`k-${look}`)}${visible(kindWord(entry.kind, words))}</span> <b>${entry.tier}</b> <bdi class="title">${visible(entry.title)}</bdi> <bdi class="id">${visible(entry.id)}</bdi><p class="facts">${data(how)}</p>${why}</li>`;
}

/** What stands on no entry that is drawn: notes, entries whose time has come back. */
function footOf(context: PageContext): Markup {
  const { picture, words, visible } = context;
  const { view, diff, notesBeside } = picture;
  const placed = (note: AnnotationView): Markup => {
    const id = note.shown_on ?? note.entry_id;
    const place = id === null ? words.onTheWhole : words.onEntry(visible(id));
    return noteOf(note, context, html` <span class="at">${data(place)}</span>`);
  };
  const more = notesBeside.count - notesBeside.pending.length;
  const pending =
    notesBeside.count === 0
      ? null
      : html`<section class="pending"><h3>${words.pendingHeading(notesBeside.count)}</h3>${notesBeside.pending.map(placed)}${more > 0 ? html`<p class="quiet">${words.moreNotes(more)}</p>` : null}</section>`;
  const acknowledged =
    diff === null || notesBeside.acknowledged.length === 0
      ? null
      : html`<section class="pending"><h3>${words.acknowledgedHeading(diff.from.event_seq)}</h3>${notesBeside.acknowledged.map(placed)}</section>`;
  const back =
    view.due_back_total === 0
      ? null
      : html`<section class="due-back"><h3>${words.dueBackHeading(view.due_back_total)}</h3><ul>${view.due_back.map(({ id, title, until }) => html`<li><bdi class="title">${visible(title)}</bdi> <bdi class="id">${visible(id)}</bdi> <span class="facts">${words.wasDueBack(instantWords(until))}</span></li>`)}</ul></section>`;
  const transient =
    diff === null || diff.transient === 0
      ? null
      : html`<p class="quiet">${words.transient(diff.transient)}</p>`;
  return html`${transient}${pending}${acknowledged}${back}`;
}
