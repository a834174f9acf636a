/**
 * Finds the added lines in the output of `git diff -U0`. Lines are counted off against the numbers
 * in each hunk's head, so that no content can pass for a head.
 */

export interface AddedLine {
  readonly path: string;
  readonly line: number;
  readonly text: string;
}

/** Flags that make a diff the same everywhere, whatever the settings say. */
export const DIFF_FLAGS: readonly string[] = [
  "--no-ext-diff",
  "--no-textconv",
  "--no-color",
  "--no-renames",
  "--no-relative",
  "--submodule=short",
  "--ignore-submodules=dirty",
];

export const PATCH_FLAGS: readonly string[] = [
  ...DIFF_FLAGS,
  "--patch",
  "--unified=0",
  "--inter-hunk-context=0",
  "--src-prefix=a/",
  "--dst-prefix=b/",
];

const HUNK = /^@@ -\d+(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/;

export function addedLines(patch: string): readonly AddedLine[] {
  const found: AddedLine[] = [];
  let path: string | null = null;
  let removedLeft = 0;
  let addedLeft = 0;
  let line = 0;
  for (const row of patch.split("\n")) {
    if (addedLeft > 0 && row.startsWith("+")) {
      if (path !== null) found.push({ path, line, text: row.slice(1) });
      addedLeft -= 1;
      line += 1;
      continue;
    }
    if (removedLeft > 0 && row.startsWith("-")) {
      removedLeft -= 1;
      continue;
    }
    if (row.startsWith("+++ ")) {
      path = pathOfHead(row.slice(4));
      continue;
    }
    const hunk = HUNK.exec(row);
    if (hunk === null) continue;
    removedLeft = Number(hunk[1] ?? 1);
    line = Number(hunk[2]);
    addedLeft = Number(hunk[3] ?? 1);
  }
  return found;
}

/** `b/path`, quoted as in C where it holds a control character, a quote or a backslash. */
function pathOfHead(head: string): string | null {
  // git ends a path that has a space in it with a tab.
  const text = head.replace(/\t$/, "");
  const plain = text.startsWith('"') ? unquote(text.slice(1, -1)) : text;
  return plain.startsWith("b/") ? plain.slice(2) : null;
}

const ESCAPES: Readonly<Record<string, number>> = {
  a: 7,
  b: 8,
  t: 9,
  n: 10,
  v: 11,
  f: 12,
  r: 13,
  '"': 34,
  "\\": 92,
};

function unquote(quoted: string): string {
  const pieces: Buffer[] = [];
  for (const [piece, octal, letter] of quoted.matchAll(/\\(?:([0-7]{3})|(.))|[^\\]+/gs)) {
    if (octal !== undefined) pieces.push(Buffer.from([Number.parseInt(octal, 8)]));
    else if (letter !== undefined) pieces.push(Buffer.from([ESCAPES[letter] ?? 63]));
    else pieces.push(Buffer.from(piece, "utf8"));
  }
  return Buffer.concat(pieces).toString("utf8");
}
