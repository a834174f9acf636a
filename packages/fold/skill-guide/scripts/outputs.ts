/** What is made of the guide: path by path, relative to the root of the workspace. */
import type { Language } from "../src/languages.js";
import { type Chapter, type GuideSource, rulesOf } from "./guide-source.js";
import { type Place, renderBlocks } from "./render.js";
import { toolTextsModule } from "./tool-texts.js";
import { type GeneratorWords, WORDS } from "./words.js";

const PACKAGE = "packages/fold/skill-guide";
const TOOL_TEXTS = "packages/fold/mcp/src/texts/tool-texts.generated.ts";

const HOST_PAGES: Readonly<Record<Language, string>> = {
  en: "docs/how-to/declare-from-a-host.md",
  zh: "docs/how-to/declare-from-a-host.zh-CN.md",
};

/** Text by path. */
export type Outputs = ReadonlyMap<string, string>;

export function outputsOf(sources: readonly GuideSource[]): Outputs {
  const perLanguage = sources.flatMap((source): readonly [string, string][] => {
    const { language } = source;
    const skill = `${PACKAGE}/skills/${language}/fold`;
    return [
      [`${skill}/SKILL.md`, skillOf(source)],
      [`${skill}/references/states.md`, statesPageOf(source)],
      ...source.chapters
        .filter(({ more }) => more.length > 0)
        .map((chapter): [string, string] => [
          `${skill}/references/${chapter.id}.md`,
          referenceOf(chapter, source),
        ]),
      [`${PACKAGE}/agents/${language}.md`, agentsOf(source)],
      [HOST_PAGES[language], hostPageOf(source)],
    ];
  });
  return new Map([...perLanguage, [TOOL_TEXTS, toolTextsModule(sources)]]);
}

function skillOf(source: GuideSource): string {
  const words = WORDS[source.language];
  const link = linkIn(source, "references/");
  const place: Place = {
    words,
    link,
    rules: (ids: readonly string[] | null) => rulesOf(source, ids),
    chapter: (id) => {
      const chapter = chapterNamed(id, source);
      return parts(
        `## ${chapter.title}`,
        `> ${chapter.rule}`,
        renderBlocks(chapter.front, place),
        moreOf(chapter, link, words),
      );
    },
  };
  const body = parts(
    renderBlocks(source.skill.blocks, place),
    words.states("[references/states.md](references/states.md)"),
  );
  return `${source.skill.frontMatter}\n${body}\n`;
}

function moreOf({ id, more }: Chapter, link: Place["link"], words: GeneratorWords): string {
  const target = link(id);
  if (target === null) return "";
  const titles = more.flatMap((block) => (block.type === "heading" ? [block.title] : []));
  if (titles.length === 0) return words.moreOf(`[${target}](${target})`);
  return words.more(`[${target}](${target})`, titles.join(words.between));
}

function referenceOf(chapter: Chapter, source: GuideSource): string {
  const place: Place = {
    words: WORDS[source.language],
    link: linkIn(source, ""),
    rules: (ids: readonly string[] | null) => rulesOf(source, ids),
    chapter: () => "",
  };
  return `${parts(`# ${chapter.title}`, `> ${chapter.rule}`, renderBlocks(chapter.more, place))}\n`;
}

function statesPageOf(source: GuideSource): string {
  return `${renderBlocks(source.stateFile.blocks, plainPlace(source))}\n`;
}

function agentsOf(source: GuideSource): string {
  return `${renderBlocks(source.agents.blocks, plainPlace(source))}\n`;
}

function hostPageOf(source: GuideSource): string {
  const words = WORDS[source.language];
  const place: Place = {
    ...plainPlace(source),
    chapter: (id) => {
      const chapter = chapterNamed(id, source);
      return parts(`### ${chapter.title}`, `> ${chapter.rule}`, renderBlocks(chapter.front, place));
    },
  };
  return `<!-- ${words.generated} -->\n\n${renderBlocks(source.host.blocks, place)}\n`;
}

/** Where links between chapters lead nowhere, and chapters are not repeated. */
function plainPlace(source: GuideSource): Place {
  return {
    words: WORDS[source.language],
    link: () => null,
    rules: (ids: readonly string[] | null) => rulesOf(source, ids),
    chapter: () => "",
  };
}

function linkIn({ chapters }: GuideSource, folder: string): Place["link"] {
  const withReference = new Set(chapters.filter(({ more }) => more.length > 0).map(({ id }) => id));
  return (id) => (withReference.has(id) ? `${folder}${id}.md` : null);
}

function chapterNamed(id: string, { chapters, skill }: GuideSource): Chapter {
  const chapter = chapters.find((candidate) => candidate.id === id);
  if (chapter === undefined) throw new Error(`${skill.path}: there is no chapter "${id}"`);
  return chapter;
}

function parts(...texts: readonly string[]): string {
  return texts.filter((text) => text !== "").join("\n\n");
}
