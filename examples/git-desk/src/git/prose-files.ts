/**
 * Files of prose, where a TODO is often only spoken of. There it counts at the beginning of a line
 * alone, and never within a block of code or of sample output.
 */

/** How blocks are fenced, by how the name of the file ends. */
const FENCES: readonly (readonly [file: RegExp, opening: RegExp])[] = [
  // A backtick behind the fence means code within a line, and no block.
  [/\.(?:md|mdx|markdown)$/i, /^(?:[\s>]|[-*+]\s|\d+[.)]\s)*(`{3,}(?=[^`]*$)|~{3,})/],
  [/\.(?:adoc|asciidoc)$/i, /^(-{4,}|\.{4,}|`{3,})/],
  [/\.(?:txt|text)$/i, /^\s*(`{3,}(?=[^`]*$))/],
  // reStructuredText indents its blocks, and a line of signs may underline a heading.
  [/\.rst$/i, /^(?!)/],
];

export function isProseFile(path: string): boolean {
  return openingOf(path) !== null;
}

/** Which of the lines are within a fenced block, its fences included; the first line is 1. */
export function fencedLines(path: string, content: string): ReadonlySet<number> {
  const opening = openingOf(path);
  const fenced = new Set<number>();
  if (opening === null) return fenced;
  let fence: string | null = null;
  for (const [index, row] of content.split("\n").entries()) {
    const isInside = fence !== null;
    if (fence === null) fence = opening.exec(row)?.[1] ?? null;
    else if (closes(row, fence)) fence = null;
    if (isInside || fence !== null) fenced.add(index + 1);
  }
  return fenced;
}

/** A block ends with at least as many of the signs that it began with, and nothing behind them. */
function closes(row: string, fence: string): boolean {
  const signs = row.replace(/^[\s>]+/, "").trimEnd();
  return signs.length >= fence.length && signs === (fence[0] ?? "").repeat(signs.length);
}

function openingOf(path: string): RegExp | null {
  return FENCES.find(([file]) => file.test(path))?.[1] ?? null;
}
