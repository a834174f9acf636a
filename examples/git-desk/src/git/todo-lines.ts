/**
 * Recognises a TODO in one line. The word counts where it opens a comment or a list item, or where a
 * colon or a name in parentheses follows it; prose that only mentions it does not count, nor does a
 * text in quotes.
 */
import type { TodoWord } from "./facts.js";

export interface TodoLine {
  readonly word: TodoWord;
  readonly text: string;
}

const LINE_CHARACTERS_MAX = 2000;
const TEXT_CHARACTERS_MAX = 120;

const OPENER = String.raw`(?://+|/?\*+|#+|--|;+|%+|<!--|\{/\*|'''|"""|- \[ \]|(?<=^\s*)-)\s*`;
const WORDS = "(TODO|FIXME|XXX|HACK)";
const OPENING = new RegExp(`${OPENER}${WORDS}(?![\\w-])(.*)$`);
const CALLING = new RegExp(`(?<![\\w\`"'-])${WORDS}((?:\\([^)]*\\))?:.*)$`);

/** Files whose lines nobody writes by hand. */
const MADE_FILES =
  /(?:^|\/)(?:node_modules|vendor|third_party|dist)\/|\.min\.[a-z]+$|\.(?:lock|map|snap|svg)$|(?:^|\/)(?:package-lock\.json|npm-shrinkwrap\.json|pnpm-lock\.yaml|go\.sum)$/;

export function isMadeFile(path: string): boolean {
  return MADE_FILES.test(path);
}

export function todoOfLine(line: string): TodoLine | null {
  if (line.length > LINE_CHARACTERS_MAX) return null;
  const match = OPENING.exec(line) ?? CALLING.exec(line);
  const word = asWord(match?.[1]);
  if (match === null || word === null || isInQuotes(line.slice(0, match.index))) return null;
  const rest = (match[2] ?? "")
    .replace(/^(?:\([^)]*\))?[\s:\-–—]*/u, "")
    .replace(/\s*(?:\*\/\}?|-->|"""|''')\s*$/, "")
    .trim();
  return { word, text: [...rest].slice(0, TEXT_CHARACTERS_MAX).join("") };
}

/** Whether a quotation that began is still open where the line goes on. */
function isInQuotes(before: string): boolean {
  const text = before.replace(/\\.|\w'\w/g, "");
  return ['"', "'", "`"].some((quote) => text.split(quote).length % 2 === 0);
}

function asWord(text: string | undefined): TodoWord | null {
  return text === "TODO" || text === "FIXME" || text === "XXX" || text === "HACK" ? text : null;
}
