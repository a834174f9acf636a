/**
 * Characters that a terminal acts upon, or that let a text look like another one: controls (C0, DEL,
 * C1), line and paragraph separators, bidirectional controls, halves of surrogate pairs, and the
 * invisible tag, byte order and annotation marks. Joiners stay: scripts and emoji need them.
 */
// A function, for to build the classes takes longer than most runs, which have nothing to say.
const unsafe = (): RegExp =>
  /\r\n|[\p{Control}\p{Bidi_Control}\p{Surrogate}\u2028\u2029\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu;

/**
 * The text with every such character as a sign that stands for it: `␛` for escape, `⏎` for a line
 * break, `\u{202E}` where there is no sign. The result is one line and safe on any terminal.
 */
export function visible(text: string): string {
  return text.replace(unsafe(), signOf);
}

function signOf(found: string): string {
  const code = found.codePointAt(0) ?? 0;
  if (found === "\r\n" || found === "\n") return "⏎";
  // U+2400 to U+241F picture the C0 controls in their order, U+2421 pictures DEL.
  if (code < 0x20) return String.fromCodePoint(0x2400 + code);
  if (code === 0x7f) return "␡";
  return `\\u{${code.toString(16).toUpperCase()}}`;
}
