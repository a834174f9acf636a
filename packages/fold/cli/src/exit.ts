/** Every exit code of the command, the same in each subcommand. Codes are forever. */
import type { Outcome } from "@fold/contracts";

export const EXIT = {
  /** Accepted, a duplicate of what was accepted, or a read that was answered. */
  ok: 0,
  /** A bug in fold: something was thrown that nothing expects. */
  bug: 1,
  /** The command line itself cannot be understood. */
  usage: 2,
  /** The request was refused: its violations are listed, and nothing was written. */
  rejected: 3,
  /** The id is taken by a request that says something else. */
  conflict: 4,
  /** This call wrote nothing: no lock, no space, no permission. The same call may work later. */
  unavailable: 5,
  /** The log is not what was written, or was written by a newer version. */
  corrupt: 6,
  /** An id or a record was asked for that never was. */
  notFound: 7,
  /** The state was read and printed, but no image was drawn. */
  imageFailed: 8,
  /** The bytes may or may not have reached the disk: ask history for the id. */
  unknown: 9,
  /** There is no store here. */
  noStore: 10,
  /** `fold-doctor` could not make the copy that it was asked for. */
  copyFailed: 11,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

const BY_OUTCOME: Readonly<Record<Outcome, ExitCode>> = {
  accepted: EXIT.ok,
  rejected: EXIT.rejected,
  conflict: EXIT.conflict,
  unavailable: EXIT.unavailable,
  unknown: EXIT.unknown,
  corrupt: EXIT.corrupt,
  usage: EXIT.usage,
  not_found: EXIT.notFound,
  no_store: EXIT.noStore,
  image_failed: EXIT.imageFailed,
  copy_failed: EXIT.copyFailed,
  bug: EXIT.bug,
};

export function exitOf(outcome: Outcome): ExitCode {
  return BY_OUTCOME[outcome];
}

/** The list of exit codes as the help shows it. */
export const EXIT_HELP = `Exit codes:
  0  accepted, a duplicate, or a read      6  corrupt log, or a newer format
  1  a bug in fold                         7  asked for an id that never was
  2  the command line is wrong             8  the state was read, the image failed
  3  refused; see the violations           9  outcome unknown; ask history for the id
  4  the id is taken by another request   10  no store here
  5  unavailable; nothing was written     killed by a signal: the shell shows 128 + its number`;
