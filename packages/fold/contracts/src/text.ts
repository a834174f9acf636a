/** Length in Unicode code points, which is what every text limit counts. */
export function codePointLength(text: string): number {
  let length = 0;
  for (const _ of text) length += 1;
  return length;
}

/** The first `count` code points of a text; never half of a character. */
export function headOf(text: string, count: number): string {
  if (text.length <= count) return text;
  let units = 0;
  let taken = 0;
  for (const character of text) {
    if (taken === count) break;
    taken += 1;
    units += character.length;
  }
  return text.slice(0, units);
}

// Controls are C0, DEL and C1: whatever is not between the space and the tilde, and not from U+00A0
// on. Written as classes of Unicode they would take a hundred times longer to compile.
const LONE_SURROGATE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;
const CONTROL = /[^ -~\u00a0-\uffff]/;
const CONTROL_BUT_LINES = /[^ -~\u00a0-\uffff\t\n\r]/;
const LINE_BREAK = /[\n\r\u2028\u2029]/;

export type TextFault = "lone_surrogate" | "control_character" | "not_one_line" | "outer_space";

/**
 * What is wrong with a text apart from its length, or null. `lines: "many"` allows tab, LF and CR;
 * `lines: "one"` allows no control character and no line break. `trimmed` refuses white space at
 * either end. A fault is refused, never repaired: repairing would change somebody's words.
 */
export function textFault(
  text: string,
  { lines, trimmed = false }: { readonly lines: "one" | "many"; readonly trimmed?: boolean },
): TextFault | null {
  if (LONE_SURROGATE.test(text)) return "lone_surrogate";
  if (lines === "many") return CONTROL_BUT_LINES.test(text) ? "control_character" : null;
  if (LINE_BREAK.test(text)) return "not_one_line";
  if (CONTROL.test(text)) return "control_character";
  return trimmed && text !== text.trim() ? "outer_space" : null;
}
