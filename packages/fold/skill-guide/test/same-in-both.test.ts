// Both languages say the same: the same sections with the same blocks, and the same examples but for the
// words in them.

import { expect, test } from "vitest";
import type { Block, GuideFile } from "../scripts/guide-file.js";
import { examplesOf, type GuideSource, statesOf } from "../scripts/guide-source.js";
import { sourceIn } from "./support/sources.js";

const en = sourceIn("en");
const zh = sourceIn("zh");

/** Members whose values are words for people. */
const WORDS = new Set(["title", "summary", "why", "note", "text", "reading"]);

test("the same chapters in the same order", () => {
  expect(zh.chapters.map(({ id }) => id)).toEqual(en.chapters.map(({ id }) => id));
});

test.each(en.chapters.map(({ id }) => id))("chapter %s has the same blocks", (id) => {
  const [ours, theirs] = [en, zh].map((source) => {
    const chapter = source.chapters.find((candidate) => candidate.id === id);
    return { front: chapter?.front.map(shapeOf), more: chapter?.more.map(shapeOf) };
  });
  expect(theirs).toEqual(ours);
});

const documents = ["skill", "agents", "tools", "host", "stateFile"] as const;

test.each(documents)("document %s has the same blocks", (name) => {
  const shapes = (file: GuideFile): readonly unknown[] => file.blocks.map(shapeOf);
  expect(shapes(zh[name])).toEqual(shapes(en[name]));
});

test("the same examples but for the words", () => {
  const inBoth = (source: GuideSource): readonly unknown[] =>
    examplesOf(source).map(({ code, ...rest }) => ({ ...rest, code: withoutWords(code) }));
  expect(inBoth(zh)).toEqual(inBoth(en));
});

test("the same states but for the words", () => {
  const inBoth = (source: GuideSource): readonly unknown[] =>
    statesOf(source).map((state) => JSON.parse(JSON.stringify(state, blankWords)));
  expect(inBoth(zh)).toEqual(inBoth(en));
});

test("no example stands there twice", () => {
  const ids = examplesOf(en).map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
});

/** What a block is, without what it says; tables keep the size of theirs, and lists of theirs. */
function shapeOf(block: Block): unknown {
  switch (block.type) {
    case "text":
      return [block.kind, rowsOf(block.text), linksOf(block.text)];
    case "heading":
      return [block.type, block.depth];
    case "rules":
      return [block.type, block.ids];
    case "chapter":
      return [block.type, block.id];
    case "example":
      return [block.type, block.example.id];
    case "state":
      return [block.type, block.state.id];
    default:
      return [block.type];
  }
}

function rowsOf(text: string): number {
  return text.split("\n").filter((line) => /^(\||\* |- |\d+\. )/.test(line)).length;
}

function linksOf(text: string): readonly string[] {
  return [...text.matchAll(/\]\(([^)]+)\)/g)].map(([, target = ""]) => target);
}

/** A batch without its words, wherever it stands; of a program or a script the rest word by word. */
function withoutWords(code: string): string {
  const members = [...WORDS].join("|");
  return code
    .replace(new RegExp(`("?\\b(?:${members})"?: )"(?:[^"\\\\]|\\\\.)*"`, "g"), '$1"…"')
    .replace(/^(\s*)(?:\/\/|\/\*\*) .*$/gm, "$1// …");
}

function blankWords(key: string, value: unknown): unknown {
  return WORDS.has(key) ? "…" : value;
}
