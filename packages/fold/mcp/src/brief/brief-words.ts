import type { Language } from "@fold/brief";

/** How the resource presents itself. */
export const BRIEF_WORDS: Readonly<
  Record<Language, { readonly title: string; readonly description: string }>
> = {
  en: {
    title: "What deserves attention",
    description: "The present picture in words, in English, in order of rank.",
  },
  zh: {
    title: "值得关注的事",
    description: "当前画面的中文概要，按名次排列。",
  },
};
