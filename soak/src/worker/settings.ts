/** What a process is told when it starts. */
import type { Ask, Role } from "../history/lines.js";

export interface WorkerSettings {
  /** The store. */
  readonly dir: string;
  /** The folder of the journals. */
  readonly journals: string;
  /** Which of all processes it is, this life of it included. */
  readonly process: string;
  /** Who it is to the store, the same in each life: a retry comes from the same actor. */
  readonly actor: string;
  readonly role: Role;
  readonly seed: number;
  /** When to stop asking, see `nowUs`. */
  readonly untilUs: number;
  readonly lockTimeoutMs: number;
  /** Asked before anything else: what the one before it may not have had an answer to. */
  readonly first: readonly Ask[];
  /** The longest pause between two turns. */
  readonly paceMs: number;
  /** Whether its clock jumps back and forth. */
  readonly hasSteppingClock: boolean;
  /** Whether it lets itself in while others hold the store. Shows that the checker notices. */
  readonly breaksIn: boolean;
}

/** What a process says on its standard output, a word on a line. */
export type Said = "ready" | "enter" | "leave";
