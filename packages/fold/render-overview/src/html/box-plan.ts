/**
 * What has room in a box, worked out before anything is drawn. The box is given; the text gives way:
 * first the summary goes, then the title is shortened, then the id stands for it, then the number.
 */
import { type Fitted, fitted } from "../text/fit.js";
import { widthOf } from "../text/width.js";
import type { Badge } from "./badges.js";
import { SCALES, type Scale } from "./scales.js";

/** All pixels that a badge takes beside its words: mark, gaps, ends. */
const badgeExtra = (scale: Scale): number => scale.badgeSize * 2.2;

export interface BoxPlan {
  readonly scale: Scale["name"];
  readonly kindWord: string | null;
  readonly hasKindMark: boolean;
  readonly tier: string | null;
  readonly title: Fitted | null;
  readonly titleLines: number;
  /** Stands for a title that has no room; itself shortened where it must be. */
  readonly id: Fitted | null;
  readonly badges: readonly Badge[];
  /** Badges that stand in the details alone, beside those that are shown as bare symbols. */
  readonly moreBadges: number;
  /** Where words have no room. */
  readonly symbols: readonly Badge[];
  readonly time: string | null;
  readonly inside: string | null;
  readonly summary: Fitted | null;
  readonly summaryLines: number;
}

export interface BoxText {
  readonly number: number;
  readonly title: string;
  readonly id: string;
  readonly kindWord: string;
  readonly tier: string;
  readonly badges: readonly Badge[];
  readonly time: string | null;
  readonly inside: string | null;
  readonly summary: string;
}

/** Of the width, for texts that break at other places than expected. */
const SQUEEZED_WIDTH = 0.7;

export interface BoxSize {
  readonly width: number;
  readonly height: number;
}

/** `squeezed`: how often the browser found that what was planned does not fit after all. */
export function planBox(size: BoxSize, text: BoxText, squeezed: number): BoxPlan {
  const scale = scaleOf(size);
  const isBare = squeezed > (scale.name === "tiny" ? 0 : 1);
  if (scale.name === "tiny" || isBare) return planTiny(size, text, isBare);
  const width = (size.width - 2 * scale.pad) * (squeezed === 0 ? 1 : SQUEEZED_WIDTH);
  let left = size.height - 2 * scale.pad - scale.head;
  const row = badgeRows(text.badges, { width, scale, rows: rowsFor(scale) });
  left -= row.rows * scale.badge + scale.gap;
  const time = text.time !== null && wide(text.time, scale.headSize) <= width ? text.time : null;
  const isRoomy = scale.name !== "small" || size.height > 100;
  const timeShown = isRoomy || row.rows === 0 ? time : null;
  if (timeShown !== null) left -= scale.textLine;
  const insideShown =
    text.inside !== null && scale.name !== "small" && wide(text.inside, scale.text) <= width
      ? text.inside
      : null;
  if (insideShown !== null) left -= scale.textLine;
  const lines = Math.min(scale.titleLines, Math.floor(left / scale.titleLine));
  const title = fitted(text.title, { width, lines, fontSize: scale.title });
  const id = title === null ? fitted(text.id, { width, lines, fontSize: scale.title }) : null;
  left -= lines * scale.titleLine;
  // The summary takes what the title leaves, once it is known how much that is.
  const used = title === null ? lines : linesOf(title.text, width, scale);
  const summaryLines = Math.floor((left + (lines - used) * scale.titleLine - 6) / scale.textLine);
  const summary =
    text.summary === "" || summaryLines < 2 || scale.name === "small" || title?.isWhole !== true
      ? null
      : fitted(text.summary, { width, lines: summaryLines, fontSize: scale.text });
  const head = headParts(text, width, scale);
  return {
    scale: scale.name,
    ...head,
    title,
    titleLines: Math.max(1, used),
    id,
    badges: row.shown,
    moreBadges: row.more,
    symbols: [],
    hasKindMark: true,
    time: timeShown,
    inside: insideShown,
    summary,
    summaryLines,
  };
}

function scaleOf({ width, height }: BoxSize): Scale {
  if (width >= 512) return SCALES.hero;
  if (width >= 256 && height >= 320) return SCALES.large;
  if (width >= 256) return SCALES.medium;
  if (width >= 128) return SCALES.small;
  return SCALES.tiny;
}

function rowsFor(scale: Scale): number {
  if (scale.name === "small") return 1;
  return scale.name === "medium" ? 2 : 3;
}

/** A box of less than 128 × 80: the number, marks, and the title or the id if there is room. */
function planTiny(size: BoxSize, text: BoxText, isBare: boolean): BoxPlan {
  const width = size.width - 2 * SCALES.tiny.pad;
  const lines = Math.floor(
    (size.height - 2 * SCALES.tiny.pad - SCALES.tiny.head) / SCALES.tiny.titleLine,
  );
  const room = { width, lines, fontSize: SCALES.tiny.title };
  const whole = isBare || size.width < 64 ? null : fitted(text.title, room);
  const title = whole?.isWhole === true ? whole : null;
  const id = title !== null || isBare || size.width < 64 ? null : fitted(text.id, room);
  // Each symbol takes 12 pixels beside the number. Where not all have room, what is urgent goes before
  // the mark of the kind, which is in the details, too.
  const symbolRoom = Math.max(
    0,
    Math.floor((width - wide(String(text.number), SCALES.tiny.headSize)) / 12),
  );
  const isNarrow = size.width < 64;
  const symbolCount = Math.min(text.badges.length, isNarrow ? symbolRoom : symbolRoom - 1);
  return {
    scale: "tiny",
    kindWord: null,
    tier: null,
    title,
    titleLines: Math.max(1, lines),
    id,
    badges: [],
    moreBadges: 0,
    symbols: isBare ? [] : text.badges.slice(0, symbolCount),
    hasKindMark: symbolRoom > symbolCount,
    time: null,
    inside: null,
    summary: null,
    summaryLines: 0,
  };
}

function headParts(
  text: BoxText,
  width: number,
  scale: Scale,
): { readonly kindWord: string | null; readonly tier: string | null } {
  const number = wide(String(text.number), scale.headSize) + scale.headSize * 0.7;
  const mark = scale.headSize * 1.5;
  const tier = wide(text.tier, scale.headSize) + scale.headSize * 0.7;
  const kind = wide(text.kindWord, scale.headSize);
  if (number + mark + kind + tier <= width) return { kindWord: text.kindWord, tier: text.tier };
  if (number + mark + kind <= width) return { kindWord: text.kindWord, tier: null };
  return { kindWord: null, tier: number + mark + tier <= width ? text.tier : null };
}

/** Badges in rows; of one that finds no row only the count stays, at the end of the last row. */
function badgeRows(
  badges: readonly Badge[],
  { width, scale, rows }: { readonly width: number; readonly scale: Scale; readonly rows: number },
): { readonly shown: readonly Badge[]; readonly more: number; readonly rows: number } {
  const shown: Badge[] = [];
  let row = 1;
  let used = 0;
  const moreWidth = scale.badgeSize * 2.4;
  for (const [index, badge] of badges.entries()) {
    const widthOfBadge = (text: string): number => wide(text, scale.badgeSize) + badgeExtra(scale);
    const isLast = index === badges.length - 1;
    const limit = (atRow: number): number =>
      atRow === rows && !isLast ? width - moreWidth : width;
    if (used > 0 && used + widthOfBadge(badge.words) > limit(row) && row < rows) {
      row += 1;
      used = 0;
    }
    const isLong = used + widthOfBadge(badge.words) > limit(row);
    const text = isLong ? badge.short : badge.words;
    const length = widthOfBadge(text);
    if (used + length > limit(row)) break;
    shown.push({ ...badge, words: text });
    used += length + 4;
  }
  const more = badges.length - shown.length;
  return { shown, more, rows: badges.length === 0 ? 0 : row };
}

function linesOf(text: string, width: number, scale: Scale): number {
  for (let lines = 1; lines < scale.titleLines; lines += 1) {
    if (fitted(text, { width, lines, fontSize: scale.title })?.isWhole === true) return lines;
  }
  return scale.titleLines;
}

function wide(text: string, fontSize: number): number {
  return (widthOf(text) * fontSize) / 100;
}
