/** Every exit code of the command. Codes are forever. */
export const EXIT = {
  /** Done, or nothing to do, or printed. */
  ok: 0,
  /** A bug in fold-guide: something was thrown that nothing expects. */
  bug: 1,
  /** The command line cannot be understood. */
  usage: 2,
  /** Something of a person's is in the way; nothing was written. */
  refused: 3,
  /** `check`: the guide is not there, or not as this version has it. */
  notCurrent: 4,
  /** The system did not let a file be read or written. */
  unavailable: 5,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];
