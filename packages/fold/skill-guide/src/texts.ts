/** The generated texts, as they lie in this package. */
import { readdirSync, readFileSync } from "node:fs";
import { join, sep } from "node:path";
import { fileURLToPath } from "node:url";
import type { Language } from "./languages.js";

// One folder up from `src` and from `dist` alike.
const packageFolder = fileURLToPath(new URL("..", import.meta.url));

/** `SKILL.md` with its front matter: what an agent reads before it uses Fold. */
export function skillText(language: Language): string {
  return textOf(join(skillFolder(language), "SKILL.md"));
}

/** The rules alone, as a section for an `AGENTS.md` or a system prompt. */
export function agentsSection(language: Language): string {
  return textOf(join(packageFolder, "agents", `${language}.md`));
}

/** The references of the skill by name, such as `tier`. */
export function referenceTexts(language: Language): ReadonlyMap<string, string> {
  const prefix = "references/";
  return new Map(
    [...skillFiles(language)]
      .filter(([path]) => path.startsWith(prefix))
      .map(([path, text]) => [path.slice(prefix.length, -".md".length), text]),
  );
}

/** Every file of the skill by its path in the skill's folder, with `/` in it. */
export function skillFiles(language: Language): ReadonlyMap<string, string> {
  const folder = skillFolder(language);
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  return new Map(
    paths.map((path) => [path.slice(folder.length + 1).replaceAll(sep, "/"), textOf(path)]),
  );
}

/** The version of this package. */
export function packageVersion(): string {
  const { version }: { readonly version: string } = JSON.parse(
    textOf(join(packageFolder, "package.json")),
  );
  return version;
}

function skillFolder(language: Language): string {
  return join(packageFolder, "skills", language, "fold");
}

function textOf(path: string): string {
  return readFileSync(path, "utf8");
}
