/** What the command says to people, in each language. */
import type { Problem } from "../install/plan.js";
import type { Language } from "../languages.js";
import type { Misuse } from "../options.js";

export interface Done {
  readonly isRemoval: boolean;
  readonly isDryRun: boolean;
  readonly dir: string;
  readonly version: string;
  readonly language: Language;
}

export interface Words {
  readonly help: string;
  readonly seeHelp: string;
  readonly bug: string;
  /** For what is done and for what would be done. */
  readonly actions: Readonly<Record<"create" | "update" | "remove", string>>;
  readonly files: (count: number) => string;
  readonly next: string;
  readonly done: (done: Done) => string;
  readonly allThere: (dir: string) => string;
  readonly notThere: (dir: string) => string;
  readonly current: (version: string, dir: string) => string;
  readonly notCurrent: (dir: string) => string;
  readonly refused: string;
  readonly problem: (problem: Problem) => string;
  readonly misuse: (misuse: Misuse) => string;
  readonly unavailable: (code: string, path: string | null) => string;
}
