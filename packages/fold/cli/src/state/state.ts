import type { Briefable, Language } from "@fold/brief";
import type { Command } from "../command.js";
import { EXIT } from "../exit.js";
import { findStore } from "../find-store.js";
import { helpReply } from "../help.js";
import type { Io } from "../io.js";
import { answered, json, misuse, type Reply } from "../reply.js";
import { readFold } from "../with-fold.js";
import { STATE_HELP } from "./help.js";
import { captureBoth, drawOverview } from "./overview.js";
import {
  type OverviewOptions,
  readStateOptions,
  STATE_OPTIONS,
  type StateOptions,
} from "./read-options.js";

export const state: Command = {
  options: STATE_OPTIONS,
  takesFile: false,
  help: STATE_HELP,
  async run(args, io) {
    const read = readStateOptions(args, io);
    if (!read.ok) return misuse(read.message, "See: fold state --help");
    if (read.value === null) return helpReply(STATE_HELP);
    const { dir, query, format, lang, overview } = read.value;
    const store = findStore(io, { dir, init: false });
    if (overview !== null) {
      const reply = store.ok
        ? await readAndDraw(store.dir, { query, format, lang, overview, io })
        : answered(store.answer);
      if (reply.afterwards !== undefined) return reply;
      const words = `Nothing was drawn: ${overview.dir} is as it was, and what it holds is of an earlier run.`;
      return { ...reply, words: [...reply.words, words] };
    }
    if (!store.ok) return answered(store.answer);
    return readFold(
      { dir: store.dir, io },
      (fold) => fold.state(query),
      (answer) => readReply(answer, { format, lang }),
    );
  },
};

/** The reply draws afterwards, and only where there is a state to draw. */
function readAndDraw(
  store: string,
  {
    query,
    format,
    lang,
    overview,
    io,
  }: Pick<StateOptions, "query" | "format" | "lang"> & {
    readonly overview: OverviewOptions;
    readonly io: Io;
  },
): Promise<Reply> {
  return readFold(
    { dir: store, io },
    (fold) => captureBoth(fold, query),
    async (captured): Promise<Reply> => {
      const reply = await readReply(captured.answer, { format, lang });
      // What was read is printed first, whatever becomes of the picture.
      const afterwards = async (): Promise<Pick<Reply, "words" | "exit">> => {
        const drawn = await io.interruptible((signal) =>
          drawOverview(captured, { overview, lang, store, io, signal }),
        );
        return drawn.ok ? { words: [drawn.words], exit: EXIT.ok } : answered(drawn.answer);
      };
      return { ...reply, afterwards };
    },
  );
}

async function readReply(
  answer: Briefable,
  { format, lang }: { readonly format: "json" | "brief"; readonly lang: Language },
): Promise<Reply> {
  const text = format === "brief" ? await inWords(answer, lang) : json(answer);
  return { document: [text], words: [], exit: EXIT.ok };
}

/** The words of two languages are loaded only for a reader of them. */
async function inWords(view: Briefable, lang: Language): Promise<string> {
  const { brief } = await import("@fold/brief");
  return brief(view, { lang });
}
