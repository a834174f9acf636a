import type { Io } from "./io.js";
import type { OptionTable } from "./options.js";
import type { Reply } from "./reply.js";

/** One subcommand: what it takes, what its help says, and what it does. */
export interface Command {
  readonly options: OptionTable;
  /** Whether an operand is a file, for completion. */
  readonly takesFile: boolean;
  readonly help: string;
  /** Never throws for what a user, a file or a store may do wrong. */
  run(args: readonly string[], io: Io): Promise<Reply>;
}
