/**
 * For a shell, as one word. A text of plain characters stands between quotes. One with characters that
 * a terminal acts upon or does not show, such as a line feed in a name, is written as `$'…'` with the
 * bytes in octal, which bash, zsh, ksh and others understand: what is shown is then what is pasted.
 */
export function shellWord(text: string): string {
  // Made here, for to build a pattern with classes of Unicode takes longer than most runs.
  const unseen = /[\p{C}\p{Zl}\p{Zp}]/gu;
  if (text.search(unseen) === -1) return `'${text.replaceAll("'", `'\\''`)}'`;
  return `$'${text.replace(/[\\']/g, "\\$&").replace(unseen, octal)}'`;
}

function octal(character: string): string {
  return [...Buffer.from(character)]
    .map((byte) => `\\${byte.toString(8).padStart(3, "0")}`)
    .join("");
}
