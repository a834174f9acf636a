/**
 * Recognises a TODO in one line. In code the word counts where it opens a comment or a list item, or
 * where a colon or a name in parentheses follows it; a text in quotes does not count. In a file of
 * prose it counts where it opens a list item or a comment that begins the line, or where it begins
 * the line and a colon follows.
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

const MARKED = String.raw`\s*(?:(?:[-*+]|\d+[.)])\s+(?:\[ \]\s+)?|<!--\s*|\{/\*\s*|\.\.\s+|//\s*)`;
const BOLD = String.raw`(?:\*\*|__)?`;
const PROSE_OPENING = new RegExp(`^${MARKED}${BOLD}${WORDS}(?![\\w-])${BOLD}(.*)$`);
// Four spaces and more make a block of code.
const PROSE_CALLING = new RegExp(`^ {0,3}(?:#+\\s*)?${BOLD}${WORDS}((?:\\([^)]*\\))?${BOLD}:.*)$`);

/** Files whose lines nobody writes by hand. */
const MADE_FILES =
  /(?:^|\/)(?:node_modules|vendor|third_party|dist)\/|\.min\.[a-z]+$|\.(?:lock|map|snap|svg)$|(?:^|\/)(?:package-lock\.json|npm-shrinkwrap\.json|pnpm-lock\.yaml|go\.sum)$/;

export function isMadeFile(path: string): boolean {
  return MADE_FILES.test(path);
}

/** `isProse`: the line is of a file of prose. */
export function todoOfLine(
  line: string,
  { isProse }: { readonly isProse: boolean },
): TodoLine | null {
  if (line.length > LINE_CHARACTERS_MAX) return null;
  const match = isProse
    ? (PROSE_OPENING.exec(line) ?? PROSE_CALLING.exec(line))
    : (OPENING.exec(line) ?? CALLING.exec(line));
  const word = asWord(match?.[1]);
  if (match === null || word === null || isInQuotes(line.slice(0, match.index))) return null;
  const rest = (match[2] ?? "")
    .replace(/^(?:\([^)]*\))?[\s:\-–—*_]*/u, "")
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
