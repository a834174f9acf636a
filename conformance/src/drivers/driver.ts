/** What can be asked to execute a case. */
import type { Capability } from "../case-file.js";

/** What a commit is given: a value, or the text that stands for one. */
export type Input = { readonly value: unknown } | { readonly text: string };

export interface Speaker {
  readonly actor: string;
  readonly now: string;
  /** The store may not exist yet. */
  readonly init: boolean;
}

export type Call =
  | ({ readonly command: "commit"; readonly input: Input; readonly check: boolean } & Speaker)
  | ({ readonly command: "annotate"; readonly request: unknown } & Speaker)
  | {
      readonly command: "state";
      readonly now: string;
      readonly query: {
        readonly layer?: string;
        readonly depth?: number;
        readonly entry?: string;
        readonly since?: number;
      };
    }
  | { readonly command: "history"; readonly query: Readonly<Record<string, unknown>> };

export interface Reply {
  readonly answer: unknown;
  /** The exit code, where there is a process. */
  readonly exit?: number;
}

/** One store, opened by one caller. */
export interface Session {
  run(call: Call): Promise<Reply>;
  /** The log as bytes, where the driver has no directory to read it from. */
  log?(): Buffer;
  close(): Promise<void>;
}

export interface Driver {
  readonly name: string;
  readonly capabilities: ReadonlySet<Capability>;
  /** Opens the store in `dir`; a driver without a directory begins an empty one. */
  open(dir: string): Promise<Session>;
}
