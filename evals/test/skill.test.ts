import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { prepareDesk } from "../src/driver/desk.js";
import { loadCases } from "../src/scenario/load-cases.js";
import { scenariosOf } from "../src/scenario/scenario.js";
import { digestOfSkill, missingSkill, oneSkill, ownSkill } from "../src/skill.js";

test("an agent reads the guide of this repository in the language of its task", () => {
  const folder = mkdtempSync(join(tmpdir(), "fold-evals-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const loaded = loadCases();
  if (!loaded.ok) throw new Error(loaded.faults.join());
  const scenarios = loaded.cases.flatMap(scenariosOf);
  for (const language of ["en", "zh"] as const) {
    const scenario = scenarios.find((one) => one.language === language);
    if (scenario === undefined) throw new Error(`no scenario in ${language}`);
    const settings = { skill: ownSkill(), recorder: "recorder.js", seed: 1 };
    const { cwd } = prepareDesk(join(folder, language), scenario, settings);
    const given = readFileSync(join(cwd, "skill/SKILL.md"), "utf8");
    expect(given).toBe(readFileSync(join(ownSkill()[language], "SKILL.md"), "utf8"));
  }
});

test("a folder without the guide is named, and another guide has another digest", () => {
  expect(missingSkill(ownSkill())).toBeNull();
  expect(missingSkill(oneSkill("/nowhere"))).toBe("/nowhere");
  expect(digestOfSkill(ownSkill())).not.toBe(digestOfSkill(oneSkill(ownSkill().en)));
});
