import type { Words } from "./words.js";
import { english } from "./words-en.js";
import { chinese } from "./words-zh.js";

/** The languages that a brief can be written in. */
export const LANGUAGES = ["en", "zh"] as const;
export type Language = (typeof LANGUAGES)[number];

export const WORDS: Readonly<Record<Language, Words>> = { en: english, zh: chinese };
