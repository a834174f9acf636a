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
  readonly hasNumber: boolean;
  readonly badges: readonly Badge[];
  /** Where words have no room: behind the badges, or in a tiny box in the head. */
  readonly symbols: readonly Badge[];
  /** Badges that stand in the details alone. */
  readonly moreBadges: number;
  readonly time: string | null;
  /** Beside the time, where the head has no room for it. */
  readonly footTier: string | null;
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
  /** About the layer that it carries, from the longest on; empty where it carries none. */
  readonly inside: readonly string[];
  /** Says in a mark what `inside` says in words; null where that is empty. */
  readonly insideBadge: Badge | null;
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
  const insideShown =
    scale.name === "small"
      ? null
      : (text.inside.find((words) => wide(words, scale.text) <= width) ?? null);
  const badges = insideShown === null ? allBadges(text) : text.badges;
  const row = badgeRows(badges, { width, scale, rows: rowsFor(scale, size) });
  left -= row.rows * scale.badge + scale.gap;
  const isRoomy = scale.name !== "small" || size.height > 100;
  const head = headParts(text, { width, scale, hasFoot: isRoomy });
  const beside = head.footTier === null ? 0 : wide(`${head.footTier} · `, scale.text);
  const time =
    text.time !== null && beside + wide(text.time, scale.text) <= width ? text.time : null;
  const timeShown = isRoomy || row.rows === 0 ? time : null;
  if (timeShown !== null || head.footTier !== null) left -= scale.textLine;
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
  return {
    scale: scale.name,
    ...head,
    hasNumber: true,
    title,
    titleLines: Math.max(1, used),
    id,
    badges: row.shown,
    symbols: row.symbols,
    moreBadges: row.more,
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
  if (width >= 128 || (width >= 100 && height >= 100)) return SCALES.small;
  return SCALES.tiny;
}

function rowsFor(scale: Scale, { height }: BoxSize): number {
  if (scale.name === "small") return height > 100 ? 2 : 1;
  return scale.name === "medium" ? 2 : 3;
}

function allBadges({ badges, insideBadge }: BoxText): readonly Badge[] {
  return insideBadge === null ? badges : [...badges, insideBadge];
}

/** A box of less than 128 × 80: the number, marks, and the title or the id if there is room. */
function planTiny(size: BoxSize, text: BoxText, isBare: boolean): BoxPlan {
  const { pad, head, headSize, title: fontSize, titleLine } = SCALES.tiny;
  const width = size.width - 2 * pad;
  const lines = Math.floor((size.height - 2 * pad - head) / titleLine);
  const room = { width, lines, fontSize };
  const whole = isBare || size.width < 64 ? null : fitted(text.title, room);
  const title = whole?.isWhole === true ? whole : null;
  const id = title !== null || isBare || size.width < 64 ? null : fitted(text.id, room);
  // Each symbol takes 12 pixels beside the number. Where not all have room, what is urgent goes before
  // the mark of the kind, which is in the details, too.
  const number = wide(String(text.number), headSize);
  const hasNumber = number <= width && head + pad <= size.height;
  const symbolRoom = hasNumber ? Math.max(0, Math.floor((width - number) / 12)) : 0;
  const isNarrow = size.width < 64;
  const badges = allBadges(text);
  const symbolCount = isBare
    ? 0
    : Math.max(0, Math.min(badges.length, isNarrow ? symbolRoom : symbolRoom - 1));
  const hasKindMark = symbolRoom > symbolCount;
  const left = width - number - 12 * (symbolCount + (hasKindMark ? 1 : 0));
  return {
    scale: "tiny",
    hasNumber,
    kindWord: null,
    tier: hasNumber && !isBare && wide(text.tier, headSize) + 4 <= left ? text.tier : null,
    footTier: null,
    title,
    titleLines: Math.max(1, lines),
    id,
    badges: [],
    moreBadges: 0,
    symbols: badges.slice(0, symbolCount),
    hasKindMark,
    time: null,
    inside: null,
    summary: null,
    summaryLines: 0,
  };
}

interface HeadParts {
  readonly kindWord: string | null;
  readonly tier: string | null;
  readonly footTier: string | null;
}

/** The tier goes before the word of the kind, whose mark is there in any case. */
function headParts(
  text: BoxText,
  {
    width,
    scale,
    hasFoot,
  }: { readonly width: number; readonly scale: Scale; readonly hasFoot: boolean },
): HeadParts {
  const number = wide(String(text.number), scale.headSize) + scale.headSize * 0.7;
  const mark = scale.headSize * 1.5;
  const tier = wide(text.tier, scale.headSize) + scale.headSize * 0.7;
  const kind = wide(text.kindWord, scale.headSize);
  const { kindWord } = text;
  if (number + mark + kind + tier <= width) return { kindWord, tier: text.tier, footTier: null };
  if (hasFoot && number + mark + kind <= width) {
    return { kindWord, tier: null, footTier: text.tier };
  }
  if (number + mark + tier <= width) return { kindWord: null, tier: text.tier, footTier: null };
  return { kindWord: null, tier: null, footTier: null };
}

interface BadgeRows {
  readonly shown: readonly Badge[];
  readonly symbols: readonly Badge[];
  readonly more: number;
  readonly rows: number;
}

interface BadgeRoom {
  readonly width: number;
  readonly scale: Scale;
  readonly rows: number;
}

/**
 * Badges in rows: as many as can be with their words, the others as bare symbols behind them. Where
 * not even those have room, their count stands at the end of the last row.
 */
function badgeRows(badges: readonly Badge[], room: BadgeRoom): BadgeRows {
  for (let worded = badges.length; worded >= Math.min(1, badges.length); worded -= 1) {
    const rest = badges.slice(worded);
    const placed = wordedRows(badges.slice(0, worded), room, symbolsWidth(rest.length, room));
    if (placed !== null) {
      const rows = badges.length === 0 ? 0 : placed.rows;
      return { shown: placed.shown, symbols: rest, more: 0, rows };
    }
  }
  return crowdedRow(badges, room);
}

/** The most urgent with its words, if only with its length, and of the others what has room. */
function crowdedRow(badges: readonly Badge[], room: BadgeRoom): BadgeRows {
  const [first, ...others] = badges;
  if (first === undefined) return { shown: [], symbols: [], more: 0, rows: 0 };
  const left = room.width - moreWidth(room) - symbolsWidth(1, room);
  const words = [first.short, first.shortest].find((text) => badgeWidth(text, room) <= left);
  const shown = words === undefined ? [] : [{ ...first, words }];
  const used = words === undefined ? 0 : badgeWidth(words, room) + 4;
  const rest = words === undefined ? badges : others;
  const isAll = used + symbolsWidth(rest.length, room) <= room.width;
  const remaining = room.width - used - moreWidth(room);
  const count = isAll ? rest.length : Math.max(0, Math.floor(remaining / symbolsWidth(1, room)));
  return { shown, symbols: rest.slice(0, count), more: rest.length - count, rows: 1 };
}

function badgeWidth(text: string, { scale }: BadgeRoom): number {
  return wide(text, scale.badgeSize) + badgeExtra(scale);
}

/** Null where they do not all fit, with so much left at the end of the last row. */
function wordedRows(
  badges: readonly Badge[],
  room: BadgeRoom,
  reserved: number,
): { readonly shown: readonly Badge[]; readonly rows: number } | null {
  const { width, rows } = room;
  const shown: Badge[] = [];
  let row = 1;
  let used = 0;
  for (const [index, badge] of badges.entries()) {
    const widthOfBadge = (text: string): number => badgeWidth(text, room);
    const isLast = index === badges.length - 1;
    const limit = (atRow: number): number => (isLast && atRow === rows ? width - reserved : width);
    if (used > 0 && used + widthOfBadge(badge.words) > limit(row) && row < rows) {
      row += 1;
      used = 0;
    }
    const isLong = used + widthOfBadge(badge.words) > limit(row);
    const text = isLong ? badge.short : badge.words;
    const length = widthOfBadge(text);
    if (used + length > limit(row)) return null;
    shown.push({ ...badge, words: text });
    used += length + 4;
  }
  if (used + reserved <= width) return { shown, rows: row };
  return row < rows ? { shown, rows: row + 1 } : null;
}

function symbolsWidth(count: number, { scale }: BadgeRoom): number {
  return count * (scale.badgeSize + 5);
}

function moreWidth({ scale }: BadgeRoom): number {
  return scale.badgeSize * 2.4;
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
