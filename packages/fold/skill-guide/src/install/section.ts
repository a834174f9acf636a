/**
 * Our section in a person's `AGENTS.md`. All else in the file is theirs, byte for byte: texts here are
 * "binary" strings, one character a byte, so that nothing is lost whatever the file holds.
 *
 * 1. The section stands between two lines of their own, `<!-- fold-guide begin … -->` and
 *    `<!-- fold-guide end -->`. The first says what is needed to take it away again: a digest of what is
 *    between, by which a person's change shows; how many line breaks were put in front; and whether the file is ours.
 * 2. Removing what was inserted gives the bytes that were there, for any bytes.
 * 3. What a person wrote behind the section is kept, and the line breaks in front of it with it.
 * 4. Two sections, or one marker without the other, are nobody's to guess about: the file is left alone.
 */
import { digestOf } from "./digest.js";

export interface Section {
  readonly version: string;
  readonly language: string;
  /** UTF-8 text that ends with a line feed. */
  readonly body: string;
}

interface Mark {
  readonly version: string;
  readonly language: string;
  readonly digest: string;
  readonly breaks: number;
  readonly isNewFile: boolean;
}

export type Found =
  | { readonly state: "none" }
  | {
      readonly state: "one";
      readonly mark: Mark;
      readonly isChanged: boolean;
      readonly start: number;
      readonly end: number;
    }
  | {
      readonly state: "broken";
      readonly reason: "two_sections" | "unbalanced";
      readonly lines: readonly number[];
    };

const END = "<!-- fold-guide end -->";
const MARKER = /^<!-- fold-guide (begin|end)\b(.*)-->[ \t]*(?:\r?\n|$)/gm;
const MARK = /^ (\S+) (\S+) sha256:([0-9a-f]{64}) breaks:([0-2])( new-file)? $/;

export function findSection(text: string): Found {
  const markers = [...text.matchAll(MARKER)].map((match) => ({
    kind: match[1],
    fields: match[2] ?? "",
    line: text.slice(0, match.index).split("\n").length,
    start: match.index,
    end: match.index + match[0].length,
  }));
  const [begin, end] = markers;
  if (begin === undefined) return { state: "none" };
  const lines = markers.map(({ line }) => line);
  const begins = markers.filter(({ kind }) => kind === "begin").length;
  if (begins > 1 && begins * 2 === markers.length) {
    return { state: "broken", reason: "two_sections", lines };
  }
  const mark = markOf(begin.fields);
  const isPair = markers.length === 2 && begin.kind === "begin" && end?.kind === "end";
  if (!isPair || mark === null) return { state: "broken", reason: "unbalanced", lines };
  const body = text.slice(begin.end, end.start);
  const isChanged = digestOf(Buffer.from(body, "latin1")) !== mark.digest;
  return { state: "one", mark, isChanged, start: begin.start, end: end.end };
}

function markOf(fields: string): Mark | null {
  const [, version, language, digest, breaks, newFile] = MARK.exec(fields) ?? [];
  if (version === undefined || language === undefined || digest === undefined) return null;
  return { version, language, digest, breaks: Number(breaks), isNewFile: newFile !== undefined };
}

/** The text with the section at its end; `isNewFile` says that there was no file. */
export function insertSection(text: string, section: Section, isNewFile: boolean): string {
  const lineEnd = lineEndOf(text);
  const breaks = breaksAfter(text);
  const added = sectionText(section, { breaks, isNewFile, lineEnd });
  return text + lineEnd.repeat(breaks) + added;
}

/** The text with another section in the place of the one that was found. */
export function replaceSection(
  text: string,
  { mark, start, end }: Extract<Found, { state: "one" }>,
  section: Section,
): string {
  const { breaks, isNewFile } = mark;
  const lineEnd = lineEndOf(text.slice(start, end));
  return (
    text.slice(0, start) + sectionText(section, { breaks, isNewFile, lineEnd }) + text.slice(end)
  );
}

/** The text without the section that was found, or null where nothing of the file is left. */
export function removeSection(
  text: string,
  { mark, start, end }: Extract<Found, { state: "one" }>,
): string | null {
  const before = text.slice(0, start);
  const after = text.slice(end);
  if (after !== "") return before + after;
  const breaks = lineEndOf(text.slice(start, end)).repeat(mark.breaks);
  const rest = before.endsWith(breaks) ? before.slice(0, before.length - breaks.length) : before;
  return rest === "" && mark.isNewFile ? null : rest;
}

function sectionText(
  { version, language, body }: Section,
  {
    breaks,
    isNewFile,
    lineEnd,
  }: { readonly breaks: number; readonly isNewFile: boolean; readonly lineEnd: string },
): string {
  const bytes = Buffer.from(body, "utf8");
  const fields = `${version} ${language} sha256:${digestOf(bytes)} breaks:${breaks}`;
  const begin = `<!-- fold-guide begin ${fields}${isNewFile ? " new-file" : ""} -->`;
  const text = `${begin}\n${bytes.toString("latin1")}${END}\n`;
  return text.replaceAll("\n", lineEnd);
}

/** As the first line of the text ends. */
function lineEndOf(text: string): "\n" | "\r\n" {
  return /^[^\n]*\r\n/.test(text) ? "\r\n" : "\n";
}

/** How many line breaks lead from the end of a text to a line behind an empty one. */
function breaksAfter(text: string): number {
  if (text === "" || /\n\r?\n$/.test(text)) return 0;
  return text.endsWith("\n") ? 1 : 2;
}
