import { COMMANDS, isCommandName } from "./commands.js";
import { completion } from "./completion/completion.js";
import { handOver, isMeantForPosixFold } from "./hand-over/hand-over.js";
import { HELP, helpReply, versionReply } from "./help.js";
import type { Io } from "./io.js";
import { bugReply, deliver, misuse, type Reply } from "./reply.js";
import { VERSION } from "./version.js";

/** Runs one command line to its end and returns its exit code. Touches the world through `io` only. */
export async function main(argv: readonly string[], io: Io): Promise<number> {
  if (isMeantForPosixFold(argv, io)) {
    const handed = await handOver(argv, io);
    return typeof handed === "number" ? handed : deliver(handed, io);
  }
  return deliver(await replyTo(argv, io).catch(bugReply), io);
}

async function replyTo(argv: readonly string[], io: Io): Promise<Reply> {
  const [name, ...args] = argv;
  if (name === undefined) return misuse("Which command?", HELP);
  if (name === "--help" || name === "-h") return helpReply(HELP);
  if (name === "--version") return versionReply(VERSION);
  if (name === "completion") return completion(args);
  if (isCommandName(name)) return COMMANDS[name].run(args, io);
  const known = Object.keys(COMMANDS).join(", ");
  return misuse(`There is no command "${name}": it is one of ${known}.`, "See: fold --help");
}
