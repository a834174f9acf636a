/** What a thread that plays a process and the main thread, which has the disk, say to each other. */
import type { Action, Answer } from "./workload.js";

/** To a thread: what to do. One order at a time. */
export interface RunOrder {
  readonly dir: string;
  readonly actions: readonly Action[];
}

/** From a thread. It stands still until the reply, but after `ended`, which wants none. */
export type Ask =
  | { readonly ask: "call"; readonly name: string; readonly args: readonly unknown[] }
  | { readonly ask: "began"; readonly action: Action }
  | { readonly ask: "answered"; readonly id: number; readonly answer: Answer }
  | { readonly ask: "ended"; readonly error: string | null };

export type Reply =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly code: string; readonly message: string };
