/** One run of git-desk: read the repository, bring the store up to date, print the brief. */
import { appendFile, mkdir, rename, stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { brief } from "@fold/brief";
import type { Fold } from "@fold/sdk";
import { type Converged, converge } from "./converge.js";
import { EXIT, type ExitCode, exitOfOutcome } from "./exit.js";
import { openStore, portOf } from "./fold-port.js";
import { gitErrorSentence } from "./git/git-error.js";
import { type FactsReading, readFacts } from "./git/read-facts.js";
import type { Environment } from "./git/run-git.js";
import { HELP, type Options, parseOptions } from "./options.js";
import { type Report, reportText } from "./report.js";
import { wantMatters } from "./rules/want-matters.js";
import { createRunLog, type RunLog } from "./run-log.js";
import { shortView } from "./short-view.js";
import { placeStore, type StorePlace } from "./store-place.js";

/** The world as a run sees it. */
export interface Io {
  readonly cwd: string;
  readonly home: string;
  readonly environment: Environment;
  clock(): string;
  out(text: string): void;
  err(text: string): void;
}

type Reading = Extract<FactsReading, { ok: true }>;

export async function run(argv: readonly string[], io: Io): Promise<ExitCode> {
  const parsed = parseOptions(argv);
  switch (parsed.type) {
    case "help":
      io.out(HELP);
      return EXIT.ok;
    case "usage":
      io.err(`git-desk: ${parsed.message}\nTry git-desk --help.\n`);
      return EXIT.usage;
    case "run":
      return look(parsed.options, io);
    default:
      return parsed satisfies never;
  }
}

async function look(options: Options, io: Io): Promise<ExitCode> {
  const { cwd, home, environment } = io;
  const now = options.now ?? io.clock();
  const reading = await readFacts({ path: options.path, cwd, now, environment });
  if (!reading.ok) {
    io.err(`git-desk: ${gitErrorSentence(reading.error)}\n`);
    return EXIT.noRepository;
  }
  const { repository } = reading.facts;
  const { store } = options;
  const placed = await placeStore({ repository, store, cwd, home, environment });
  if (!placed.ok) {
    io.err(
      `git-desk: ${placed.dir} lies inside of the repository that it looks at, where it never ` +
        "writes. Give another place with --store DIR.\n",
    );
    return EXIT.usage;
  }
  return keep({ reading, now, options, io, place: placed.place });
}

interface Keeping {
  readonly reading: Reading;
  readonly now: string;
  readonly options: Options;
  readonly io: Io;
  readonly place: StorePlace;
}

async function keep(keeping: Keeping): Promise<ExitCode> {
  const { options, io, place, now } = keeping;
  await mkdir(dirname(place.dir), { recursive: true, mode: 0o700 });
  const opened = await openStore(place.dir);
  if (!opened.ok) {
    const { outcome, message } = opened.failure;
    io.err(`git-desk: the store at ${place.dir}: ${message}\n`);
    return exitOfOutcome(outcome);
  }
  const log = createRunLog({
    now,
    onLine: (line) => {
      if (options.isVerbose) io.err(`${line}\n`);
    },
  });
  try {
    return await bringUpToDate(keeping, opened.value, log);
  } finally {
    await opened.value.close();
    await saveLog(place.logPath, log.lines, io);
  }
}

async function bringUpToDate(keeping: Keeping, fold: Fold, log: RunLog): Promise<ExitCode> {
  const { reading, now, options, io, place } = keeping;
  const { facts, fatesOf } = reading;
  log.write(`looks at ${facts.repository.root}`);
  const port = portOf(fold, now);
  const wanted = wantMatters(facts, now);
  const converged = await converge({ port, wanted, fatesOf, now, log });
  const view = await port.view();
  if (!view.ok) {
    const { outcome, message } = view.failure;
    io.err(`git-desk: the store at ${place.dir}: ${message}\n`);
    return exitOfOutcome(outcome);
  }
  const { lang } = options;
  io.out(brief(shortView(view.value), { lang }));
  if (!converged.ok) return complain(converged, keeping);
  const { dir, logPath } = place;
  const { outcome } = converged;
  const { root } = facts.repository;
  const report: Report = {
    lang,
    view: view.value,
    dir,
    logPath,
    outcome,
    commandsFrom: options.commandsFrom === null ? null : resolve(io.cwd, options.commandsFrom),
    // Where there is no work tree, nothing can be left.
    examplePath: facts.worktree === null ? null : join(root, "hello.txt"),
  };
  io.out(`\n${reportText(report)}`);
  return EXIT.ok;
}

function complain(
  { failure }: Extract<Converged, { ok: false }>,
  { io, place }: Keeping,
): ExitCode {
  switch (failure.code) {
    case "store":
      io.err(`git-desk: the store at ${place.dir}: ${failure.message}\n`);
      return exitOfOutcome(failure.outcome);
    case "refused":
      io.err(`git-desk: Fold refused, and no rule has an answer: ${failure.reasons.join("; ")}\n`);
      return EXIT.refused;
    case "restless":
      io.err(`git-desk: the picture did not come to rest in ${failure.attemptCount} attempts.\n`);
      return EXIT.refused;
    default:
      return failure satisfies never;
  }
}

const LOG_BYTES_MAX = 1024 * 1024;

/** A log that cannot be written is a pity, and no reason to fail. */
async function saveLog(path: string, lines: readonly string[], io: Io): Promise<void> {
  try {
    const bytes = await stat(path).then(
      ({ size }) => size,
      () => 0,
    );
    if (bytes > LOG_BYTES_MAX) await rename(path, `${path}.1`);
    await appendFile(path, lines.map((line) => `${line}\n`).join(""), { mode: 0o600 });
  } catch (error) {
    io.err(`git-desk: the log was not saved: ${String(error)}\n`);
  }
}
