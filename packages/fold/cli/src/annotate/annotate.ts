import type { Command } from "../command.js";
import { findStore } from "../find-store.js";
import { helpReply } from "../help.js";
import { decodeText, type Read, readSource } from "../input.js";
import { readNow } from "../instant-option.js";
import type { Io } from "../io.js";
import { COMMON_OPTIONS, type OptionTable, readOptions } from "../options.js";
import { type Parsed, parsed } from "../parsed.js";
import { answered, misuse } from "../reply.js";
import { writeFold } from "../with-fold.js";
import { ANNOTATE_HELP } from "./help.js";

const OPTIONS = {
  ...COMMON_OPTIONS,
  actor: { type: "string" },
  now: { type: "string" },
  entry: { type: "string" },
  whole: { type: "boolean" },
  text: { type: "string" },
  id: { type: "string" },
  init: { type: "boolean" },
} as const satisfies OptionTable;

const HINT = "See: fold annotate --help";

export const annotate: Command = {
  options: OPTIONS,
  takesFile: false,
  help: ANNOTATE_HELP,
  async run(args, io) {
    const line = readOptions(args, OPTIONS);
    if (!line.ok) return misuse(line.message, HINT);
    const { options, operands } = line.value;
    const { actor, entry, whole, init } = options;
    if (options.help) return helpReply(ANNOTATE_HELP);
    if (operands[0] !== undefined) {
      return misuse(`annotate takes no operand, but got "${operands[0]}": is --text quoted?`, HINT);
    }
    if (actor === undefined) return misuse("--actor is missing: who speaks?", HINT);
    if (whole === (entry !== undefined)) {
      return misuse("Say what it is about: either --entry ID or --whole.", HINT);
    }
    if (options.text === undefined) return misuse("--text is missing: what is said?", HINT);
    const now = readNow(options.now, io.now);
    if (!now.ok) return misuse(now.message, HINT);

    const store = findStore(io, { dir: options.dir, init });
    if (!store.ok) return answered(store.answer);
    const said = await readText(options.text, io);
    if (!said.ok) return misuse(said.message, HINT);
    if (!said.value.ok) return answered(said.value.answer);
    const request = {
      annotation_id: options.id ?? `a-${io.newId()}`,
      entry_id: entry ?? null,
      text: said.value.value,
    };
    return writeFold({ dir: store.dir, io, init }, (fold) =>
      fold.annotate(request, { actor, now: now.value }),
    );
  },
};

/** The text as given, or that of standard input without one final line break. */
async function readText(text: string, io: Io): Promise<Parsed<Read<string>>> {
  if (text !== "-") return parsed({ ok: true, value: text });
  const source = await readSource("-", io);
  if (!source.ok) return source;
  const decoded = decodeText(source.value);
  return parsed(decoded.ok ? { ok: true, value: decoded.value.replace(/\r?\n$/, "") } : decoded);
}
