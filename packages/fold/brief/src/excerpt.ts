import { codePointLength, headOf } from "@fold/contracts/values";
import type { Words } from "./words.js";

/** How much of a long text a list shows, in code points. */
const EXCERPT_CHARACTERS = 200;

/** The text, or its head and the count of what is left out. */
export function excerpt(text: string, words: Words): string {
  return excerptOf({ head: text, characters: codePointLength(text) }, words);
}

/** As `excerpt`, for a text that the view itself has shortened. */
export function excerptOf(
  { head, characters }: { readonly head: string; readonly characters: number },
  words: Words,
): string {
  const shown = headOf(head, EXCERPT_CHARACTERS);
  const left = characters - codePointLength(shown);
  return left > 0 ? `${shown}… ${words.moreCharacters(left)}` : shown;
}
