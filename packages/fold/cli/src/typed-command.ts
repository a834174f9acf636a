/** Commands for a person to type, as they work where this process was started. */
import { delimiter, dirname, join } from "node:path";
import type { Io } from "./io.js";
import { shellWord } from "./shell-word.js";

/** Where a command would be typed: the way in which this one was found, and the store. */
export interface TypedAt {
  readonly io: Pick<Io, "env" | "program" | "programs">;
  readonly dir: string;
}

const NAMES = { fold: ["fold", "foldctl"], "fold-doctor": ["fold-doctor"] } as const;

/**
 * A program of ours as it is called here: by `npx` for somebody whom npm or npx helped to this one, by
 * its name where the `PATH` leads to it, else by the path of its file.
 */
export function typedProgram({ env, program, programs }: TypedAt["io"], name: keyof typeof NAMES) {
  // What runs for npm has a PATH that its caller has not.
  if (env["npm_command"] !== undefined) return `npx ${name}`;
  const path = join(dirname(program.path), `${name}.cjs`);
  const folders = (env["PATH"] ?? "").split(delimiter).filter((folder) => folder !== "");
  const isOurs = (called: string): boolean => {
    const first = folders
      .map((folder) => programs.executable(join(folder, called)))
      .find((found) => found !== null);
    return first === path || first === join(dirname(path), `${called}.cjs`);
  };
  return NAMES[name].find(isOurs) ?? `node ${shellWord(path)}`;
}

/** `--batch ID`, also where the id begins like an option. */
export function typedOption(name: string, value: string): string {
  return `--${name}${value.startsWith("-") ? "=" : " "}${shellWord(value)}`;
}
