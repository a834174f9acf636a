import type { Language } from "../languages.js";
import type { Words } from "./words.js";
import { english } from "./words-en.js";
import { chinese } from "./words-zh.js";

export const WORDS: Readonly<Record<Language, Words>> = { en: english, zh: chinese };
