import type { Command } from "../command.js";
import { findStore } from "../find-store.js";
import { helpReply } from "../help.js";
import { decodeJson, readSource } from "../input.js";
import { readNow } from "../instant-option.js";
import { COMMON_OPTIONS, type OptionTable, readOptions } from "../options.js";
import { answered, misuse } from "../reply.js";
import { writeFold } from "../with-fold.js";
import { COMMIT_HELP } from "./help.js";

const OPTIONS = {
  ...COMMON_OPTIONS,
  actor: { type: "string" },
  now: { type: "string" },
  check: { type: "boolean" },
  init: { type: "boolean" },
} as const satisfies OptionTable;

const HINT = "See: fold commit --help";

export const commit: Command = {
  options: OPTIONS,
  takesFile: true,
  help: COMMIT_HELP,
  async run(args, io) {
    const line = readOptions(args, OPTIONS);
    if (!line.ok) return misuse(line.message, HINT);
    const { options, operands } = line.value;
    const { actor, check, init } = options;
    if (options.help) return helpReply(COMMIT_HELP);
    if (actor === undefined) return misuse("--actor is missing: who declares this batch?", HINT);
    const [file, extra] = operands;
    if (file === undefined) return misuse("Name the file that holds the batch, or - .", HINT);
    if (extra !== undefined) return misuse(`commit takes one file, but also got "${extra}"`, HINT);
    const now = readNow(options.now, io.now);
    if (!now.ok) return misuse(now.message, HINT);

    const store = findStore(io, { dir: options.dir, init });
    if (!store.ok) return answered(store.answer);
    const source = await readSource(file, io);
    if (!source.ok) return misuse(source.message, HINT);
    const batch = await decodeJson(source.value);
    if (!batch.ok) return answered(batch.answer);
    return writeFold({ dir: store.dir, io, init }, (fold) =>
      fold.commit(batch.value, { actor, now: now.value, check }),
    );
  },
};
