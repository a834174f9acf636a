/** The guide as the tests see it: in both languages, from the sources. */
import { fileURLToPath } from "node:url";
import { type GuideSource, readGuideSource } from "../../scripts/guide-source.js";
import { LANGUAGES, type Language } from "../../src/languages.js";

export const ROOT = fileURLToPath(new URL("../../../../../", import.meta.url));
export const PACKAGE = fileURLToPath(new URL("../../", import.meta.url));

const guide = fileURLToPath(new URL("../../guide", import.meta.url));

export const SOURCES: ReadonlyMap<Language, GuideSource> = new Map(
  LANGUAGES.map((language) => [language, readGuideSource(guide, language)]),
);

export function sourceIn(language: Language): GuideSource {
  const source = SOURCES.get(language);
  if (source === undefined) throw new Error(`no guide in ${language}`);
  return source;
}
