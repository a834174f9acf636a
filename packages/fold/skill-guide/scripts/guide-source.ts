/** The whole guide in one language: its documents, its chapters, its states. */
import { join } from "node:path";
import type { Language } from "../src/languages.js";
import type { Example, ExampleState } from "./example.js";
import { type Block, GuideFault, type GuideFile, readGuideFile } from "./guide-file.js";

export interface Chapter {
  readonly id: string;
  readonly title: string;
  /** The chapter in one or two sentences. */
  readonly rule: string;
  /** What everyone reads. */
  readonly front: readonly Block[];
  /** What is read when it is needed. */
  readonly more: readonly Block[];
}

export interface GuideSource {
  readonly language: Language;
  readonly skill: GuideFile;
  readonly agents: GuideFile;
  readonly tools: GuideFile;
  readonly host: GuideFile;
  readonly stateFile: GuideFile;
  /** In the order in which the skill has them. */
  readonly chapters: readonly Chapter[];
}

export function readGuideSource(guideFolder: string, language: Language): GuideSource {
  const read = (name: string): GuideFile => readGuideFile(join(guideFolder, language, name));
  const skill = read("skill.md");
  const ids = skill.blocks.flatMap((block) => (block.type === "chapter" ? [block.id] : []));
  return {
    language,
    skill,
    agents: read("agents.md"),
    tools: read("tools.md"),
    host: read("host.md"),
    stateFile: read("states.md"),
    chapters: ids.map((id) => chapterOf(id, read(`chapters/${id}.md`))),
  };
}

function chapterOf(id: string, { path, blocks }: GuideFile): Chapter {
  const [heading, rule, ...rest] = blocks;
  if (heading?.type !== "heading" || heading.depth !== 1) {
    throw new GuideFault(path, 1, "a chapter begins with a heading of depth 1");
  }
  if (rule?.type !== "rule") throw new GuideFault(path, 3, "its rule, a block quote, comes next");
  const cut = rest.findIndex(({ type }) => type === "more");
  return {
    id,
    title: heading.title,
    rule: rule.text,
    front: cut === -1 ? rest : rest.slice(0, cut),
    more: cut === -1 ? [] : rest.slice(cut + 1),
  };
}

/** Every file, chapters included. */
export function blocksOf(source: GuideSource): readonly Block[] {
  const { skill, agents, tools, host, stateFile, chapters } = source;
  return [
    ...[skill, agents, tools, host, stateFile].flatMap(({ blocks }) => blocks),
    ...chapters.flatMap(({ front, more }) => [...front, ...more]),
  ];
}

export function examplesOf(source: GuideSource): readonly Example[] {
  return blocksOf(source).flatMap((block) => (block.type === "example" ? [block.example] : []));
}

export function statesOf(source: GuideSource): readonly ExampleState[] {
  return blocksOf(source).flatMap((block) => (block.type === "state" ? [block.state] : []));
}

/** The rules of these chapters, or of all, as a list in the order of the skill. */
export function rulesOf({ chapters, skill }: GuideSource, ids: readonly string[] | null): string {
  const unknown = ids?.find((id) => !chapters.some((chapter) => chapter.id === id));
  if (unknown !== undefined) throw new Error(`${skill.path}: there is no chapter "${unknown}"`);
  const asked = chapters.filter(({ id }) => ids === null || ids.includes(id));
  return asked.map(({ rule }) => `- ${rule}`).join("\n");
}
