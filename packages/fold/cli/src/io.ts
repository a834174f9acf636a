/** The world as a command may touch it. Tests put another one in its place. */

export type Wrote =
  | { readonly ok: true }
  /** `readerGone`: nobody reads any longer, which is nobody's fault. */
  | { readonly ok: false; readonly readerGone: boolean; readonly reason: string };

export interface Output {
  /** Resolves when the other side has taken all of it, however slowly it reads. */
  write(text: string): Promise<Wrote>;
  /** Whether a person seems to be looking. */
  readonly isTerminal: () => boolean;
}

export type ReadFile =
  | { readonly ok: true; readonly bytes: Uint8Array }
  | { readonly ok: false; readonly reason: string };

/** What stands at a path; `unreadable` when that cannot be found out. */
export type PathKind = "none" | "folder" | "other" | "unreadable";

/** Under which name this program was started, and the real path of its file. */
export interface Program {
  /** `foldctl` is always ours; `fold` makes room for the POSIX command of that name. */
  readonly name: "fold" | "foldctl" | "fold-doctor";
  readonly path: string;
}

export interface Io {
  readonly program: Program;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly stdin: { readonly isTerminal: () => boolean; readonly read: () => Promise<ReadFile> };
  readonly stdout: Output;
  readonly stderr: Output;
  readonly readFile: (path: string) => Promise<ReadFile>;
  /** What a path leads to, or with `link` what stands there itself. */
  readonly kindOf: (path: string, how: { readonly link: boolean }) => PathKind;
  /** The time by the clock, as an instant. */
  readonly now: () => string;
  /** An id that nobody else has. */
  readonly newId: () => string;
  /** Loads a package that is not part of the bundle, if it is installed. */
  readonly importModule: (name: string) => Promise<unknown>;
  /**
   * Runs work that a signal to end this process calls off; after the work the process ends by that
   * signal.
   */
  readonly interruptible: <Value>(work: (signal: AbortSignal) => Promise<Value>) => Promise<Value>;
  readonly programs: Programs;
}

/** Other programs, for handing over to the POSIX `fold`. */
export interface Programs {
  /** The path without symbolic links, if it can be run. */
  readonly executable: (path: string) => string | null;
  /** Runs a program in our place, with our streams and signals; its exit code is the answer. */
  readonly runInPlace: (
    path: string,
    args: readonly string[],
    env: Readonly<Record<string, string | undefined>>,
  ) => Promise<number>;
}
