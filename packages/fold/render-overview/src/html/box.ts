/** One entry in the map. */
import type { EntryView } from "@fold/contracts";
import type { PictureEntry, PictureLayer } from "../picture/picture.js";
import { instantWords } from "../text/durations.js";
import { kindWord } from "../words/languages.js";
import { type Badge, badgesOf, quietTime } from "./badges.js";
import { type BoxPlan, planBox } from "./box-plan.js";
import { data, type PageContext } from "./context.js";
import { lookOf } from "./kinds.js";
import { html, type Markup } from "./markup.js";
import { symbol } from "./symbols.js";

export interface DrawnBox {
  readonly markup: Markup;
  /** Where the title stands whole: here, or in the details alone. */
  readonly title: "whole" | "shortened" | "moved" | "hidden";
}

export function boxOf(
  { entry, box, isShown, marks }: PictureEntry,
  layer: PictureLayer,
  context: PageContext,
): DrawnBox {
  const place = `left:${box.x}px;top:${box.y}px;width:${box.width}px;height:${box.height}px`;
  const number = entry.rank;
  if (!isShown) {
    const word = box.width >= 128 ? context.words.notShown : null;
    return { markup: hiddenBox(place, number, word), title: "hidden" };
  }

  const { words, visible, squeezed } = context;
  const badges = badgesOf(entry, marks, context);
  const text = {
    number,
    title: visible(entry.title),
    id: visible(entry.id),
    kindWord: visible(kindWord(entry.kind, words)),
    tier: entry.tier,
    badges,
    time: quietTime(entry, words),
    inside: insideWords(entry, context),
    summary: visible(entry.summary ?? entry.summary_head ?? ""),
  };
  const plan = planBox(box, text, squeezed.get(`${layer.key}/${entry.id}`) ?? 0);
  const look = lookOf(entry.kind);
  const state = [entry.overdue ? "late" : "", entry.stale ? "stale" : ""].filter(Boolean).join(" ");
  const isNew = marks.some(({ mark }) => mark === "new" || mark === "back") ? "is-new" : "";
  const target = `${layer.key}-${number}`;
  const markup = html`<li class="box k-${look} ${plan.scale} ${state} ${isNew}" style="${place}" data-entry="${number}" id="${target}-box"><a class="face" href="#${target}">${head(text, plan, look)}${badgeRow(plan)}${titleOf(plan)}${summaryOf(plan)}${foot(plan)}</a></li>`;
  return { markup, title: titleState(plan) };
}

function titleState(plan: BoxPlan): DrawnBox["title"] {
  if (plan.title === null) return "moved";
  return plan.title.isWhole ? "whole" : "shortened";
}

function head(
  text: { readonly number: number; readonly kindWord: string; readonly title: string },
  plan: BoxPlan,
  look: string,
): Markup {
  const kind = plan.kindWord === null ? null : html`<span class="kind">${plan.kindWord}</span>`;
  // Whoever cannot see the mark hears the word, and the whole title where it has no room.
  const unseen = [
    ...(plan.kindWord === null ? [text.kindWord] : []),
    ...(plan.title?.isWhole === true ? [] : [text.title]),
  ].join(": ");
  const spoken = unseen === "" ? null : html`<span class="unseen">${unseen}</span>`;
  const tier = plan.tier === null ? null : html`<span class="tier">${plan.tier}</span>`;
  const symbols = plan.symbols.map(
    (badge) =>
      html`<span class="sign ${badge.tone}">${symbol(`s-${badge.symbol}`)}<span class="unseen">${badge.words}</span></span>`,
  );
  return html`<span class="head"><span class="number">${text.number}</span>${plan.hasKindMark ? symbol(`k-${look}`) : null}${kind}${spoken}${symbols}${tier}</span>`;
}

export function badgeMarkup({ tone, symbol: name, words }: Badge): Markup {
  return html`<span class="badge ${tone}">${symbol(`s-${name}`)}<span>${words}</span></span>`;
}

function badgeRow(plan: BoxPlan): Markup | null {
  if (plan.badges.length === 0 && plan.moreBadges === 0) return null;
  const more =
    plan.moreBadges === 0 ? null : html`<span class="badge more">+${plan.moreBadges}</span>`;
  return html`<span class="badges">${plan.badges.map(badgeMarkup)}${more}</span>`;
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

function foot({ time, inside }: BoxPlan): Markup | null {
  if (time === null && inside === null) return null;
  const timeLine = time === null ? null : html`<span class="time">${time}</span>`;
  const insideLine = inside === null ? null : html`<span class="inside">${inside}</span>`;
  return html`<span class="foot">${timeLine}${insideLine}</span>`;
}

export function insideWords(entry: EntryView, { words }: PageContext): string | null {
  const { layer } = entry;
  if (layer === null) return null;
  const count = "entries" in layer ? layer.entries.length : layer.entry_count;
  const said = words.layerInside(layer.used, layer.budget, count);
  return "entries" in layer ? said : `${said}${words.comma}${words.notShownInside}`;
}

function hiddenBox(place: string, number: number, word: string | null): Markup {
  const veil = word === null ? null : html`<span class="veil">${word}</span>`;
  return html`<li class="box hidden" style="${place}" data-entry="${number}" aria-hidden="true">${veil}</li>`;
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
