// What is made of the guide is what stands there, keeps its limits, and is a skill by the rules of the format
// (https://agentskills.io/specification): docs/decisions says why they are checked here.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { drift, generatedOutputs } from "../scripts/generate.js";
import { tokensOf } from "../scripts/tokens.js";
import { TOOL_NAMES, toolSectionsOf, toolTextOf } from "../scripts/tool-texts.js";
import { LANGUAGES } from "../src/languages.js";
import { skillFaults } from "./support/skill-format.js";
import { PACKAGE, ROOT, sourceIn } from "./support/sources.js";

const UP_FRONT_TOKENS_MAX = 5_000;
const TOOL_TEXTS_TOKENS_MAX = 900;

test("everything that is generated is as the guide has it: npm run guide", () => {
  expect(drift(ROOT, generatedOutputs(ROOT))).toEqual([]);
});

describe.each(LANGUAGES)("%s", (language) => {
  const folder = join(PACKAGE, "skills", language, "fold");
  const text = readFileSync(join(folder, "SKILL.md"), "utf8");
  const references = readdirSync(join(folder, "references"));

  test("is a valid skill", () => {
    expect(skillFaults(folder)).toEqual([]);
  });

  test(`takes at most ${UP_FRONT_TOKENS_MAX} tokens up front`, () => {
    expect(tokensOf(text)).toBeLessThanOrEqual(UP_FRONT_TOKENS_MAX);
    expect(text.split("\n").length).toBeLessThan(500);
  });

  test("leads to every reference, and references go no deeper", () => {
    const linked = [...text.matchAll(/\]\((references\/[^)]+)\)/g)].map(([, path = ""]) => path);
    expect(new Set(linked)).toEqual(new Set(references.map((name) => `references/${name}`)));
    for (const name of references) {
      const reference = readFileSync(join(folder, "references", name), "utf8");
      for (const [, target = ""] of reference.matchAll(/\]\((?!https?:)([^)]+)\)/g)) {
        expect(target).toMatch(/^[a-z]+\.md$/);
        expect(existsSync(join(folder, "references", target))).toBe(true);
      }
    }
  });

  test("its MCP texts fit beside the schemas of the tools", () => {
    const sections = toolSectionsOf(sourceIn(language));
    expect([...sections.keys()]).toEqual(["instructions", ...TOOL_NAMES]);
    const max = language === "en" ? TOOL_TEXTS_TOKENS_MAX : TOOL_TEXTS_TOKENS_MAX * 1.2;
    expect(tokensOf(toolTextOf(sourceIn(language)))).toBeLessThanOrEqual(max);
  });

  // How to send, and how to nest, is said where it is done: in the descriptions and schemas of the tools.
  test("whoever reads only the MCP texts knows the rules of judgement", () => {
    const instructions = toolSectionsOf(sourceIn(language)).get("instructions")?.description ?? "";
    const judging = sourceIn(language).chapters.filter(
      ({ id }) => !["retry", "layers"].includes(id),
    );
    const rules = judging.map(({ rule }) => rule);
    expect(rules.filter((rule) => !instructions.includes(rule))).toEqual([]);
  });
});

test("front matter is read as YAML reads it", () => {
  const text = readFileSync(join(PACKAGE, "skills", "en", "fold", "SKILL.md"), "utf8");
  const [, yaml = ""] = /^---\n(.*?)\n---\n/s.exec(text) ?? [];
  expect(parse(yaml)).toMatchObject({ name: "fold", license: "MIT" });
});
