/** Which part of a text has room, by lines, as a browser would break them. */
import { widthOf } from "./width.js";

export interface Room {
  /** Pixels. */
  readonly width: number;
  readonly lines: number;
  readonly fontSize: number;
}

export interface Fitted {
  /** The text, or its head with an ellipsis. */
  readonly text: string;
  readonly isWhole: boolean;
}

const graphemes = new Intl.Segmenter("und", { granularity: "grapheme" });
/** Where a line may break: behind spaces and hyphens, and on both sides of what is written closely. */
const PIECES =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff00-\uffef]|\s+|[^\s\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff00-\uffef]+/gu;

/** The longest head of a text that has room. Null where there is none for even a few characters. */
export function fitted(text: string, room: Room): Fitted | null {
  const one = text.replace(/\s+/g, " ").trim();
  if (room.lines < 1) return null;
  if (fits(one, room)) return { text: one, isWhole: true };
  const clusters = Array.from(graphemes.segment(one), ({ segment }) => segment);
  let low = 0;
  let high = clusters.length;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (fits(headOf(clusters, middle), room)) low = middle;
    else high = middle - 1;
  }
  return low < Math.min(CLUSTERS_MIN, clusters.length)
    ? null
    : { text: headOf(clusters, low), isWhole: false };
}

/** Fewer than these say nothing. */
const CLUSTERS_MIN = 4;

function headOf(clusters: readonly string[], count: number): string {
  return `${clusters.slice(0, count).join("").trimEnd()}…`;
}

function fits(text: string, { width, lines, fontSize }: Room): boolean {
  const room = (width / fontSize) * 100;
  let used = 0;
  let line = 1;
  for (const [piece] of text.matchAll(PIECES)) {
    const isSpace = /^\s/.test(piece);
    const length = widthOf(piece);
    if (isSpace) {
      used += length;
      continue;
    }
    if (used > 0 && used + length > room) {
      line += 1;
      used = 0;
    }
    if (length > room) {
      // A word longer than a line is broken anywhere, never better than it fills.
      const { lines: more, rest } = broken(piece, room);
      if (more < 0) return false;
      line += more;
      used = rest;
    } else used += length;
    if (line > lines) return false;
  }
  return line <= lines;
}

/** How many lines more a long word takes, and how much of the last; −1 where one sign is too wide. */
function broken(word: string, room: number): { readonly lines: number; readonly rest: number } {
  let used = 0;
  let lines = 0;
  for (const { segment } of graphemes.segment(word)) {
    const length = widthOf(segment);
    if (length > room) return { lines: -1, rest: 0 };
    if (used + length > room) {
      lines += 1;
      used = 0;
    }
    used += length;
  }
  return { lines, rest: used };
}
