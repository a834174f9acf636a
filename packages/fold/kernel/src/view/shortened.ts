/** Long texts among others: their heads, and how long they are. */
import type { EntryView, Source, SourceView } from "@fold/contracts";
import { codePointLength, headOf, LIMITS } from "@fold/contracts/values";

/** What was said stands whole in the answer about one entry; among others it is shortened. */
export function shortSource(source: Source): SourceView {
  const { text, reading } = source;
  if (isShort(text) && isShort(reading)) return { ...source };
  const { text: _text, reading: _reading, ...rest } = source;
  return { ...rest, ...shortText("text", text), ...shortText("reading", reading) };
}

function isShort(value: string | undefined): boolean {
  return value === undefined || value.length <= LIMITS.sourceHeadCharacters;
}

function shortText(name: "text" | "reading", value: string | undefined) {
  if (value === undefined) return {};
  const max = LIMITS.sourceHeadCharacters;
  const length = value.length <= max ? value.length : codePointLength(value);
  if (length <= max) return { [name]: value };
  return { [`${name}_head`]: headOf(value, max), [`${name}_chars`]: length };
}

/** A long summary gives its place to its head and to what that leaves out. */
export function withShortSummary(whole: EntryView): EntryView {
  const { summary } = whole;
  const max = LIMITS.summaryHeadCharacters;
  if (summary == null || summary.length <= max) return whole;
  const length = codePointLength(summary);
  if (length <= max) return whole;
  const { id, title, summary: _summary, ...rest } = whole;
  return { id, title, summary_head: headOf(summary, max), summary_chars: length, ...rest };
}
