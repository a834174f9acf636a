/** What a case file holds. `case.schema.json` says the same to other languages. */

/** What a driver can do beyond the four commands, and a case may need. */
export type Capability = "directory" | "command_line";

export interface CaseFile {
  readonly format: "fold.conformance/1";
  readonly about: string;
  readonly cases: readonly Case[];
}

export interface Case {
  readonly name: string;
  /** The rule that the case stands for, after the page of docs/reference where it belongs. */
  readonly proves: string;
  readonly needs?: readonly Capability[];
  /** Who speaks and when, unless a step says otherwise. */
  readonly actor?: string;
  readonly now?: string;
  /** Why the case is known to fail. It then has to fail. */
  readonly failing?: string;
  readonly steps: readonly Step[];
}

/** A step is told by the one member that names what it does. */
export type Step = CommandStep | ClockStep | TamperStep | CrashStep | ForkStep;

interface Expecting {
  readonly about?: string;
  readonly expect?: unknown;
}

interface Speaking extends Expecting {
  readonly actor?: string;
  readonly now?: string;
}

export interface CommitStep extends Speaking {
  readonly commit: unknown;
  readonly check?: boolean;
}

/** A commit whose input is text: what no JSON value can express. */
export interface CommitTextStep extends Speaking {
  readonly commit_text: string;
  readonly check?: boolean;
}

export interface AnnotateStep extends Speaking {
  readonly annotate: unknown;
}

export interface StateStep extends Expecting {
  readonly now?: string;
  readonly state: {
    readonly layer?: string;
    readonly depth?: number;
    readonly entry?: string;
    readonly since?: number;
  };
}

export interface HistoryStep extends Expecting {
  readonly history: Readonly<Record<string, unknown>>;
}

export type WriteStep = CommitStep | CommitTextStep | AnnotateStep;
export type CommandStep = WriteStep | StateStep | HistoryStep;

/** From here on the steps happen at this instant. */
export interface ClockStep {
  readonly about?: string;
  readonly clock: string;
}

export interface TamperStep {
  readonly about?: string;
  readonly tamper: Tampering;
}

/** The writer was killed when so many bytes of its append had reached the disk. */
export interface CrashStep {
  readonly about?: string;
  readonly crash: WriteStep;
  /** From the front; below zero: all but so many. */
  readonly bytes: number;
}

/** Somebody appended what this command would have written right after record `after_event`. */
export interface ForkStep {
  readonly about?: string;
  readonly fork: WriteStep;
  readonly after_event: number;
}

/** One change to the files of a store. Lines and columns are 1-based, columns in bytes. */
export type Tampering =
  | { readonly delete: "log" | "caches" | "all_but_log" }
  | { readonly empty: "log" | "caches" }
  | { readonly write: string; readonly text: string }
  | { readonly truncate: number }
  | { readonly append: string; readonly times?: number }
  | { readonly insert: string; readonly before_line: number }
  | { readonly flip: { readonly line: number; readonly column: number } }
  | { readonly replace: string; readonly with: string; readonly line: number }
  | { readonly duplicate_line: number }
  | { readonly remove_line: number }
  | { readonly swap_lines: readonly [number, number] }
  | { readonly glue_line: number }
  | { readonly line_ends: "crlf" }
  | { readonly byte_order_mark: true };
