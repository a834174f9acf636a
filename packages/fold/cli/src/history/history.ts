import type { HistoryPage } from "@fold/contracts";
import type { Command } from "../command.js";
import { EXIT } from "../exit.js";
import { findStore } from "../find-store.js";
import { helpReply } from "../help.js";
import { COMMON_OPTIONS, type OptionTable, readOptions, wholeNumber } from "../options.js";
import { answered, json, misuse } from "../reply.js";
import { shellWord } from "../shell-word.js";
import { type TypedAt, typedOption, typedProgram } from "../typed-command.js";
import { readFold } from "../with-fold.js";
import { HISTORY_HELP } from "./help.js";

const OPTIONS = {
  ...COMMON_OPTIONS,
  batch: { type: "string" },
  entry: { type: "string" },
  lineage: { type: "boolean" },
  since: { type: "string" },
  limit: { type: "string" },
  reverse: { type: "boolean" },
  jsonl: { type: "boolean" },
} as const satisfies OptionTable;

const HINT = "See: fold history --help";

export const history: Command = {
  options: OPTIONS,
  takesFile: false,
  help: HISTORY_HELP,
  async run(args, io) {
    const line = readOptions(args, OPTIONS);
    if (!line.ok) return misuse(line.message, HINT);
    const { options, operands } = line.value;
    const { dir, batch, entry, lineage, reverse, jsonl } = options;
    if (options.help) return helpReply(HISTORY_HELP);
    if (operands[0] !== undefined) {
      return misuse(`history takes no operand, but got "${operands[0]}"`, HINT);
    }
    const since = wholeNumber("since", options.since);
    if (!since.ok) return misuse(since.message, HINT);
    const limit = wholeNumber("limit", options.limit);
    if (!limit.ok) return misuse(limit.message, HINT);

    const store = findStore(io, { dir, init: false });
    if (!store.ok) return answered(store.answer);
    const query = {
      batch,
      entry,
      lineage,
      since: since.value,
      limit: limit.value,
      reverse,
    };
    const at = { dir: store.dir, io };
    return readFold(
      at,
      (fold) => fold.history(query),
      (page) => ({
        document: jsonl ? page.records.map(json) : pieces(page),
        words: jsonl ? moreWords(page) : [],
        exit: EXIT.ok,
        ...(io.stdout.isTerminal() ? { aside: () => inWords(page, { at, entry }) } : {}),
      }),
    );
  },
};

interface Asked {
  readonly at: TypedAt;
  readonly entry: string | undefined;
}

/** Records are for programs; a person at a terminal is told where the same stands in words. */
function inWords({ records }: HistoryPage, { at, entry }: Asked): string {
  const state = `${typedProgram(at.io, "fold")} state --dir ${shellWord(at.dir)}`;
  const first = Math.min(...records.map(({ event_seq }) => event_seq));
  const since = Number.isFinite(first) ? first - 1 : 0;
  const what = entry === undefined ? `--since ${since}` : typedOption("entry", entry);
  return `In words: ${state} ${what} --format brief`;
}

/** The page as one JSON document, record by record: a thousand records may not fit one string. */
function* pieces({ records, ...rest }: HistoryPage): Iterable<string> {
  yield '{"records":[';
  for (const [index, record] of records.entries()) {
    yield `${index === 0 ? "" : ","}${JSON.stringify(record)}`;
  }
  yield `],${JSON.stringify(rest).slice(1)}\n`;
}

/** JSON lines have no room for what is said beside the records. */
function moreWords({ next, read_only }: HistoryPage): readonly string[] {
  return [
    ...(next === null ? [] : [`There is more: go on with --since ${next}.`]),
    ...(read_only === true ? ["Read only: the store could not be locked."] : []),
  ];
}
