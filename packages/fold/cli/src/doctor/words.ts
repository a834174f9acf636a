/** Every word of a report. A language is one table of this shape; the compiler sees it complete. */
import type { Corrupt, Examination, Finding, Mended, Salvaged } from "@fold/contracts";

/** What was found, and what can be done about it. */
export interface Said {
  readonly what: string;
  readonly remedy: string;
}

export interface DoctorWords {
  /** What a progress bar is about. */
  readonly checking: string;
  readonly copying: string;

  readonly store: (dir: string) => string;
  readonly log: (log: Examination) => string;
  readonly place: (at: Corrupt) => string;
  readonly sentence: (what: string) => string;
  readonly detail: (detail: string) => string;
  readonly toDo: (remedy: string) => string;
  readonly failures: Readonly<Record<Corrupt["reason"], Said>>;
  readonly notes: (count: number) => string;
  readonly findings: Readonly<Record<Finding["code"], Said>>;
  /** A file that was found, with what is known of the place or the reason. */
  readonly found: (finding: Finding) => string;
  readonly more: (count: number) => string;
  /** How to go on with what is sound; each command is ready to paste. */
  readonly steps: (commands: Steps) => readonly string[];

  readonly copied: (salvaged: Salvaged) => string;
  readonly mended: (mended: Mended) => string;
  readonly left: (left: Salvaged["left"]) => string;
  readonly leftNothing: string;
  readonly leftFiles: (names: string) => string;

  readonly verdict: (examination: Examination) => string;
}

export interface Steps {
  readonly salvage: string;
  readonly look: string;
  readonly exchange: string;
}
