/** What every page says about itself: how full, what is urgent, which state, which page. */
import { isOwn } from "../picture/marks.js";
import type { PictureEntry, PictureLayer } from "../picture/picture.js";
import { instantWords } from "../text/durations.js";
import type { SymbolName } from "../words/words.js";
import type { BadgeTone } from "./badges.js";
import { data, type PageContext } from "./context.js";
import { miniMapOf } from "./map.js";
import { html, type Markup } from "./markup.js";
import { symbol } from "./symbols.js";

/** The way from the whole to a layer, as text: what tells the layers of a page apart. */
export function nameOf({ layer }: PictureLayer, { words, visible }: PageContext): string {
  return [words.attention, ...layer.path.map((id) => visible(id))].join(" › ");
}

export function headerOf(layer: PictureLayer, context: PageContext): Markup {
  const { picture, words, visible } = context;
  const { view, diff } = picture;
  const { path, used, free, budget } = layer.layer;
  const trail = [words.attention, ...path.map((id) => visible(id))];
  const crumbs = trail.map((step, index) =>
    index === 0 ? data(step) : html`<i class="dot"> › </i>${data(step)}`,
  );
  const carrier =
    layer.carrier === null
      ? null
      : html`<i class="dot">${words.colon}</i><bdi class="carrier">${visible(layer.carrier.title)}</bdi>`;
  const facts = [
    words.position(view.event_seq, view.revision),
    ...(diff === null ? [] : [words.since(diff.from.event_seq, diff.from.revision)]),
    words.asOf(instantWords(view.now)),
    ...(view.read_only === true ? [words.readOnly] : []),
  ];
  const budgetLine =
    layer.budgetThen === null ? null : budgetBadge(layer.budgetThen, budget, words);
  return html`<header class="top"><div class="say"><p class="path">${crumbs}${carrier}</p><h2 id="${layer.key}-title">${words.used(used, budget)}<span class="free-count">${words.free(free, budget)}</span>${budgetLine}</h2><p class="tally">${tallyOf(layer, context)}</p></div><div class="which">${facts.map((fact) => html`<p>${fact}</p>`)}<p class="page-number"></p></div>${miniMapOf(layer, context)}</header>`;
}

function budgetBadge(then: number, now: number, words: PageContext["words"]): Markup {
  return html`<span class="badge budget">${symbol("s-budget")}<span>${words.budgetChanged(then, now)}</span></span>`;
}

/** What is urgent, what is new, and how much of it cannot be read on this sheet. */
function tallyOf(layer: PictureLayer, { picture, words }: PageContext): Markup {
  const { entries, hidden } = layer;
  const { diff, notesBeside } = picture;
  const isFirst = layer === picture.layers[0];
  const count = (holds: (entry: PictureEntry) => boolean): number => entries.filter(holds).length;
  const late = count(({ entry }) => entry.overdue);
  const stale = count(({ entry }) => entry.stale);
  const opened = count(isNew);
  const changed = count((entry) => !isNew(entry) && entry.marks.some(isOwn));
  const closed = layer.closed.length + (isFirst ? picture.closedElsewhere.length : 0);
  const notes = entries
    .filter(({ isShown }) => isShown)
    .reduce((sum, { entry }) => sum + entry.annotations_pending, 0);
  const notesElsewhere = notesBeside.count - notesBeside.onTheWhole;
  const chips = [
    late > 0
      ? chip("late", "clock", words.late(late))
      : html`<span class="chip none">${words.allQuiet}</span>`,
    stale > 0 ? chip("stale", "wane", words.outOfDate(stale)) : null,
    opened > 0 ? chip("new", "plus", words.newOnes(opened)) : null,
    changed > 0 ? chip("changed", "pen", words.changedOnes(changed)) : null,
    diff !== null && closed > 0 ? chip("changed", "tick", words.closedOnes(closed)) : null,
    hidden.overdue > 0 ? chip("veiled", "clock", words.lateNotShown(hidden.overdue)) : null,
    hidden.changed > 0 ? chip("veiled", "pen", words.changedNotShown(hidden.changed)) : null,
    isFirst && picture.changesElsewhere > 0
      ? chip("veiled", "pen", words.changedElsewhere(picture.changesElsewhere))
      : null,
    notes > 0 ? chip("note", "note", words.notesWaiting(notes)) : null,
    isFirst && notesBeside.onTheWhole > 0
      ? chip("note", "note", words.notesOnTheWhole(notesBeside.onTheWhole))
      : null,
    isFirst && notesElsewhere > 0
      ? chip("note", "note", words.notesElsewhere(notesElsewhere))
      : null,
  ];
  return html`${chips}`;
}

function isNew({ marks }: PictureEntry): boolean {
  return marks.some(({ mark }) => mark === "new" || mark === "back");
}

function chip(tone: BadgeTone | "veiled", name: SymbolName, text: string): Markup {
  return html`<span class="badge ${tone}">${symbol(`s-${name}`)}<span>${text}</span></span>`;
}
