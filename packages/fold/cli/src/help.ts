import { EXIT_HELP } from "./exit.js";
import type { Reply } from "./reply.js";

export const HELP = `fold: a bounded picture of what deserves attention.

Usage: fold COMMAND [options]

  state      what deserves attention now
  commit     declare a batch, whole or not at all
  annotate   say something to the agents about an entry or the whole
  history    the records

  fold COMMAND --help   options and examples
  fold --version        the version
  fold completion bash|zsh|fish   completion for your shell

Start:
  fold commit --help    shows a first batch
  fold state --format brief

Answers are JSON on standard output; words for people are on standard error. No color, no prompts.

POSIX has a fold that wraps lines. Where the first argument starts with - (other than --help and
--version) or names an existing file, or there is none and standard input is not a terminal, this
program steps aside and runs the next fold on the PATH. foldctl is the same program and never does.

${EXIT_HELP}
`;

export function helpReply(text: string): Reply {
  return { document: [text], words: [], exit: 0 };
}

export function versionReply(version: string): Reply {
  return { document: [`${version}\n`], words: [], exit: 0 };
}
