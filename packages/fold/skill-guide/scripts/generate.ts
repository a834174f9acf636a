/**
 * `npm run guide`: writes everything that is made of the guide, and prints what each text costs in tokens.
 * With `--check` it writes nothing, names what differs, and ends with code 1 if anything does.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { LANGUAGES } from "../src/languages.js";
import { GuideFault } from "./guide-file.js";
import { type GuideSource, readGuideSource } from "./guide-source.js";
import { type Outputs, outputsOf } from "./outputs.js";
import { tokensOf } from "./tokens.js";
import { toolTextOf } from "./tool-texts.js";

const PACKAGE = "packages/fold/skill-guide";
/** Folders that hold nothing but what is generated. */
const OWN_FOLDERS = [`${PACKAGE}/skills`, `${PACKAGE}/agents`];

export function generatedOutputs(root: string): Outputs {
  return outputsOf(readSources(root));
}

function readSources(root: string): readonly GuideSource[] {
  const guide = join(root, PACKAGE, "guide");
  return LANGUAGES.map((language) => readGuideSource(guide, language));
}

/** Paths that are not what the guide makes of them: other, missing, or there without need. */
export function drift(root: string, outputs: Outputs): readonly string[] {
  const differing = [...outputs].flatMap(([path, text]) =>
    textAt(join(root, path)) === text ? [] : [path],
  );
  return [...differing, ...leftOver(root, outputs)];
}

/** Runs the command in the workspace at `root` and returns its exit code. */
export function main(root: string, argv: readonly string[]): number {
  try {
    const sources = readSources(root);
    const outputs = outputsOf(sources);
    const differing = drift(root, outputs);
    if (argv.includes("--check")) {
      for (const path of differing) process.stderr.write(`${path} differs: npm run guide\n`);
      return differing.length === 0 ? 0 : 1;
    }
    write(root, outputs);
    process.stdout.write(report(outputs, differing) + toolReport(sources));
    return 0;
  } catch (error) {
    if (!(error instanceof GuideFault)) throw error;
    process.stderr.write(`${error.message}\n`);
    return 1;
  }
}

function write(root: string, outputs: Outputs): void {
  for (const path of leftOver(root, outputs)) rmSync(join(root, path));
  for (const [path, text] of outputs) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
}

function leftOver(root: string, outputs: Outputs): readonly string[] {
  return OWN_FOLDERS.flatMap((folder) =>
    filesIn(join(root, folder))
      .map((name) => `${folder}/${name}`)
      .filter((path) => !outputs.has(path)),
  );
}

function filesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
  } catch {
    return [];
  }
}

function textAt(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return null;
  }
}

function report(outputs: Outputs, changed: readonly string[]): string {
  const lines = [...outputs].map(([path, text]) => {
    const mark = changed.includes(path) ? "  written" : "";
    return line(text, `${path}${mark}`);
  });
  return lines.join("");
}

function toolReport(sources: readonly GuideSource[]): string {
  return sources
    .map((source) => line(toolTextOf(source), `texts of the MCP tools, ${source.language}`))
    .join("");
}

function line(text: string, name: string): string {
  return `${String(tokensOf(text)).padStart(6)} tokens  ${name}\n`;
}
