import { annotate } from "./annotate/annotate.js";
import type { Command } from "./command.js";
import { commit } from "./commit/commit.js";
import { history } from "./history/history.js";
import { state } from "./state/state.js";

export const COMMANDS = {
  state,
  commit,
  annotate,
  history,
} as const satisfies Readonly<Record<string, Command>>;

export type CommandName = keyof typeof COMMANDS;

export function isCommandName(name: string): name is CommandName {
  return Object.hasOwn(COMMANDS, name);
}
