/** `fold-guide`: puts the guide where an agent host looks, and takes it away again. */
import { join, relative, resolve, sep } from "node:path";
import { EXIT, type ExitCode } from "./exit.js";
import { systemCode } from "./install/files.js";
import { placesOf } from "./install/places.js";
import {
  type Asked,
  carryOut,
  type Plan,
  type Problem,
  type Step,
  type Wanted,
} from "./install/plan.js";
import { planInstall, planUninstall } from "./install/plan-all.js";
import { installedLanguage } from "./install/plan-skill.js";
import type { Io } from "./io.js";
import { LANGUAGES, type Language } from "./languages.js";
import {
  type CommandLine,
  type Manner,
  type Misuse,
  readCommandLine,
  readManner,
} from "./options.js";
import { agentsSection, packageVersion, referenceTexts, skillFiles, skillText } from "./texts.js";
import { WORDS } from "./words/languages.js";
import type { Words } from "./words/words.js";

/** What `--json` prints, for every command but `print`. */
interface Report {
  readonly schema: "fold.guide/1";
  readonly outcome:
    | "done"
    | "nothing_to_do"
    | "current"
    | "not_current"
    | "refused"
    | "unavailable"
    | "usage";
  readonly version: string;
  readonly command?: CommandLine["command"];
  readonly for?: CommandLine["host"];
  readonly language?: Language;
  readonly dir?: string;
  /** The skill's folder, relative to `dir`. */
  readonly skill?: string;
  readonly dry_run?: boolean;
  readonly actions?: readonly { readonly action: Step["action"]; readonly path: string }[];
  readonly problems?: readonly Problem[];
  readonly reason?: string;
  readonly message?: string;
}

/** Runs one command line to its end and returns its exit code. */
export function main(argv: readonly string[], io: Io): ExitCode {
  const manner = readManner(argv);
  const words = WORDS[manner.language ?? "en"];
  try {
    return run(argv, { io, manner, words });
  } catch (error) {
    const code = systemCode(error);
    if (code !== null) return unavailable(error, code, { io, manner, words });
    const trace = error instanceof Error ? (error.stack ?? error.message) : String(error);
    io.stderr(`${words.bug}\n${trace}\n`);
    return EXIT.bug;
  }
}

interface Scene {
  readonly io: Io;
  readonly manner: Manner;
  readonly words: Words;
}

function run(argv: readonly string[], scene: Scene): ExitCode {
  const { io, words } = scene;
  const read = readCommandLine(argv);
  switch (read.type) {
    case "help":
      io.stdout(words.help);
      return EXIT.ok;
    case "version":
      io.stdout(`${packageVersion()}\n`);
      return EXIT.ok;
    case "misuse":
      return misuse(read.misuse, scene);
    case "run":
      return read.line.command === "print" ? print(read.line, scene) : act(read.line, scene);
  }
}

function print({ name }: CommandLine, scene: Scene): ExitCode {
  const language = scene.manner.language ?? "en";
  const texts = new Map([
    ["skill", skillText(language)],
    ["agents", agentsSection(language)],
    ...referenceTexts(language),
  ]);
  const wanted = name ?? "skill";
  const text = texts.get(wanted);
  if (text === undefined) {
    return misuse({ reason: "nothing_named", value: wanted, known: [...texts.keys()] }, scene);
  }
  scene.io.stdout(text);
  return EXIT.ok;
}

function act(line: CommandLine, scene: Scene): ExitCode {
  const { io, manner } = scene;
  const root = line.user ? io.home : resolve(io.cwd, line.dir ?? ".");
  if (!isFolder(root, io)) return misuse({ reason: "no_folder", value: root }, scene);
  const asked: Asked = { root, ...placesOf(line.host, line), force: line.force };
  const installed = LANGUAGES.find((known) => known === installedLanguage(asked, io.files));
  const language = manner.language ?? installed ?? "en";
  const plan =
    line.command === "uninstall"
      ? planUninstall(asked, io.files)
      : planInstall(asked, wantedIn(language), io.files);
  const facts = {
    command: line.command,
    for: line.host,
    language,
    dir: root,
    skill: asked.skill,
    ...planned(plan),
  };
  if (line.command === "check") return tell(checked(plan, facts), scene);
  if (plan.problems.length > 0) return tell({ ...start("refused"), ...facts }, scene);
  if (!line.dryRun) carryOut(plan.steps, io.files);
  const outcome = plan.steps.some(isChange) ? "done" : "nothing_to_do";
  return tell({ ...start(outcome), ...facts, dry_run: line.dryRun }, scene);
}

function isFolder(path: string, { files }: Io): boolean {
  const kind = files.kindOf(path);
  if (kind !== "link") return kind === "folder";
  try {
    return files.kindOf(files.realPath(path)) === "folder";
  } catch {
    return false;
  }
}

function wantedIn(language: Language): Wanted {
  return {
    version: packageVersion(),
    language,
    files: skillFiles(language),
    section: agentsSection(language),
  };
}

function planned({ steps, problems }: Plan): Pick<Report, "actions" | "problems"> {
  return { actions: steps.map(({ action, path }) => ({ action, path })), problems };
}

function isChange({ action }: Step): boolean {
  return action !== "keep";
}

function checked({ steps, problems }: Plan, facts: Partial<Report>): Report {
  const isCurrent = problems.length === 0 && !steps.some(isChange);
  return { ...start(isCurrent ? "current" : "not_current"), ...facts };
}

function start(outcome: Report["outcome"]): Pick<Report, "schema" | "outcome" | "version"> {
  return { schema: "fold.guide/1", outcome, version: packageVersion() };
}

function misuse(reason: Misuse, scene: Scene): ExitCode {
  const message = scene.words.misuse(reason);
  return tell({ ...start("usage"), reason: reason.reason, message }, scene);
}

function unavailable(error: unknown, code: string, scene: Scene): ExitCode {
  const path = error instanceof Error && "path" in error ? String(error.path) : null;
  const message = scene.words.unavailable(code, path);
  return tell({ ...start("unavailable"), reason: code, message }, scene);
}

const EXITS: Readonly<Record<Report["outcome"], ExitCode>> = {
  done: EXIT.ok,
  nothing_to_do: EXIT.ok,
  current: EXIT.ok,
  not_current: EXIT.notCurrent,
  refused: EXIT.refused,
  unavailable: EXIT.unavailable,
  usage: EXIT.usage,
};

function tell(report: Report, { io, manner, words }: Scene): ExitCode {
  const lines = linesOf(report, words);
  const isWell = EXITS[report.outcome] === EXIT.ok;
  const text = lines.map((line) => `${line}\n`).join("");
  if (manner.json) io.stdout(`${JSON.stringify(report)}\n`);
  if (!isWell) io.stderr(text);
  else if (!manner.json) io.stdout(text);
  return EXITS[report.outcome];
}

function linesOf(report: Report, words: Words): readonly string[] {
  const { outcome, dir = "", problems = [], message = "" } = report;
  const problemLines = problems.map((one) => `  ${words.problem(one)}`);
  const changes = changeLines(report, words);
  switch (outcome) {
    case "done": {
      const heading = words.done({
        isRemoval: report.command === "uninstall",
        isDryRun: report.dry_run === true,
        dir,
        version: report.version,
        language: report.language ?? "en",
      });
      return [heading, ...changes, ...(report.command === "install" ? [words.next] : [])];
    }
    case "nothing_to_do":
      return [report.command === "uninstall" ? words.notThere(dir) : words.allThere(dir)];
    case "current":
      return [words.current(report.version, dir)];
    case "not_current":
      return [words.notCurrent(dir), ...problemLines, ...changes];
    case "refused":
      return [words.refused, ...problemLines];
    case "unavailable":
      return [message];
    case "usage":
      return [message, words.seeHelp];
  }
}

/** One line for all files of the skill that fare alike, and one for `AGENTS.md`. */
function changeLines(
  { dir = "", skill = "", actions = [] }: Report,
  words: Words,
): readonly string[] {
  const folder = join(dir, skill);
  const groups = new Map<string, number>();
  for (const { action, path } of actions) {
    if (action !== "create" && action !== "update" && action !== "remove") continue;
    const place = path.startsWith(folder + sep) ? skill : relative(dir, path);
    const line = `  ${words.actions[action]}  ${place}`;
    groups.set(line, (groups.get(line) ?? 0) + 1);
  }
  return [...groups].map(([line, count]) => (count > 1 ? `${line} ${words.files(count)}` : line));
}
