/** One entry in the map. */
import type { EntryView } from "@fold/contracts";
import { isOwn } from "../picture/marks.js";
import type { PictureEntry, PictureLayer } from "../picture/picture.js";
import { instantWords } from "../text/durations.js";
import { kindWord } from "../words/languages.js";
import { type Badge, badgesOf, layerBadge, quietTime } from "./badges.js";
import { type BoxPlan, type BoxText, planBox } from "./box-plan.js";
import { data, type PageContext } from "./context.js";
import { facesOf, placeOf, spansOf } from "./faces.js";
import { lookOf } from "./kinds.js";
import { html, type Markup } from "./markup.js";
import { symbol } from "./symbols.js";

export interface DrawnBox {
  readonly markup: Markup;
  /** Where the title stands whole: here, or in the details alone. */
  readonly title: "whole" | "shortened" | "moved" | "hidden";
  /** The marks that stand here without their words. */
  readonly symbols: readonly Badge[];
  /** Whether marks are counted that have no room at all. */
  readonly hasMore: boolean;
}

export function boxOf(picture: PictureEntry, layer: PictureLayer, context: PageContext): DrawnBox {
  const { entry, box, isShown, marks } = picture;
  if (!isShown) return hiddenBox(picture, context);

  const { words, squeezed, widths } = context;
  const text = textOf(picture, context);
  const squeezes = squeezed.get(`${layer.key}/${entry.id}`) ?? 0;
  const look = lookOf(entry.kind);
  const plans: BoxPlan[] = [];
  const faces = facesOf(widths, (factor) => {
    const size = { width: box.width * factor, height: box.height * factor };
    const plan = planBox(size, text, squeezes);
    plans.push(plan);
    return html`<span class="text ${plan.scale}">${head(text, plan, look)}${badgeRow(plan, words.moreMarks)}${titleOf(plan)}${summaryOf(plan)}${foot(plan)}</span>`;
  });
  const state = [entry.overdue ? "late" : "", entry.stale ? "stale" : ""].filter(Boolean).join(" ");
  const isNew = marks.some(({ mark }) => mark === "new" || mark === "back") ? "is-new" : "";
  const target = `${layer.key}-${entry.rank}`;
  const texts = faces.map(
    ({ classes, content }) => html`<span class="face-of ${classes}">${content}</span>`,
  );
  const markup = html`<li class="box k-${look} ${state} ${isNew}" style="${placeOf(box)}" data-entry="${entry.rank}" id="${target}-box"><a class="face" href="#${target}">${texts}</a></li>`;
  return {
    markup,
    title: titleState(plans.at(-1)?.title ?? null),
    symbols: plans.flatMap(({ symbols }) => symbols),
    hasMore: plans.some(({ moreBadges }) => moreBadges > 0),
  };
}

/** On the map in its full size, which is the last that is planned. */
function titleState(title: BoxPlan["title"]): DrawnBox["title"] {
  if (title === null) return "moved";
  return title.isWhole ? "whole" : "shortened";
}

function textOf({ entry, marks }: PictureEntry, context: PageContext): BoxText {
  const { words, visible } = context;
  return {
    number: entry.rank,
    title: visible(entry.title),
    id: visible(entry.id),
    kindWord: visible(kindWord(entry.kind, words)),
    tier: entry.tier,
    badges: badgesOf(entry, marks, context),
    time: quietTime(entry, words),
    inside: insideTexts(entry, context),
    insideBadge: entry.layer === null ? null : layerBadge(words),
    summary: visible(entry.summary ?? entry.summary_head ?? ""),
  };
}

function head(text: BoxText, plan: BoxPlan, look: string): Markup {
  const kind = plan.kindWord === null ? null : html`<span class="kind">${plan.kindWord}</span>`;
  // Whoever cannot see the mark hears the word, and the whole title where it has no room.
  const unseen = [
    ...(plan.hasNumber ? [] : [String(text.number)]),
    ...(plan.kindWord === null ? [text.kindWord] : []),
    ...(plan.title?.isWhole === true ? [] : [text.title]),
  ].join(": ");
  const spoken = unseen === "" ? null : html`<span class="unseen">${unseen}</span>`;
  if (!plan.hasNumber) return html`${spoken}`;
  const tier = plan.tier === null ? null : html`<span class="tier">${plan.tier}</span>`;
  const symbols = plan.scale === "tiny" ? plan.symbols.map(signMarkup) : [];
  return html`<span class="head"><span class="number">${text.number}</span>${plan.hasKindMark ? symbol(`k-${look}`) : null}${kind}${spoken}${symbols}${tier}</span>`;
}

/** A mark without room for its words; they are there for who cannot see it. */
function signMarkup({ tone, symbol: name, words }: Badge): Markup {
  return html`<span class="sign ${tone}">${symbol(`s-${name}`)}<span class="unseen">${words}</span></span>`;
}

export function badgeMarkup({ tone, symbol: name, words }: Badge): Markup {
  return html`<span class="badge ${tone}">${symbol(`s-${name}`)}<span>${words}</span></span>`;
}

function badgeRow(plan: BoxPlan, moreWords: (count: number) => string): Markup | null {
  if (plan.scale === "tiny") return null;
  const { badges, symbols, moreBadges } = plan;
  if (badges.length + symbols.length + moreBadges === 0) return null;
  const more =
    moreBadges === 0
      ? null
      : html`<span class="badge more">+${moreBadges}<span class="unseen">${moreWords(moreBadges)}</span></span>`;
  return html`<span class="badges">${badges.map(badgeMarkup)}${symbols.map(signMarkup)}${more}</span>`;
}

function titleOf(plan: BoxPlan): Markup | null {
  const lines = `--lines:${plan.titleLines}`;
  if (plan.title !== null) {
    const spoken = plan.title.isWhole ? "false" : "true";
    return html`<span class="title fit" dir="auto" style="${lines}" aria-hidden="${spoken}">${plan.title.text}</span>`;
  }
  if (plan.id === null) return null;
  return html`<span class="title id fit" dir="auto" style="${lines}">${plan.id.text}</span>`;
}

function summaryOf({ summary, summaryLines }: BoxPlan): Markup | null {
  if (summary === null) return null;
  const lines = `--lines:${summaryLines}`;
  return html`<span class="summary fit" dir="auto" style="${lines}" aria-hidden="true">${summary.text}</span>`;
}

function foot({ time, footTier, inside }: BoxPlan): Markup | null {
  if (time === null && inside === null && footTier === null) return null;
  const parts = [footTier, time].filter((part) => part !== null);
  const timeLine = parts.length === 0 ? null : html`<span class="time">${parts.join(" · ")}</span>`;
  const insideLine = inside === null ? null : html`<span class="inside">${inside}</span>`;
  return html`<span class="foot">${timeLine}${insideLine}</span>`;
}

function insideTexts(entry: EntryView, context: PageContext): readonly string[] {
  const { layer } = entry;
  const words = insideWords(entry, context);
  if (layer === null || words === null) return [];
  const count = "entries" in layer ? layer.entries.length : layer.entry_count;
  return [words, context.words.entriesInside(count)];
}

export function insideWords(entry: EntryView, { words }: PageContext): string | null {
  const { layer } = entry;
  if (layer === null) return null;
  const count = "entries" in layer ? layer.entries.length : layer.entry_count;
  const said = words.layerInside(layer.used, layer.budget, count);
  return "entries" in layer ? said : `${said}${words.comma}${words.notShownInside}`;
}

/** An area that a selection leaves out. That it changed or is late is said all the same. */
function hiddenBox({ entry, box, marks }: PictureEntry, { words, widths }: PageContext): DrawnBox {
  const isQuiet = !marks.some(isOwn) && !entry.overdue;
  const veils = spansOf("veil", widths, (factor) =>
    box.width * factor >= 128 && box.height * factor >= 40 ? words.notShown : null,
  );
  const tone = entry.overdue ? "late" : "changed";
  const name = entry.overdue ? "clock" : "pen";
  const hasSign = box.width >= 32 && box.height >= 20;
  const sign =
    isQuiet || !hasSign
      ? null
      : html`<span class="veil-sign ${tone}">${symbol(`s-${name}`)}</span>`;
  const markup = html`<li class="box hidden" style="${placeOf(box)}" data-entry="${entry.rank}" aria-hidden="true">${veils}${sign}</li>`;
  return { markup, title: "hidden", symbols: [], hasMore: false };
}

/** When an entry is due and how long it holds, as instants. */
export function instantsOf(entry: EntryView, { words }: PageContext): readonly Markup[] {
  return [
    ...(entry.due_at === null ? [] : [data(words.due(instantWords(entry.due_at)))]),
    ...(entry.stale_after === null
      ? []
      : [data(words.validUntil(instantWords(entry.stale_after)))]),
  ];
}
