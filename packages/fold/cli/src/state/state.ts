import type { Briefable, Language } from "@fold/brief";
import type { Command } from "../command.js";
import { EXIT } from "../exit.js";
import { findStore } from "../find-store.js";
import { helpReply } from "../help.js";
import { answered, json, misuse, type Reply } from "../reply.js";
import { readFold } from "../with-fold.js";
import { STATE_HELP } from "./help.js";
import { drawOverview } from "./overview.js";
import { readStateOptions, STATE_OPTIONS } from "./read-options.js";

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
    if (!store.ok) return answered(store.answer);
    return readFold(
      store.dir,
      (fold) => fold.state(query),
      async (view): Promise<Reply> => {
        const text = format === "brief" ? await inWords(view, lang) : json(view);
        const reply: Reply = { document: [text], words: [], exit: EXIT.ok };
        if (overview === null) return reply;
        // The state that was read is printed, whatever becomes of the image.
        const { words, exit } = answered(await drawOverview(io));
        return { ...reply, words, exit };
      },
    );
  },
};

/** The words of two languages are loaded only for a reader of them. */
async function inWords(view: Briefable, lang: Language): Promise<string> {
  const { brief } = await import("@fold/brief");
  return brief(view, { lang });
}
