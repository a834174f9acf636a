/** Exit codes; the same meanings as those of the `fold` command where it has them. */
export const EXIT = {
  /** The store says what the repository shows. */
  ok: 0,
  /** The command line, or a store inside the repository that is looked at. */
  usage: 2,
  /** Fold refused, and git-desk found no answer. */
  refused: 3,
  /** The store could not be opened, read or written just now. */
  unavailable: 5,
  /** The store is damaged, or of a newer format. */
  corrupt: 6,
  /** git is missing, or there is no repository. */
  noRepository: 8,
  /** Whether the last batch was saved is not known. */
  unknown: 9,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** The code for an outcome of the store. */
export function exitOfOutcome(outcome: string): ExitCode {
  switch (outcome) {
    case "corrupt":
      return EXIT.corrupt;
    case "unknown":
      return EXIT.unknown;
    case "unavailable":
    case "no_store":
      return EXIT.unavailable;
    default:
      return EXIT.refused;
  }
}
