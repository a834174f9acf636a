/** `fold-doctor`: looks a store over and never writes into it. */
import { resolve } from "node:path";
import type { Answer, Examination, Salvaged } from "@fold/contracts";
import { salvage, type Verification, verify } from "@fold/sdk";
import { EXIT } from "../exit.js";
import { findStore } from "../find-store.js";
import { helpReply, versionReply } from "../help.js";
import type { Io } from "../io.js";
import { oneOf, readOptions } from "../options.js";
import { misused, type Parsed, parsed } from "../parsed.js";
import { answered, bugReply, deliver, json, misuse, type Reply } from "../reply.js";
import { VERSION } from "../version.js";
import { DOCTOR_HELP } from "./help.js";
import { DOCTOR_OPTIONS } from "./options.js";
import { progressOn } from "./progress.js";
import { reportLines } from "./report.js";
import type { DoctorWords } from "./words.js";
import { english } from "./words-en.js";
import { chinese } from "./words-zh.js";

/** Runs one command line to its end and returns its exit code. */
export async function doctor(argv: readonly string[], io: Io): Promise<number> {
  return deliver(await replyTo(argv, io).catch(bugReply), io);
}

const HINT = "See: fold-doctor --help";

async function replyTo(argv: readonly string[], io: Io): Promise<Reply> {
  const asked = readAsked(argv);
  if (!asked.ok) return misuse(asked.message, HINT);
  if (asked.value === "help") return helpReply(DOCTOR_HELP);
  if (asked.value === "version") return versionReply(VERSION);
  const { dir, format } = asked.value;
  const store = findStore(io, { dir, init: false });
  if (!store.ok) return answered(inOurWords(store.answer));
  const examined = await examine(store.dir, asked.value, io);
  if (!examined.ok) return answered(inOurWords(examined.answer), { io, dir: store.dir });
  const { examination } = examined;
  const text =
    format === "json"
      ? json(examination)
      : `${reportLines(examination, { words: asked.value.words, io }).join("\n")}\n`;
  const exit = examination.verdict === "sound" ? EXIT.ok : EXIT.corrupt;
  return { document: [text], words: [], exit };
}

interface Asked {
  readonly dir: string | undefined;
  readonly out: string | undefined;
  readonly format: "text" | "json";
  readonly words: DoctorWords;
  readonly full: boolean;
}

function readAsked(argv: readonly string[]): Parsed<Asked | "help" | "version"> {
  const line = readOptions(argv, DOCTOR_OPTIONS);
  if (!line.ok) return line;
  const { options, operands } = line.value;
  if (options.help) return parsed("help");
  if (options.version) return parsed("version");
  const [dir, extra] = operands;
  if (extra !== undefined) return misused(`fold-doctor takes one directory, not "${extra}" too`);
  if (dir === "") return misused("The name of the directory is empty");
  if (dir !== undefined && options.dir !== undefined) {
    return misused(`The store is named twice: "${dir}" and --dir "${options.dir}"`);
  }
  const format = oneOf("format", options.format, ["text", "json"]);
  if (!format.ok) return format;
  const lang = oneOf("lang", options.lang, ["en", "zh"]);
  if (!lang.ok) return lang;
  return parsed({
    dir: dir ?? options.dir,
    out: options.salvage,
    format: format.value ?? "text",
    words: lang.value === "zh" ? chinese : english,
    full: options.full,
  });
}

type Examined =
  | { readonly ok: true; readonly examination: Examination }
  | { readonly ok: false; readonly answer: Answer };

/** The copy comes first: that it cannot be made is said before a long log is read. */
async function examine(dir: string, { out, words, full }: Asked, io: Io): Promise<Examined> {
  let salvaged: Salvaged | null = null;
  if (out !== undefined) {
    const { onProgress, finish } = progressOn(io, words.copying);
    const result = await salvage(dir, resolve(io.cwd, out), { mend: true, onProgress }).finally(
      finish,
    );
    if (!result.ok) return { ok: false, answer: result.failure };
    salvaged = result.value;
  }
  const { onProgress, finish } = progressOn(io, words.checking);
  const verified = await verify(dir, { onProgress, full }).finally(finish);
  if (!verified.ok) return { ok: false, answer: verified.failure };
  return { ok: true, examination: examinationOf(verified.value, salvaged) };
}

function examinationOf(verification: Verification, salvaged: Salvaged | null): Examination {
  const { dir, event_seq, revision, hash, length, size } = verification;
  const { failure, linesBehind, findings } = verification;
  const damage = failure?.reason === "newer_format" ? "newer_format" : "corrupt";
  return {
    schema: "fold.examination/1",
    dir,
    verdict: failure === null ? "sound" : damage,
    event_seq,
    revision,
    hash,
    sound_bytes: length,
    bytes: size,
    lines_behind: linesBehind,
    failure,
    findings,
    salvaged,
  };
}

function inOurWords(answer: Answer): Answer {
  switch (answer.outcome) {
    case "no_store":
      return { ...answer, hint: "Name the directory of a store: fold-doctor DIR." };
    case "usage":
      return { ...answer, hint: HINT };
    default:
      return answer;
  }
}
