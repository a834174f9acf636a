/**
 * Markup in which data cannot be anything but text: the only way from a string to markup escapes it,
 * and only the literal parts of a template are taken as they stand.
 */

declare const brand: unique symbol;

export interface Markup {
  readonly text: string;
  readonly [brand]: true;
}

export type Part = Markup | string | number | null | readonly Part[];

/** `html\`<p title="${title}">${summary}</p>\``: every value is escaped, in text and attributes alike. */
export function html(literals: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  let text = literals[0] ?? "";
  parts.forEach((part, index) => {
    text += partText(part) + (literals[index + 1] ?? "");
  });
  return { text } as Markup;
}

/** Text that this package wrote itself: styles and marks. */
export function trusted(text: string): Markup {
  return { text } as Markup;
}

function partText(part: Part): string {
  if (part === null) return "";
  if (typeof part === "string") return escaped(part);
  if (typeof part === "number") return String(part);
  return "text" in part ? part.text : part.map(partText).join("");
}

const ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? "");
}
