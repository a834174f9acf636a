/** The skill and the section together: with a problem in one of them, neither is touched. */
import type { Files } from "./files.js";
import { type Asked, joined, type Plan, type Wanted } from "./plan.js";
import { planSection, planSectionRemoval } from "./plan-section.js";
import { planSkill, planSkillRemoval } from "./plan-skill.js";

export function planInstall(asked: Asked, wanted: Wanted, files: Files): Plan {
  return joined(planSkill(asked, wanted, files), planSection(asked, wanted, files));
}

export function planUninstall(asked: Asked, files: Files): Plan {
  return joined(planSkillRemoval(asked, files), planSectionRemoval(asked, files));
}
