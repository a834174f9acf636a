import type { Words } from "./words.js";
import { english } from "./words-en.js";
import { chinese } from "./words-zh.js";

export type Language = "en" | "zh";

export const WORDS: Readonly<Record<Language, Words>> = { en: english, zh: chinese };

/** A known kind in the words of the language, any other as it was declared. */
export function kindWord(kind: string, words: Words): string {
  const known: Readonly<Record<string, string>> = words.kinds;
  return Object.hasOwn(known, kind) ? (known[kind] ?? kind) : kind;
}
