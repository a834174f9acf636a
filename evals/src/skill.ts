/** The guidance that agents are given. */
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** Of this repository, in English; results say by its digest which text it was. */
export function ownSkill(): string {
  const [packageFolder = ""] = fileURLToPath(import.meta.url).split(/[/\\](?:src|dist)[/\\]/);
  return join(packageFolder, "../packages/fold/skill-guide/skills/en/fold");
}

export function isSkill(folder: string): boolean {
  return existsSync(join(folder, "SKILL.md"));
}

export function digestOfFolder(folder: string): string {
  const hash = createHash("sha256");
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).sort();
  for (const name of names) {
    const path = join(folder, name);
    if (statSync(path).isFile()) hash.update(`${name}\0`).update(readFileSync(path)).update("\0");
  }
  return hash.digest("hex").slice(0, 16);
}
