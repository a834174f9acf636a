/** The guidance that agents are given. */
import { createHash, type Hash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Language } from "./scenario/case-schema.js";

/** The folder of SKILL.md that an agent gets, by the language of its task. */
export type Skill = Readonly<Record<Language, string>>;

/** That of this repository; results say by its digest which text it was. */
export function ownSkill(): Skill {
  const [packageFolder = ""] = fileURLToPath(import.meta.url).split(/[/\\](?:src|dist)[/\\]/);
  const folder = (language: Language) =>
    join(packageFolder, "../packages/fold/skill-guide/skills", language, "fold");
  return { en: folder("en"), zh: folder("zh") };
}

/** One folder for tasks in any language. */
export function oneSkill(folder: string): Skill {
  return { en: folder, zh: folder };
}

/** The folder that should hold SKILL.md and does not; null when all is there. */
export function missingSkill(skill: Skill): string | null {
  return Object.values(skill).find((folder) => !existsSync(join(folder, "SKILL.md"))) ?? null;
}

/** Tells one guidance from another, wherever it lies. */
export function digestOfSkill(skill: Skill): string {
  const hash = createHash("sha256");
  for (const folder of Object.values(skill)) hashFolder(folder, hash);
  return hash.digest("hex").slice(0, 16);
}

function hashFolder(folder: string, hash: Hash): void {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).sort();
  for (const name of names) {
    const path = join(folder, name);
    if (statSync(path).isFile()) hash.update(`${name}\0`).update(readFileSync(path)).update("\0");
  }
}
